import { kilometresAlong, kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';

interface Located {
  coordinates: Coordinates;
}

export const kilometresOf = (stops: readonly Located[]): number => kilometresAlong(stops.map(({ coordinates }) => coordinates));
export const apart = (a: Located, b: Located): number => kilometresBetween(a.coordinates, b.coordinates);

/** Length of the shortest way that visits all stops once, beginning and ending anywhere (Held and Karp), kilometres. */
export function shortestWay(stops: readonly Located[]): number {
  const count = stops.length;
  if (count < 2) return 0;
  const between = stops.map((a) => stops.map((b) => apart(a, b)));
  const full = 2 ** count;
  // For each set of stops and each last one of it: the shortest way.
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

/** Every order of some things; there are few of them. */
export function* ordersOf<T>(things: readonly T[]): Generator<T[]> {
  if (things.length < 2) return yield [...things];
  for (const [index, first] of things.entries()) for (const rest of ordersOf(things.toSpliced(index, 1))) yield [first, ...rest];
}

/** A day longer than this is put in order step by step. */
const mostTried = 7;

/** Orders that are worth a look: all of a short day, the shortest known of a long one. */
export function candidateOrders<T extends Located>(stops: readonly T[]): Iterable<T[]> {
  return stops.length <= mostTried ? ordersOf(stops) : [improved(nearestFirst(stops))];
}

function nearestFirst<T extends Located>(stops: readonly T[]): T[] {
  const [first, ...left] = stops;
  if (!first) return [];
  const way = [first];
  while (left.length > 0) {
    const last = way.at(-1) ?? first;
    const next = left.reduce((best, stop) => (apart(last, stop) < apart(last, best) ? stop : best));
    left.splice(left.indexOf(next), 1);
    way.push(next);
  }
  return way;
}

/** Turns pieces of the way around as long as it gets shorter (2-opt). */
function improved<T extends Located>(way: readonly T[]): T[] {
  let best = [...way];
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    for (let from = 0; from < best.length - 1; from++)
      for (let to = from + 1; to < best.length; to++) {
        const turned = [...best.slice(0, from), ...best.slice(from, to + 1).reverse(), ...best.slice(to + 1)];
        if (kilometresOf(turned) >= kilometresOf(best) - 1e-9) continue;
        best = turned;
        isBetter = true;
      }
  }
  return best;
}
