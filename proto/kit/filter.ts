import type { z } from 'zod';

/** A value that a filter compares with. */
export type Scalar = string | number | boolean;

/** Type by which a field is compared: `text` and `id` as strings, `time` as ISO 8601 strings, `set` as an array of strings. */
export type FieldKind = 'text' | 'id' | 'number' | 'time' | 'flag' | 'set';

/** Fields of a list that filters may use. */
export interface Filterable {
  filterable: Readonly<Record<string, FieldKind>>;
  /** Formats of fields, for example states or country codes. Filters accept only texts in the format, in any case. */
  forms?: Readonly<Record<string, z.ZodType<string, string>>>;
}

/** A bounding box in degrees; it crosses the antimeridian when `west > east`. */
export interface Box {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** True for a point in a bounding box, edges included. */
export function isInBox({ south, west, north, east }: Box, { latitude, longitude }: { latitude: number; longitude: number }): boolean {
  if (latitude < south || latitude > north) return false;
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
}

/**
 * A condition on documents, the only form that projection stores accept. A missing field counts as null.
 * `eq`, `in`, `has`, `contains`, `startsWith` and ordered comparisons never match null; `ne` does.
 * Texts compare by code point and case, except `contains` and `startsWith`, which ignore case.
 */
export type Filter =
  | { op: 'and' | 'or'; of: Filter[] }
  | { op: 'not'; of: Filter }
  | { op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'; field: string; value: Scalar }
  | { op: 'in'; field: string; values: Scalar[] }
  /** True when the array `field` contains `value`. */
  | { op: 'has'; field: string; value: string }
  | { op: 'contains' | 'startsWith'; field: string; value: string }
  | { op: 'isNull'; field: string; value: boolean }
  /** True when the point of two number fields is in the bounding box, edges included. */
  | { op: 'within'; latitude: string; longitude: string; box: Box };

export interface SortKey {
  field: string;
  direction: 1 | -1;
}

/** Conjunction; null and undefined conditions are dropped. */
export function allOf(...filters: (Filter | null | undefined)[]): Filter | null {
  const of = filters.filter((filter): filter is Filter => filter != null);
  return of.length > 1 ? { op: 'and', of } : (of[0] ?? null);
}

export const eq = (field: string, value: Scalar): Filter => ({ op: 'eq', field, value });
export const anyOf = (...of: Filter[]): Filter => ({ op: 'or', of });
