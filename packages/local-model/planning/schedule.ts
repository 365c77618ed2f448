import { kilometresAlong, kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Category } from '../world/atlas.ts';

interface Located {
  coordinates: Coordinates;
}

export const routeKilometres = (stops: readonly Located[]): number => kilometresAlong(stops.map(({ coordinates }) => coordinates));
export const kilometresApart = (a: Located, b: Located): number => kilometresBetween(a.coordinates, b.coordinates);

/** Length of the shortest route through all stops, with any first and last stop (Held-Karp), kilometres. */
export function shortestRouteKilometres(stops: readonly Located[]): number {
  const count = stops.length;
  if (count < 2) return 0;
  const between = stops.map((a) => stops.map((b) => kilometresApart(a, b)));
  const full = 2 ** count;
  // Length of the shortest route for each set of stops and each last stop in it.
  const best = new Float64Array(full * count).fill(Number.POSITIVE_INFINITY);
  for (let last = 0; last < count; last++) best[(1 << last) * count + last] = 0;
  for (let set = 1; set < full; set++)
    for (let last = 0; last < count; last++) {
      const length = best[set * count + last] ?? 0;
      if (length === Number.POSITIVE_INFINITY) continue;
      for (let next = 0; next < count; next++) {
        if (set & (1 << next)) continue;
        const at = (set | (1 << next)) * count + next;
        best[at] = Math.min(best[at] ?? 0, length + (between[last]?.[next] ?? 0));
      }
    }
  return Math.min(...best.subarray((full - 1) * count));
}

/** All permutations of a short list. */
export function* permutationsOf<T>(things: readonly T[]): Generator<T[]> {
  if (things.length < 2) return yield [...things];
  for (const [index, first] of things.entries()) for (const rest of permutationsOf(things.toSpliced(index, 1))) yield [first, ...rest];
}

/** Number of stops above which a day is ordered by heuristics. */
const mostTried = 7;

/** Candidate orders: all permutations of a short day, one heuristic order of a long day (nearest neighbour, improved by 2-opt). */
export function candidateOrders<T extends Located>(stops: readonly T[]): Iterable<T[]> {
  return stops.length <= mostTried ? permutationsOf(stops) : [improved(nearestFirst(stops))];
}

function nearestFirst<T extends Located>(stops: readonly T[]): T[] {
  const [first, ...left] = stops;
  if (!first) return [];
  const way = [first];
  while (left.length > 0) {
    const last = way.at(-1) ?? first;
    const next = left.reduce((best, stop) => (kilometresApart(last, stop) < kilometresApart(last, best) ? stop : best));
    left.splice(left.indexOf(next), 1);
    way.push(next);
  }
  return way;
}

/** Reverses segments of a route as long as it gets shorter (2-opt). */
function improved<T extends Located>(way: readonly T[]): T[] {
  let best = [...way];
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    for (let from = 0; from < best.length - 1; from++)
      for (let to = from + 1; to < best.length; to++) {
        const turned = [...best.slice(0, from), ...best.slice(from, to + 1).reverse(), ...best.slice(to + 1)];
        if (routeKilometres(turned) >= routeKilometres(best) - 1e-9) continue;
        best = turned;
        isBetter = true;
      }
  }
  return best;
}

export type Pace = 'slow' | 'usual' | 'full';

/** A stop to schedule. */
export interface Visit {
  name: string;
  about: string;
  category: Category;
  coordinates: Coordinates;
}

/** A visit with its time, minutes from midnight. */
export interface TimedVisit<V extends Visit> {
  visit: V;
  start: number;
  minutes: number;
}

const stays: Readonly<Record<Category, number>> = {
  ...{ landmark: 45, museum: 100, park: 60, viewpoint: 40, market: 60, religious: 45, historic: 75, neighbourhood: 75, beach: 120 },
  ...{ garden: 60, bridge: 25, square: 30, theatre: 60, palace: 90, nature: 90, food: 75, street: 40 },
};
const lengthening: Readonly<Record<Pace, number>> = { slow: 1.4, usual: 1, full: 0.85 };
export const startOfDayMinutes: Readonly<Record<Pace, number>> = { slow: 10 * 60, usual: 9.5 * 60, full: 9 * 60 };

const toStep = (minutes: number, step: number): number => Math.ceil(minutes / step) * step;
export const stayMinutes = ({ category }: Pick<Visit, 'category'>, pace: Pace): number => toStep(stays[category] * lengthening[pace], 5);

const walkingSpeed = 4.5;
const transitSpeed = 20;
/** Largest distance for a walk, kilometres; beyond it people take a bus or a train. */
const walkable = 3;
const waiting = 10;
export const travelMinutes = (kilometres: number): number =>
  kilometres <= walkable ? (kilometres / walkingSpeed) * 60 : waiting + (kilometres / transitSpeed) * 60;

/** Best hour for a visit by category, and its weight. */
const bestHours: Readonly<Partial<Record<Category, readonly [hour: number, weight: number]>>> = {
  market: [10, 0.8],
  religious: [10.5, 0.3],
  museum: [11, 0.4],
  palace: [11, 0.4],
  food: [13, 0.8],
  park: [14, 0.2],
  garden: [14, 0.2],
  beach: [14.5, 0.8],
  viewpoint: [17.5, 1],
  theatre: [18.5, 0.8],
};
const afterDark = /\b(night|evening|after dark|lamps|lanterns|sunset|dusk)\b/i;
const bestHour = ({ category, name, about }: Visit): readonly [number, number] =>
  afterDark.test(`${name} ${about}`) ? [19, category === 'market' || category === 'food' ? 2 : 0.6] : (bestHours[category] ?? [12, 0]);

const mealFrom = 12.5 * 60;
const meal = 60;

/** Start and length of visits in their order, with an hour for lunch. */
export function scheduleVisits<V extends Visit>(visits: readonly V[], opens: number, pace: Pace): TimedVisit<V>[] {
  let clock = opens;
  let hasEaten = opens >= mealFrom;
  let before: V | undefined;
  return visits.map((visit) => {
    if (before) clock += travelMinutes(kilometresApart(before, visit));
    if (!hasEaten && clock >= mealFrom) {
      clock += meal;
      hasEaten = true;
    }
    const start = toStep(clock, 15);
    const minutes = stayMinutes(visit, pace);
    clock = start + minutes;
    before = visit;
    return { visit, start, minutes };
  });
}

const mismatch = (timed: readonly TimedVisit<Visit>[]): number =>
  timed.reduce((sum, { visit, start }) => {
    const [hour, weight] = bestHour(visit);
    return sum + weight * Math.abs(start / 60 - hour);
  }, 0);

/** Maximum ratio of a day's route to the shortest route, when a longer route gives better hours. */
const detour = 1.15;

/** The order of a day that balances a short route against the best hours. `base` is the start of the route, if known. */
export function orderVisits<V extends Visit>(visits: readonly V[], opens: number, pace: Pace, base: Coordinates | null): V[] {
  if (visits.length < 2) return [...visits];
  const shortest = visits.length <= 12 ? shortestRouteKilometres(visits) : Number.POSITIVE_INFINITY;
  let best: V[] = [...visits];
  let least = Number.POSITIVE_INFINITY;
  for (const order of candidateOrders(visits)) {
    const length = routeKilometres(order);
    if (visits.length <= 7 && length > shortest * detour + 1e-9) continue;
    const start = order[0];
    const fromBase = base && start ? kilometresApart({ coordinates: base }, start) * 0.5 : 0;
    const cost = mismatch(scheduleVisits(order, opens, pace)) + length * 0.5 + fromBase;
    if (cost >= least - 1e-9) continue;
    least = cost;
    best = order;
  }
  return best;
}

/** Time of day such as `09:30`, from minutes after midnight. */
export const formatClock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(Math.round(minutes) % 60).padStart(2, '0')}`;
