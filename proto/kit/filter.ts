import type { z } from 'zod';

/** A value that a field can be compared with. */
export type Scalar = string | number | boolean;

/** How a field is compared: `text` and `id` as strings, `time` as ISO 8601 strings, `set` is an array of strings. */
export type FieldKind = 'text' | 'id' | 'number' | 'time' | 'flag' | 'set';

/** What a list may be filtered by. */
export interface Filterable {
  filterable: Readonly<Record<string, FieldKind>>;
  /** Fields whose texts are all of one form, such as a state or the code of a country; a filter names nothing else, in any case. */
  forms?: Readonly<Record<string, z.ZodType<string, string>>>;
}

/** A box on the map in degrees; it crosses the antimeridian when `west > east`. */
export interface Box {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** Whether a point in degrees lies in a box, edges included. */
export function isInBox({ south, west, north, east }: Box, { latitude, longitude }: { latitude: number; longitude: number }): boolean {
  if (latitude < south || latitude > north) return false;
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
}

/**
 * A condition on documents, the only form in which one reaches a projection store.
 * A missing field counts as null. `eq`, `in`, `has`, `contains`, `startsWith` and the ordered comparisons never match null; `ne` does.
 * Text compares by code point and with regard to case, except `contains` and `startsWith`, which disregard case.
 */
export type Filter =
  | { op: 'and' | 'or'; of: Filter[] }
  | { op: 'not'; of: Filter }
  | { op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'; field: string; value: Scalar }
  | { op: 'in'; field: string; values: Scalar[] }
  /** The array `field` holds `value`. */
  | { op: 'has'; field: string; value: string }
  | { op: 'contains' | 'startsWith'; field: string; value: string }
  | { op: 'isNull'; field: string; value: boolean }
  /** The point (`latitude`, `longitude` are names of number fields) lies in the box, edges included. */
  | { op: 'within'; latitude: string; longitude: string; box: Box };

export interface SortKey {
  field: string;
  direction: 1 | -1;
}

/** All of the given conditions; those that are null or undefined ask for nothing. */
export function allOf(...filters: (Filter | null | undefined)[]): Filter | null {
  const of = filters.filter((filter): filter is Filter => filter != null);
  return of.length > 1 ? { op: 'and', of } : (of[0] ?? null);
}

export const eq = (field: string, value: Scalar): Filter => ({ op: 'eq', field, value });
export const anyOf = (...of: Filter[]): Filter => ({ op: 'or', of });
