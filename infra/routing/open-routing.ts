import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { ifAvailable } from '../errors.ts';
import type { RouteLeg, Routing } from './port.ts';

/** Routing by an open service, or along straight lines while it is unavailable. */
export const routingWithOpen = (open: Routing, straight: Routing): Routing => ({
  ways: async (points, mode) => (await ifAvailable(open.ways(points, mode))) ?? straight.ways(points, mode),
});

/**
 * Requests all legs of a route at once; if a point is unreachable, requests each leg alone.
 * @param most Most points per request; a longer list is split.
 */
export async function legsTogetherOrSingly(
  points: readonly Coordinates[],
  route: (points: readonly Coordinates[]) => Promise<RouteLeg[] | null>,
  most = points.length,
): Promise<(RouteLeg | null)[]> {
  if (points.length > most) {
    const first = await legsTogetherOrSingly(points.slice(0, most), route);
    return [...first, ...(await legsTogetherOrSingly(points.slice(most - 1), route, most))];
  }
  const all = await route(points);
  if (all?.length === points.length - 1) return all;
  if (points.length === 2) return [null];
  const ways: (RouteLeg | null)[] = [];
  for (const [index, to] of points.slice(1).entries()) ways.push((await route([points[index] ?? to, to]))?.[0] ?? null);
  return ways;
}
