import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Routing, TravelMode } from './port.ts';

/** Streets of a town are so much longer than the straight line: measured in grids and in old quarters alike, 1.2 to 1.4. */
const detour = 1.3;
/** Usual speeds with all waiting, metres a second. */
const speeds: Readonly<Record<TravelMode, number>> = { walk: 1.25, bike: 4, car: 11 };
/** Farther than this nobody goes in that way in a day, so that it is not said how long it takes; metres. */
const farthest: Readonly<Record<TravelMode, number>> = { walk: 60_000, bike: 200_000, car: 1_500_000 };

/** Straight lines with a factor: asks nobody, and knows neither rivers nor seas. */
export const straightRouting = (): Routing => ({
  ways: async (points, mode) =>
    points.slice(1).map((to, index) => {
      const metres = Math.round(kilometresBetween(points[index] ?? to, to) * 1_000 * detour);
      return metres > farthest[mode] ? null : { metres, seconds: Math.round(metres / speeds[mode]), line: null };
    }),
});
