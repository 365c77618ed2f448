import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { distanceText, type Reader } from '../../../lib/measures.ts';

/** Distance below which two points are treated as equal, kilometres. */
const here = 0.02;

/** Distance label between two places; null for an unknown place, and for a distance below `here`. */
export function distanceLabel(from: Coordinates | null, to: Coordinates | null, reader: Reader): string | null {
  if (!from || !to) return null;
  const kilometres = kilometresBetween(from, to);
  return kilometres < here ? null : distanceText(kilometres, reader);
}
