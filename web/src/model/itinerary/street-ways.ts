import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { useConfig } from '@waystory/client/config-context.tsx';
import type { RouteLeg, TravelMode } from '@waystory/proto/itineraries/way.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { useMemo } from 'react';
import { keys } from '../queries/keys.ts';
import { travelBetween } from './travel.ts';

/** Known street routes between two points, by `legKey`. */
export type StreetLegs = ReadonlyMap<string, RouteLeg>;
export const noStreetLegs: StreetLegs = new Map();

const written = ({ latitude, longitude }: Coordinates): string => `${latitude.toFixed(6)},${longitude.toFixed(6)}`;
export const legKey = (from: Coordinates, to: Coordinates): string => `${written(from)};${written(to)}`;

/** Maximum points per request, equal to the API's limit. */
const mostPoints = 50;

/** Consecutive points with one travel mode. */
export interface TravelRun {
  mode: TravelMode;
  points: readonly Coordinates[];
}

/** Travel mode of a street route; null for a probable flight, which has no street route. */
function modeOf(from: Coordinates, to: Coordinates): TravelMode | null {
  const { mode } = travelBetween(from, to);
  return mode === 'walk' ? 'walk' : mode === 'flight' ? null : 'car';
}

/** Runs of consecutive points with one travel mode, of at most 50 points each, without flights and zero distances. */
export function travelRunsOf(points: readonly Coordinates[]): TravelRun[] {
  const runs: { mode: TravelMode; points: Coordinates[] }[] = [];
  for (const [index, to] of points.entries()) {
    const from = points[index - 1];
    const mode = from && written(from) !== written(to) ? modeOf(from, to) : null;
    if (!from || !mode) continue;
    const last = runs.at(-1);
    if (last?.mode === mode && last.points.at(-1) === from && last.points.length < mostPoints) last.points.push(to);
    else runs.push({ mode, points: [from, to] });
  }
  return runs;
}

const waysOfRun = ({ mode, points }: TravelRun) => {
  const asked = points.map(written).join(';');
  return {
    queryKey: keys.ways(mode, asked),
    queryFn: () => api.findWays({ query: { points: asked, mode } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  };
};

type Answer = Awaited<ReturnType<typeof api.findWays>>;

/**
 * Known street routes between the points of some days; none when routing is off.
 * @param days points of each day in order; the list must be stable while nothing changes
 */
export function useStreetLegs(days: readonly (readonly Coordinates[])[]): StreetLegs {
  const { openServices } = useConfig();
  const isAsked = openServices.some(({ thing }) => thing === 'ways');
  const runs = useMemo(() => (isAsked ? days.flatMap(travelRunsOf) : []), [isAsked, days]);
  const combine = useMemo(() => (results: UseQueryResult<Answer>[]) => waysIn(runs, results), [runs]);
  return useQueries({ queries: runs.map(waysOfRun), combine });
}

function waysIn(runs: readonly TravelRun[], results: readonly UseQueryResult<Answer>[]): StreetLegs {
  if (runs.length === 0) return noStreetLegs;
  const ways = new Map<string, RouteLeg>();
  for (const [at, { points }] of runs.entries())
    for (const [index, way] of (results[at]?.data?.items ?? []).entries()) {
      const [from, to] = [points[index], points[index + 1]];
      // An answer without a line is only an estimate, like our own.
      if (way?.line && from && to) ways.set(legKey(from, to), way);
    }
  return ways;
}
