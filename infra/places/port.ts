import type { Address, Coordinates } from '@waystory/proto/kit/field.ts';

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
  /** Id of the map service; null when it comes from elsewhere. */
  mapboxId: string | null;
  poiCategories: string[];
  /** Name of an icon of the Maki set. */
  maki: string | null;
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
   * What a point is called after: an address or the town it lies in or close to; null in the middle of nowhere.
   * @throws EngineUnavailable.
   */
  nearest(coordinates: Coordinates): Promise<FoundPlace | null>;
  /** Loads what the first search would wait for. May be called at any time and as often as one likes. */
  warm(): Promise<void>;
}
