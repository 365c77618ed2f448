import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { interestCalled } from '../understanding/vocabulary.ts';
import { type Category, categories, type Point } from '../world/atlas.ts';
import { arrange } from './arrange.ts';
import { orderVisits, type Pace, permutationsOf, routeKilometres, scheduleVisits, shortestRouteKilometres } from './schedule.ts';

const base = { latitude: 41.9, longitude: 12.48 };
const point = (key: string, north: number, east: number, category: Category = 'landmark'): Point => ({
  ...{ key, name: key, otherNames: [], category, about: '', town: 'Rome' },
  coordinates: { latitude: base.latitude + north / 111, longitude: base.longitude + east / 83 },
});
const anyPoints = fc
  .uniqueArray(fc.tuple(fc.integer({ min: -80, max: 80 }), fc.integer({ min: -80, max: 80 })), { minLength: 1, maxLength: 12, selector: String })
  .chain((places) =>
    fc.tuple(
      ...places.map(([north, east], at) => fc.constantFrom(...categories).map((category) => point(`p${at}`, north / 10, east / 10, category))),
    ),
  );

describe('route of a day', () => {
  test('has a shortest length equal to the minimum over all permutations', () => {
    fc.assert(
      fc.property(anyPoints, (all) => {
        const points = all.slice(0, 6);
        const shortest = Math.min(...[...permutationsOf(points)].map((order) => routeKilometres(order)));
        expect(shortestRouteKilometres(points)).toBeCloseTo(shortest, 6);
      }),
      { numRuns: 60 },
    );
  });

  test('has all stops and at most 1.2 times the shortest length, for any pace and start time of the day', () => {
    fc.assert(
      fc.property(anyPoints, fc.constantFrom<Pace>('slow', 'usual', 'full'), fc.integer({ min: 480, max: 1_200 }), (all, pace, opens) => {
        const points = all.slice(0, 7);
        const order = orderVisits(points, opens, pace, base);
        expect([...order].sort((a, b) => (a.key < b.key ? -1 : 1))).toEqual([...points].sort((a, b) => (a.key < b.key ? -1 : 1)));
        expect(routeKilometres(order)).toBeLessThanOrEqual(shortestRouteKilometres(points) * 1.2 + 1e-6);
      }),
      { numRuns: 60 },
    );
  });

  test('begins at a market and ends at a viewpoint where the detour is small', () => {
    const day = [point('view', 0, 0.4, 'viewpoint'), point('middle', 0, 0.2), point('market', 0, 0, 'market')];
    expect(orderVisits(day, 570, 'usual', null).map(({ key }) => key)).toEqual(['market', 'middle', 'view']);
  });

  test('schedules stays without overlap, with an hour for lunch', () => {
    const timed = scheduleVisits([point('a', 0, 0, 'museum'), point('b', 0, 1, 'palace'), point('c', 1, 1)], 570, 'usual');
    for (const [at, { start }] of timed.entries()) {
      const before = timed[at - 1];
      if (before) expect(start).toBeGreaterThanOrEqual(before.start + before.minutes);
    }
    expect(timed[2]?.start).toBeGreaterThanOrEqual(570 + 100 + 90 + 60);
  });
});

describe('arranged plan', () => {
  test('has no duplicate points and at most the allowed number of stops, and is deterministic', () => {
    fc.assert(
      fc.property(anyPoints, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 2, max: 5 }), (points, days, perDay) => {
        const most = days * perDay;
        const plan = arrange(points, { days, perDay, interests: [], base, most });
        const keys = plan.flat().map(({ key }) => key);
        expect(plan).toHaveLength(days);
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys.length).toBeLessThanOrEqual(Math.max(most, days));
        expect(arrange(structuredClone(points), { days, perDay, interests: [], base, most })).toEqual(plan);
      }),
      { numRuns: 40 },
    );
  });

  test('puts two groups of points 12 km apart on different days', () => {
    const [north, south] = [
      ['n1', 'n2', 'n3'].map((key, at) => point(key, 6, at * 0.3)),
      ['s1', 's2', 's3'].map((key, at) => point(key, -6, at * 0.3)),
    ];
    const plan = arrange([...north, ...south], { days: 2, perDay: 3, interests: [], base, most: 6 });
    expect(plan.map((day) => day.map(({ key }) => key.charAt(0)).join('')).sort()).toEqual(['nnn', 'sss']);
  });

  test('has at least 60 % stops of the requested interest, where enough points match', () => {
    const museums = interestCalled('museums');
    const points = [
      ...Array.from({ length: 8 }, (_, at) => point(`l${at}`, at * 0.1, 0)),
      ...Array.from({ length: 4 }, (_, at) => point(`m${at}`, 2, at, 'museum')),
    ];
    const plan = arrange(points, { days: 1, perDay: 5, interests: museums ? [museums] : [], base, most: 5 });
    const suiting = plan.flat().filter(({ category }) => category === 'museum').length;
    expect(suiting / plan.flat().length).toBeGreaterThanOrEqual(0.6);
  });

  test('contains the required points', () => {
    const points = [...Array.from({ length: 8 }, (_, at) => point(`l${at}`, at * 0.1, 0)), point('far', 7, 7)];
    const must = points.filter(({ key }) => key === 'far');
    expect(
      arrange(points, { days: 1, perDay: 4, interests: [], must, base, most: 4 })
        .flat()
        .map(({ key }) => key),
    ).toContain('far');
  });
});
