import type { Address, Coordinates } from '@waystory/proto/kit/field.ts';
import type { Box } from '@waystory/proto/kit/filter.ts';
import type { MatchExtent } from './name-fit.ts';

/** A real place as returned by a provider (spec 3: Place), before the product stores it. */
export interface FoundPlace {
  name: string;
  /** Full name with its surroundings: `Springfield, Illinois, United States`. */
  placeName: string;
  /** Feature type in Mapbox's terms: `country`, `place` (a town), `address`, `poi`, ... */
  featureType: string;
  coordinates: Coordinates;
  address: Address;
  /** Surroundings without the name: `Illinois, United States`; empty when unknown. */
  placeFormatted: string;
  /** Score of the result, 0 to 1; null when the provider returns none. */
  relevance: number | null;
  /** Permanent id of the place at its provider. */
  mapboxId: string;
  poiCategories: string[];
  /** Name of an icon of the Maki set. */
  maki: string | null;
  /** Wikidata id such as `Q42`; null when the provider returns none. */
  wikidataId: string | null;
  /** Match with the typed text; null without a text, or when the provider returns none. */
  match: NameMatch | null;
}

/** Match of a name of a place with the typed text. */
export interface NameMatch {
  extent: MatchExtent;
  /** True when some word fits only with a typing error. */
  slipped: boolean;
  /** Prominence, 0 to 1: a town of 3.5 times the population weighs 0.116 more. */
  weight: number;
}

export interface SearchOptions {
  /** Reference point: nearby places outrank equally good matches far away. */
  near?: Coordinates | undefined;
  /** Most results, at least 1. */
  limit: number;
  /** Preferred language of names, IETF tag; a provider with names in a single language ignores it. */
  lang?: string | undefined;
}

/** Finds places by typed text and by point. Adapters: one file each beside this one; all run `contract.ts`. */
export interface Places {
  /**
   * Places with a name that the typed text matches, or begins, best first, at most `limit`. A text that matches no name finds nothing.
   * @throws EngineUnavailable.
   */
  search(query: string, options: SearchOptions): Promise<FoundPlace[]>;
  /**
   * The place with this id of the provider; null for an unknown id.
   * @throws EngineUnavailable.
   */
  retrieve(id: string): Promise<FoundPlace | null>;
  /**
   * The address at a point, or the town around or near it; null far from any place.
   * @throws EngineUnavailable.
   */
  nearest(coordinates: Coordinates): Promise<FoundPlace | null>;
  /**
   * Points of interest within a bounding box of a part of a town, at most `limit`, in no order. A box whose west is greater than its east crosses the
   * antimeridian.
   * @throws EngineUnavailable.
   */
  within(box: Box, limit: number): Promise<FoundPlace[]>;
  /** Preloads the data that the first search would wait for. Idempotent. */
  warm(): Promise<void>;
}
