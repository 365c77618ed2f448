import { describe, expect, test } from 'vitest';
import { seasonsOf } from './itinerary.search.ts';

const [lisbon, capeTown, quito] = [38.7, -33.9, 0];
/** Seasons of a story with one day per latitude, and on each day one stop at this latitude. `loose`: latitudes of stops without a day. */
const seasons = (firstDate: string | null, latitudes: readonly number[], loose: readonly number[] = []) =>
  seasonsOf({ firstDate, dayIds: latitudes.map((_, index) => `day-${index}`) }, [
    ...latitudes.map((latitude, index) => ({ dayIds: [`day-${index}`], coordinates: { latitude, longitude: 0 } })),
    ...loose.map((latitude) => ({ dayIds: [], coordinates: { latitude, longitude: 0 } })),
  ]);

describe('Season of a story', () => {
  test.each([
    ['2026-02-28', 'winter', 'summer'],
    ['2026-03-01', 'spring', 'autumn'],
    ['2026-05-31', 'spring', 'autumn'],
    ['2026-06-01', 'summer', 'winter'],
    ['2026-08-31', 'summer', 'winter'],
    ['2026-09-01', 'autumn', 'spring'],
    ['2026-11-30', 'autumn', 'spring'],
    ['2026-12-01', 'winter', 'summer'],
  ])('that is on %s is %s, and south of the equator %s', (date, north, south) => {
    expect(seasons(date, [lisbon])).toEqual([north]);
    expect(seasons(date, [capeTown])).toEqual([south]);
    expect(seasons(date, [quito])).toEqual([north]);
  });

  test('includes the season of each of its days', () => {
    expect(seasons('2026-05-30', [lisbon, lisbon, lisbon])).toEqual(['spring', 'summer']);
    expect(seasons('2027-11-30', [lisbon, lisbon])).toEqual(['autumn', 'winter']);
  });

  test('changes on the day on which the story crosses the equator', () => {
    expect(seasons('2026-05-31', [lisbon, capeTown])).toEqual(['spring', 'winter']);
    expect(seasons('2026-07-10', [lisbon, capeTown])).toEqual(['summer', 'winter']);
  });

  test('is taken from the first day for a stop without a day, and from all days for a stop on several days', () => {
    expect(seasons('2026-08-31', [], [lisbon])).toEqual(['summer']);
    const twice = [{ dayIds: ['a', 'b'], coordinates: { latitude: lisbon, longitude: 0 } }];
    expect(seasonsOf({ firstDate: '2026-08-31', dayIds: ['a', 'b'] }, twice)).toEqual(['summer', 'autumn']);
    expect(seasonsOf({ firstDate: '2026-08-31', dayIds: ['b'] }, twice)).toEqual(['summer']);
  });

  test('is unknown without a date, and without a stop', () => {
    expect(seasons(null, [lisbon])).toEqual([]);
    expect(seasons('2026-07-10', [])).toEqual([]);
  });
});
