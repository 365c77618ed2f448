import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Routing, TravelMode } from './port.ts';

/** Ratio of street to straight distance in towns: measured 1.2 to 1.4 in grids and old quarters alike. */
const detour = 1.3;
/** Usual speeds, waiting times included, metres per second. */
const speeds: Readonly<Record<TravelMode, number>> = { walk: 1.25, bike: 4, car: 11 };
/** Longest leg, metres. A longer leg is null, because people do not travel farther in this mode in a day. */
const farthest: Readonly<Record<TravelMode, number>> = { walk: 60_000, bike: 200_000, car: 1_500_000 };

/** Routing along straight lines, lengthened by the factor `detour`. It needs no service, and ignores rivers and seas. */
export const straightRouting = (): Routing => ({
  ways: async (points, mode) =>
    points.slice(1).map((to, index) => {
      const metres = Math.round(kilometresBetween(points[index] ?? to, to) * 1_000 * detour);
      return metres > farthest[mode] ? null : { metres, seconds: Math.round(metres / speeds[mode]), line: null };
    }),
});
