import type { Coordinates } from '@waystory/proto/kit/field.ts';

/** What a place of interest is, in the words of the built-in world. */
export const categories = [
  ...['landmark', 'museum', 'park', 'viewpoint', 'market', 'religious', 'historic', 'neighbourhood', 'beach'],
  ...['garden', 'bridge', 'square', 'theatre', 'palace', 'nature', 'food', 'street'],
] as const;
export type Category = (typeof categories)[number];

/** A place of interest of the built-in world. */
export interface Point {
  /** `<city>/<place>`. */
  key: string;
  name: string;
  otherNames: readonly string[];
  category: Category;
  /** One sentence. */
  about: string;
  /** Town that its address is in, which may lie outside the city. */
  town: string;
  coordinates: Coordinates;
}

/** A city whose places of interest are known. */
export interface City {
  slug: string;
  name: string;
  /** In other languages, and for short. */
  otherNames: readonly string[];
  countryCode: string;
  coordinates: Coordinates;
  /** The best known come first. */
  points: readonly Point[];
}

export interface Country {
  code: string;
  name: string;
  otherNames: readonly string[];
}

/** A town of some size, to tell which of its namesakes people mean. */
export interface Town {
  name: string;
  countryCode: string;
  coordinates: Coordinates;
  population: number;
}

/** All that the model knows of the world by itself; everything else it has to look up. */
export interface Atlas {
  cities: readonly City[];
  countries: readonly Country[];
  towns: readonly Town[];
}

export const cityOf = ({ cities }: Atlas, slug: string): City | undefined => cities.find((city) => city.slug === slug);
export const citiesIn = ({ cities }: Atlas, countryCode: string): City[] => cities.filter((city) => city.countryCode === countryCode);
export const countryName = ({ countries }: Atlas, code: string): string => countries.find((country) => country.code === code)?.name ?? code;
