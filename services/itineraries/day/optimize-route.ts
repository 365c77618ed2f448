import { kilometresBetween, wrapLongitude } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';

/** Properties of a stop that route optimization needs. */
export interface RouteStop {
  id: string;
  coordinates: Coordinates;
  /** True when the stop keeps its position in the order. */
  locked?: boolean;
  /** ISO 8601 UTC. A timed stop only takes positions of timed stops, so that as many stops precede it as planned. */
  startTime?: string | null;
}

export interface RouteRules {
  /** The route may begin at a stop other than the first. */
  freeStart?: boolean;
  /** The route may end at a stop other than the last. */
  freeEnd?: boolean;
  /** Up to this number of movable stops the best of all orders is found; beyond it, a heuristic finds a good order. */
  exactUpTo?: number;
}

interface OptimizedRoute {
  stopIds: string[];
  kmBefore: number;
  kmAfter: number;
  /** True when no shorter order keeps the rules. */
  exact: boolean;
}

/** Default of `exactUpTo`. Subsets of 12 stops are searched in some milliseconds; each further stop doubles the time. */
const usuallyExactUpTo = 12;
/** Smallest gain, kilometres; a smaller gain is a rounding error. */
const least = 1e-7;
/** Largest number of neighbouring stops that move together. */
const longestMoved = 3;

/**
 * Order of the stops with the shortest great-circle length, or nearly so beyond `exactUpTo` movable stops. First, last and locked stops keep their
 * positions. Timed stops share their positions in order of time, and with equal times in the former order. Without a gain the order stays.
 */
export function optimizeRoute(stops: readonly RouteStop[], rules: RouteRules = {}): OptimizedRoute {
  const km = kilometresOf(stops);
  const isFixed = (place: number): boolean =>
    stops[place]?.locked || (place === 0 && !rules.freeStart) || (place === stops.length - 1 && !rules.freeEnd);
  const base = inOrderOfTime(stops, isFixed);
  const places = [...base.keys()].filter((place) => !isFixed(place) && !stops[place]?.startTime);
  const exact = places.length <= (rules.exactUpTo ?? usuallyExactUpTo);
  const found = exact ? bestOrder(base, places, km) : goodOrder(base, places, km);
  const best = lengthOf(found, km) < lengthOf(base, km) - least ? found : base;
  const before = [...stops.keys()];
  const kmBefore = lengthOf(before, km);
  // An order by time may be longer than the written order, which then stays.
  const order = lengthOf(best, km) > kmBefore + least ? before : best;
  return { stopIds: order.flatMap((stop) => stops[stop]?.id ?? []), kmBefore, kmAfter: lengthOf(order, km), exact };
}

/** Kilometres between two stops by their numbers; 0 when a stop is undefined, as before the first and after the last stop. */
type Kilometres = (from: number | undefined, to: number | undefined) => number;

function kilometresOf(stops: readonly RouteStop[]): Kilometres {
  const none = stops.length;
  const size = none + 1;
  const table = new Float64Array(size * size);
  for (const [from, a] of stops.entries())
    for (const [to, b] of stops.entries()) table[from * size + to] = kilometresBetween(a.coordinates, b.coordinates);
  return (from = none, to = none) => table[from * size + to] ?? 0;
}

const lengthOf = (order: readonly number[], km: Kilometres): number => order.reduce((length, stop, place) => length + km(order[place - 1], stop), 0);

/** Stop numbers in the present order, with movable timed stops sorted by time. */
function inOrderOfTime(stops: readonly RouteStop[], isFixed: (place: number) => boolean): number[] {
  const order = [...stops.keys()];
  const timed = order.filter((place) => !isFixed(place) && stops[place]?.startTime);
  const clocks = unwound(timed.flatMap((stop) => stops[stop] ?? []));
  const clockOf = new Map(timed.map((stop, at) => [stop, clocks[at] ?? 0]));
  const sorted = timed.toSorted((a, b) => (clockOf.get(a) ?? 0) - (clockOf.get(b) ?? 0));
  timed.forEach((place, index) => {
    order[place] = sorted[index] ?? place;
  });
  return order;
}

const dayLength = 86_400_000;

/** Largest difference between the clocks of two zones on one meridian, as at the border of China and Afghanistan, milliseconds. */
const zonesApart = 3.5 * 3_600_000;

/**
 * Times in the order of travel, each within half a day of the time before. A larger jump back means that midnight or the date line was passed. A jump
 * back that two time zones can explain means that a border was crossed: the stop keeps its position.
 */
function unwound(stops: readonly RouteStop[]): number[] {
  const clocks: number[] = [];
  for (const [at, stop] of stops.entries()) {
    const before = stops[at - 1] ?? stop;
    const time = Date.parse(stop.startTime ?? '');
    const step = time - Date.parse(before.startTime ?? '');
    const within = step - Math.round(step / dayLength) * dayLength;
    const degrees = Math.abs(wrapLongitude(stop.coordinates.longitude - before.coordinates.longitude));
    const isZone = within < 0 && -within <= zonesApart + (degrees / 360) * dayLength;
    clocks.push((clocks.at(-1) ?? time) + (isZone ? 0 : within));
  }
  return clocks;
}

/**
 * Best order by the Held-Karp algorithm: each set of visited stops and its last stop keep only the shortest route. The size of the set determines the
 * next position, and with it the fixed stops before that position.
 */
function bestOrder(base: readonly number[], places: readonly number[], km: Kilometres): number[] {
  const movable = places.map((place) => base[place] ?? 0);
  const count = movable.length;
  if (count === 0) return [...base];
  const steps = places.map((place, nth) => stepOver(base.slice((places[nth - 1] ?? -1) + 1, place), km));
  const toEnd = stepOver(base.slice((places.at(-1) ?? 0) + 1), km);
  const shortest = new Float64Array(2 ** count * count).fill(Number.POSITIVE_INFINITY);
  const before = new Int8Array(2 ** count * count).fill(-1);
  for (let set = 1; set < 2 ** count; set++) {
    const step = steps[bitsIn(set) - 1];
    for (let last = 0; last < count; last++) {
      const earlier = set & ~(1 << last);
      if (earlier === set) continue;
      if (earlier === 0) shortest[set * count + last] = step?.(undefined, movable[last]) ?? 0;
      for (let one = 0; one < count; one++) {
        if (!(earlier & (1 << one))) continue;
        const length = (shortest[earlier * count + one] ?? 0) + (step?.(movable[one], movable[last]) ?? 0);
        if (length >= (shortest[set * count + last] ?? 0)) continue;
        shortest[set * count + last] = length;
        before[set * count + last] = one;
      }
    }
  }
  return traced({ base, places, movable, shortest, before, toEnd });
}

/** Kilometres from one stop to another through the fixed stops between them. */
function stepOver(between: readonly number[], km: Kilometres): Kilometres {
  const [first] = between;
  if (first === undefined) return km;
  const inside = lengthOf(between, km);
  const last = between.at(-1);
  return (from, to) => km(from, first) + inside + km(last, to);
}

function bitsIn(set: number): number {
  let bits = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) bits++;
  return bits;
}

interface Search {
  base: readonly number[];
  places: readonly number[];
  movable: readonly number[];
  shortest: Float64Array;
  before: Int8Array;
  toEnd: Kilometres;
}

/** Reconstructs the best order of the search, from its last stop backwards. */
function traced({ base, places, movable, shortest, before, toEnd }: Search): number[] {
  const count = movable.length;
  const all = 2 ** count - 1;
  const total = (last: number): number => (shortest[all * count + last] ?? 0) + toEnd(movable[last], undefined);
  let last = [...movable.keys()].reduce((best, one) => (total(one) < total(best) ? one : best), 0);
  const order = [...base];
  for (let set = all, nth = count - 1; nth >= 0; nth--) {
    order[places[nth] ?? 0] = movable[last] ?? 0;
    const earlier = before[set * count + last] ?? 0;
    set &= ~(1 << last);
    last = earlier;
  }
  return order;
}

/** First and last of consecutive free positions. */
type Run = readonly [from: number, to: number];

function runsOf(places: readonly number[]): Run[] {
  const starts = places.filter((place, index) => places[index - 1] !== place - 1);
  return starts.map((from, index) => [from, places[places.indexOf(starts[index + 1] ?? -1) - 1] ?? places.at(-1) ?? from]);
}

/** A good order: the shorter of the present and the nearest-neighbour order, improved until no step shortens it. */
function goodOrder(base: readonly number[], places: readonly number[], km: Kilometres): number[] {
  const runs = runsOf(places);
  const nearest = nearestNext(base, places, km);
  const order = lengthOf(nearest, km) < lengthOf(base, km) ? nearest : [...base];
  while (untangle(order, runs, km) || moveSome(order, runs, km) || exchange(order, places, km));
  return order;
}

function nearestNext(base: readonly number[], places: readonly number[], km: Kilometres): number[] {
  const order = [...base];
  const left = new Set(places.map((place) => base[place] ?? 0));
  for (const place of places) {
    const from = order[place - 1];
    let nearest = base[place] ?? 0;
    let distance = Number.POSITIVE_INFINITY;
    for (const stop of left) {
      if (km(from, stop) >= distance) continue;
      nearest = stop;
      distance = km(from, stop);
    }
    left.delete(nearest);
    order[place] = nearest;
  }
  return order;
}

/** 2-opt: reverses parts of runs, so that the route does not cross itself. Returns whether the route became shorter. */
function untangle(order: number[], runs: readonly Run[], km: Kilometres): boolean {
  let better = false;
  for (const [from, to] of runs) {
    for (let i = from; i < to; i++) {
      for (let j = i + 1; j <= to; j++) {
        const gain = km(order[i - 1], order[i]) + km(order[j], order[j + 1]) - km(order[i - 1], order[j]) - km(order[i], order[j + 1]);
        if (gain <= least) continue;
        order.splice(i, j - i + 1, ...order.slice(i, j + 1).reverse());
        better = true;
      }
    }
  }
  return better;
}

/** Or-opt: moves a few neighbours elsewhere in their run, in either direction. Returns whether the route became shorter. */
function moveSome(order: number[], runs: readonly Run[], km: Kilometres): boolean {
  let better = false;
  for (const [from, to] of runs) {
    for (let size = 1; size <= longestMoved; size++) {
      for (let i = from; i + size - 1 <= to; i++) better = moveFrom(order, [from, to], i, size, km) || better;
    }
  }
  return better;
}

function moveFrom(order: number[], [from, to]: Run, i: number, size: number, km: Kilometres): boolean {
  const [first, last] = [order[i], order[i + size - 1]];
  const [previous, next] = [order[i - 1], order[i + size]];
  const saved = km(previous, first) + km(last, next) - km(previous, next);
  // Between the stops at `gap - 1` and `gap`, which both stay where they are.
  for (let gap = from; gap <= to + 1; gap++) {
    if (gap >= i && gap <= i + size) continue;
    const [left, right] = [order[gap - 1], order[gap]];
    const straight = km(left, first) + km(last, right);
    const turned = km(left, last) + km(first, right);
    if (saved + km(left, right) - Math.min(straight, turned) <= least) continue;
    const moved = order.splice(i, size);
    order.splice(gap > i ? gap - size : gap, 0, ...(turned < straight ? moved.reverse() : moved));
    return true;
  }
  return false;
}

/** Exchanges two stops, the only move from one run to another. Returns whether the route became shorter. */
function exchange(order: number[], places: readonly number[], km: Kilometres): boolean {
  let better = false;
  const around = (place: number, stop: number | undefined): number => km(order[place - 1], stop) + km(stop, order[place + 1]);
  for (const i of places) {
    for (const j of places) {
      // `untangle` reverses neighbours.
      if (j <= i + 1) continue;
      const [a = 0, b = 0] = [order[i], order[j]];
      if (around(i, a) + around(j, b) - around(i, b) - around(j, a) <= least) continue;
      order[i] = b;
      order[j] = a;
      better = true;
    }
  }
  return better;
}
