import type { Address, Coordinates } from '@waystory/proto/kit/field.ts';
import type { Box } from '@waystory/proto/kit/filter.ts';
import type { Extent } from './name-fit.ts';

/** A place of the real world as a provider names it (spec 3: Place); not yet one of ours. */
export interface FoundPlace {
  name: string;
  /** Name with its surroundings: `Springfield, Illinois, United States`. */
  placeName: string;
  /** Kind of feature in the words of Mapbox: `country`, `place` (a town), `address`, `poi`, ... */
  featureType: string;
  coordinates: Coordinates;
  address: Address;
  /** The surroundings alone: `Illinois, United States`. Empty when there are none. */
  placeFormatted: string;
  /** How well it answers the question, 0 to 1; null when the provider does not say. */
  relevance: number | null;
  /** Id with the provider, which knows it for ever. */
  mapboxId: string;
  poiCategories: string[];
  /** Name of an icon of the Maki set. */
  maki: string | null;
  /** `Q42`; null when the provider does not say. */
  wikidataId: string | null;
  /** How it answers what was typed; null when the provider does not say, or nothing was typed. */
  match: NameMatch | null;
}

/** How one of the names of a place answers what was typed. */
export interface NameMatch {
  extent: Extent;
  /** Some word fits only with a slip of the finger. */
  slipped: boolean;
  /** How much the place is talked of, 0 to 1: a town of 3.5 times as many people weighs 0.116 more. */
  weight: number;
}

export interface SearchOptions {
  /** Places near this point come before equally good ones far away. */
  near?: Coordinates | undefined;
  /** At least 1. */
  limit: number;
  /** Language that names are wanted in, IETF tag; a provider that has them in one language only answers in that. */
  lang?: string | undefined;
}

/** Finds places by what people type and where they point. Adapters: one file each beside this one; all run `contract.ts`. */
export interface Places {
  /**
   * Places whose name is or begins like what was typed, best first, at most `limit`. Words that name nothing find nothing.
   * @throws EngineUnavailable.
   */
  search(query: string, options: SearchOptions): Promise<FoundPlace[]>;
  /**
   * The place with this id of the provider; null when there is none.
   * @throws EngineUnavailable.
   */
  retrieve(id: string): Promise<FoundPlace | null>;
  /**
   * Place that a point is named after: an address, or the town in or near which it lies; null far from any.
   * @throws EngineUnavailable.
   */
  nearest(coordinates: Coordinates): Promise<FoundPlace | null>;
  /**
   * Points of interest in a part of a town, at most `limit`, in no order. A box whose west is greater than its east crosses the antimeridian.
   * @throws EngineUnavailable.
   */
  within(box: Box, limit: number): Promise<FoundPlace[]>;
  /** Loads what the first search would wait for. May be called at any time and as often as one likes. */
  warm(): Promise<void>;
}
