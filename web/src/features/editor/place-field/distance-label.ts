import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { distanceText, type Reader } from '../../../lib/measures.ts';

/** Nearer than this two points are one, kilometres. */
const here = 0.02;

/** How far a place is from another in words; null when that is unknown or nothing. */
export function distanceLabel(from: Coordinates | null, to: Coordinates | null, reader: Reader): string | null {
  if (!from || !to) return null;
  const kilometres = kilometresBetween(from, to);
  return kilometres < here ? null : distanceText(kilometres, reader);
}
