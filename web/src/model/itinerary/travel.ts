import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';

/** Probable mode of travel between two stops. */
export type TravelMode = 'walk' | 'transit' | 'road' | 'flight';

export interface Travel {
  mode: TravelMode;
  /** Great-circle distance. */
  kilometres: number;
  minutes: number;
}

/** Factor from the straight line to a typical route, in and between towns. */
const detour = 1.3;
/**
 * Modes with their longest route (kilometres), speed (kilometres per hour) and overhead (minutes). Transit includes a wait; flights include transfers
 * and time in the airports.
 */
const modes: readonly { mode: TravelMode; upTo: number; speed: number; overhead: number }[] = [
  { mode: 'walk', upTo: 2.5, speed: 4.5, overhead: 0 },
  { mode: 'transit', upTo: 40, speed: 25, overhead: 8 },
  { mode: 'road', upTo: 900, speed: 80, overhead: 20 },
  { mode: 'flight', upTo: Number.POSITIVE_INFINITY, speed: 750, overhead: 180 },
];

/** Estimated route between two points, without streets or timetables. */
export function travelBetween(from: Coordinates, to: Coordinates): Travel {
  const kilometres = kilometresBetween(from, to);
  const way = kilometres * detour;
  const { mode, speed, overhead } = modes.find(({ upTo }) => way <= upTo) ?? { mode: 'flight' as const, speed: 750, overhead: 180 };
  const exact = overhead + (way / speed) * 60;
  // Precision of the estimate, minutes.
  const step = exact < 60 ? 5 : 15;
  return { mode, kilometres, minutes: Math.max(exact < 2 ? 1 : step, Math.round(exact / step) * step) };
}
