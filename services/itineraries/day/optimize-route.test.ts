import { kilometresAlong, kilometresBetween } from '@waystory/proto/kit/distance.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { optimizeRoute, type RouteRules, type RouteStop } from './optimize-route.ts';

const point = (latitude: number, longitude: number) => ({ latitude, longitude });
/** Stops on the way from Lisbon to Belém, numbered from the east. */
const along = (...longitudes: number[]): RouteStop[] => longitudes.map((at) => ({ id: String(at), coordinates: point(38.7, -9 - at / 100) }));
const idsOf = (stops: readonly RouteStop[]): string[] => stops.map(({ id }) => id);

/** Stops that lie anywhere in a town or on the globe, some locked, some with a time. */
const stops = (most: number, least = 0): fc.Arbitrary<RouteStop[]> => {
  const town = fc.record({ latitude: fc.double({ min: 38.6, max: 38.8, noNaN: true }), longitude: fc.double({ min: -9.3, max: -9.1, noNaN: true }) });
  const globe = fc.record({ latitude: fc.double({ min: -90, max: 90, noNaN: true }), longitude: fc.double({ min: -180, max: 180, noNaN: true }) });
  const time = fc.integer({ min: 0, max: 23 }).map((hour) => `2026-05-04T${String(hour).padStart(2, '0')}:00:00.000Z`);
  const stop = fc.record(
    {
      coordinates: fc.oneof(town, town, globe, fc.constant(point(38.7, -9.2))),
      locked: fc.constantFrom(false, false, false, true),
      startTime: fc.oneof(fc.constant(null), fc.constant(null), time),
    },
    { requiredKeys: ['coordinates'] },
  );
  return fc.array(stop, { minLength: least, maxLength: most }).map((all) => all.map((one, index) => ({ ...one, id: `s${index}` })));
};
const rules = fc.record({ freeStart: fc.boolean(), freeEnd: fc.boolean() }, { requiredKeys: [] });

const isFixed = (all: readonly RouteStop[], { freeStart, freeEnd }: RouteRules, place: number): boolean =>
  (all[place]?.locked ?? false) || (place === 0 && !freeStart) || (place === all.length - 1 && !freeEnd);

/** Unwrapped clock times along the route, each within half a day of the one before. */
function clocksOf(timed: readonly RouteStop[]): Map<RouteStop, number> {
  let [clock, before] = [0, 0];
  return new Map(
    timed.map((stop, at) => {
      const hour = Number(stop.startTime?.slice(11, 13));
      const forward = at === 0 ? hour : (hour - before + 24) % 24;
      const step = at > 0 && forward >= 12 ? forward - 24 : forward;
      // Time zones alone can set a clock back this far.
      const apart = Math.abs(stop.coordinates.longitude - (timed[at - 1] ?? stop).coordinates.longitude);
      clock += step < 0 && -step <= 3.5 + Math.min(apart, 360 - apart) / 15 ? 0 : step;
      before = hour;
      return [stop, clock];
    }),
  );
}

/** Whether an order keeps the rules, implemented independently of the product. */
function isAllowed(all: readonly RouteStop[], order: readonly RouteStop[], given: RouteRules): boolean {
  const kept = all.every((stop, place) => !isFixed(all, given, place) || order[place] === stop);
  const timed = order.filter((stop) => stop.startTime && !isFixed(all, given, all.indexOf(stop)));
  const clocks = clocksOf(all.filter((stop, place) => stop.startTime && !isFixed(all, given, place)));
  const placeIn = (stop: RouteStop): number => (clocks.get(stop) ?? 0) * 1_000 + all.indexOf(stop);
  const inTime = timed.every((stop, index) => placeIn(timed[index - 1] ?? stop) <= placeIn(stop));
  const onTheirPlaces = all.every((stop, place) => isFixed(all, given, place) || Boolean(order[place]?.startTime) === Boolean(stop.startTime));
  return kept && inTime && onTheirPlaces;
}

function* permutations<T>(all: readonly T[]): Generator<T[]> {
  if (all.length === 0) yield [];
  for (const [index, one] of all.entries()) for (const rest of permutations(all.toSpliced(index, 1))) yield [one, ...rest];
}

const lengthOf = (order: readonly RouteStop[]): number => kilometresAlong(order.map(({ coordinates }) => coordinates));
const inOrder = (all: readonly RouteStop[], ids: readonly string[]): RouteStop[] => ids.flatMap((id) => all.filter((stop) => stop.id === id));

describe('Shortest route', () => {
  test('goes from the first stop to the last without turning back', () => {
    expect(optimizeRoute(along(0, 5, 2, 4, 1, 3, 6))).toMatchObject({ stopIds: ['0', '1', '2', '3', '4', '5', '6'], exact: true });
  });

  test('begins and ends at other stops with freeStart and freeEnd', () => {
    expect(optimizeRoute(along(3, 1, 2, 0), { freeStart: true, freeEnd: true }).kmAfter).toBeCloseTo(lengthOf(along(0, 1, 2, 3)), 9);
    expect(optimizeRoute(along(3, 1, 0, 2), { freeEnd: true }).stopIds).toEqual(['3', '2', '1', '0']);
    expect(optimizeRoute(along(1, 3, 2, 0), { freeStart: true }).stopIds).toEqual(['3', '2', '1', '0']);
  });

  test('keeps locked stops in their positions, and timed stops in order of time', () => {
    const day = along(0, 4, 3, 2, 1, 5);
    const locked = day.map((stop) => (stop.id === '3' ? { ...stop, locked: true } : stop));
    expect(optimizeRoute(locked).stopIds[2]).toBe('3');
    const at = (hour: string) => ({ startTime: `2026-05-04T${hour}:00:00.000Z` });
    const timed = day.map((stop) => (stop.id === '4' ? { ...stop, ...at('20') } : stop.id === '1' ? { ...stop, ...at('09') } : stop));
    expect(optimizeRoute(timed).stopIds).toEqual(['0', '1', '2', '3', '4', '5']);
  });

  test('reverses no part that crosses midnight or the date line', () => {
    const at = (time: string, latitude: number, longitude: number): RouteStop => ({
      id: time,
      coordinates: point(latitude, longitude),
      startTime: time,
    });
    const night = [along(0)[0], at('2026-05-10T22:30:00.000Z', 38.7, -9.01), at('2026-05-10T00:30:00.000Z', 38.7, -9.02), along(3)[0]].filter(
      (stop) => stop !== undefined,
    );
    expect(optimizeRoute(night, { freeStart: true, freeEnd: true }).stopIds).toEqual(idsOf(night));
    const apia = [at('2026-05-11T10:00:00.000Z', -13.83, -171.77), at('2026-05-10T11:00:00.000Z', -14.28, -170.7)];
    const islands = [...apia, ...along(0)];
    expect(optimizeRoute(islands, {}).stopIds.slice(0, 2)).toEqual(idsOf(apia));
    const pacific = [at('2026-05-10T22:00:00.000Z', -36.85, 174.76), at('2026-05-10T06:00:00.000Z', 21.31, -157.86)];
    const flight = optimizeRoute([...pacific, at('2026-05-10T08:00:00.000Z', 21.32, -157.9)], { freeStart: true, freeEnd: true });
    expect([flight.stopIds.slice(0, 2), flight.kmAfter <= flight.kmBefore]).toEqual([idsOf(pacific), true]);
  });

  test.each([
    ['a border', [38.88, -6.97, '10:00'], [38.88, -7.16, '09:20']],
    ['half a continent', [39.9, 116.4, '12:00'], [34.5, 69.2, '08:00']],
    ['an ocean', [51.5, -0.1, '17:00'], [40.7, -74, '13:00']],
    ['the date line', [-21.1, -175.2, '10:00'], [-17.7, 178.1, '09:30']],
  ] as const)('keeps the order where a time zone sets the clock back: across %s', (_, one, other) => {
    const [a, b] = [one, other].map(([latitude, longitude, time], at): RouteStop => {
      return { id: `s${at}`, coordinates: point(latitude, longitude), startTime: `2026-05-10T${time}:00.000Z` };
    });
    if (!a || !b) expect.fail('two of two');
    // The reverse order would be shorter.
    const day = [{ id: 'from', coordinates: b.coordinates }, a, b, { id: 'to', coordinates: a.coordinates }];
    expect(optimizeRoute(day).stopIds).toEqual(idsOf(day));
  });

  test('is never longer than the written order', () => {
    const at = (id: string, hour: string, east: number): RouteStop => ({
      id,
      coordinates: point(38.7, -9 + east),
      startTime: `2026-05-04T${hour}:00:00.000Z`,
    });
    // In order of time the route would zigzag.
    const day = [at('a', '09', 0), at('c', '12', 0.1), at('b', '10', 0.2), at('d', '11', 0.3)];
    expect(optimizeRoute(day, { freeStart: true, freeEnd: true })).toMatchObject({ stopIds: ['a', 'c', 'b', 'd'] });
    fc.assert(
      fc.property(stops(20), rules, (all, given) => {
        const { kmAfter, kmBefore } = optimizeRoute(all, given);
        expect(kmAfter).toBeLessThanOrEqual(kmBefore + 1e-6);
      }),
      { numRuns: 200 },
    );
  });

  test('stays unchanged without a gain', () => {
    expect(optimizeRoute([])).toEqual({ stopIds: [], kmBefore: 0, kmAfter: 0, exact: true });
    expect(optimizeRoute(along(7)).stopIds).toEqual(['7']);
    const samePlace = ['a', 'b', 'c', 'd'].map((id) => ({ id, coordinates: point(38.7, -9.1) }));
    expect(optimizeRoute(samePlace, { freeStart: true, freeEnd: true }).stopIds).toEqual(['a', 'b', 'c', 'd']);
  });

  test('of up to 8 stops is the shortest of all permitted orders', () => {
    fc.assert(
      fc.property(stops(6), rules, (all, given) => {
        const { stopIds, kmAfter, kmBefore, exact } = optimizeRoute(all, given);
        const order = inOrder(all, stopIds);
        // The written order stays where an order in time would be longer.
        const isKept = order.every((stop, place) => stop === all[place]);
        expect({ allowed: isKept || isAllowed(all, order, given), exact }).toEqual({ allowed: true, exact: true });
        let shortest = lengthOf(all);
        for (const one of permutations(all)) if (isAllowed(all, one, given)) shortest = Math.min(shortest, lengthOf(one));
        expect(Math.abs(kmAfter - shortest)).toBeLessThan(1e-6);
        expect(kmAfter).toBeCloseTo(lengthOf(order), 6);
        expect(kmBefore).toBeCloseTo(lengthOf(all), 6);
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(stops(8, 8), (all) => {
        let shortest = Number.POSITIVE_INFINITY;
        const [first, ...rest] = all;
        const middle = rest.slice(0, -1);
        for (const one of permutations(middle)) shortest = Math.min(shortest, lengthOf([...(first ? [first] : []), ...one, ...rest.slice(-1)]));
        const bare = all.map(({ id, coordinates }) => ({ id, coordinates }));
        expect(Math.abs(optimizeRoute(bare).kmAfter - shortest)).toBeLessThan(1e-6);
      }),
      { numRuns: 20 },
    );
  });
});

describe('Route too long for an exhaustive search', () => {
  test('keeps the same rules, has every stop once and is never longer than before', () => {
    fc.assert(
      fc.property(stops(40), rules, (all, given) => {
        const { stopIds, kmAfter } = optimizeRoute(all, { ...given, exactUpTo: 0 });
        const order = inOrder(all, stopIds);
        expect(stopIds.toSorted()).toEqual(idsOf(all).toSorted());
        expect(order.every((stop, place) => stop === all[place]) || isAllowed(all, order, given)).toBe(true);
        expect(kmAfter).toBeLessThanOrEqual(lengthOf(all) + 1e-6);
        expect(kmAfter).toBeCloseTo(lengthOf(order), 6);
      }),
      { numRuns: 200 },
    );
  });

  test('is at most 1 percent longer than the best order in the median, and 30 percent at most', () => {
    const ratios: number[] = [];
    const towns = stops(12, 10).map((all) => all.map(({ id, coordinates }) => ({ id, coordinates })));
    for (const all of fc.sample(towns, { numRuns: 60, seed: 7 })) {
      const best = optimizeRoute(all).kmAfter;
      ratios.push(best === 0 ? 1 : optimizeRoute(all, { exactUpTo: 0 }).kmAfter / best);
    }
    ratios.sort((a, b) => a - b);
    expect(ratios[30]).toBeLessThan(1.01);
    expect(ratios.at(-1)).toBeLessThan(1.3);
  });

  test('does not cross itself: no exchange of two legs shortens it', () => {
    fc.assert(
      fc.property(stops(30, 14), (all) => {
        const bare = all.map(({ id, coordinates }) => ({ id, coordinates }));
        const order = inOrder(bare, optimizeRoute(bare, { exactUpTo: 0 }).stopIds).map(({ coordinates }) => coordinates);
        for (let i = 1; i < order.length - 2; i++) {
          for (let j = i + 1; j < order.length - 1; j++) {
            const [a, b, c, d] = [order[i - 1], order[i], order[j], order[j + 1]];
            if (!a || !b || !c || !d) continue;
            const gain = kilometresBetween(a, b) + kilometresBetween(c, d) - kilometresBetween(a, c) - kilometresBetween(b, d);
            expect(gain).toBeLessThan(1e-6);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  test('of 200 stops is found in a tenth of a second at most', () => {
    const [all = []] = fc.sample(stops(200, 200), { numRuns: 1, seed: 3 });
    const bare = all.map(({ id }, index) => ({
      id,
      coordinates: point(38.6 + ((index * 7_919) % 997) / 5_000, -9.3 + ((index * 104_729) % 991) / 5_000),
    }));
    // Other processes may load the machine, so the least CPU time of this process is measured.
    const took = Array.from({ length: 15 }, () => {
      const start = process.cpuUsage();
      optimizeRoute(bare);
      return process.cpuUsage(start).user / 1_000;
    });
    const { kmBefore, kmAfter, exact } = optimizeRoute(bare);
    console.log(`200 stops: ${Math.min(...took).toFixed(1)} ms, ${kmBefore.toFixed(1)} km become ${kmAfter.toFixed(1)}`);
    expect(exact).toBe(false);
    expect(kmAfter).toBeLessThan(kmBefore / 3);
    expect(Math.min(...took)).toBeLessThan(100);
  });
});
