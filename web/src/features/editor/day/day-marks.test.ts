import { expect, test } from 'vitest';
import { legKey } from '../../../model/itinerary/street-ways.ts';
import { stopFixture } from '../../../model/testing/plan.fixture.ts';
import { plannedLegsOf } from './day-marks.ts';

const at = (time: string): string => `2026-05-04T${time}:00.000Z`;
const kyoto = { latitude: 35, longitude: 135.75 };
/** A stop this many kilometres east of Kyoto, approximately. */
const stop = (kilometres: number, changes: Parameters<typeof stopFixture>[3] = {}) =>
  stopFixture('s', ['d'], 0, { coordinates: { ...kyoto, longitude: kyoto.longitude + kilometres / 91.2 }, ...changes });
const marks = (...stops: ReturnType<typeof stop>[]) => plannedLegsOf(stops).map((way) => way.marks.map(({ kind }) => kind).join());

test('travel mode depends on the distance, and a travel time from the writer replaces the estimate', () => {
  const ways = plannedLegsOf([stop(0), stop(1), stop(6, { travelTimeMinutes: 40 })]);
  expect(ways.map(({ travel }) => travel && [travel.mode, Math.round(travel.kilometres), travel.minutes])).toEqual([
    null,
    ['walk', 1, 15],
    ['transit', 5, 40],
  ]);
});

test('a stop that begins before the previous stop ends gets the warning overlap only', () => {
  expect(marks(stop(0, { startTime: at('09:00'), durationMinutes: 120 }), stop(6, { startTime: at('10:30') }))).toEqual(['', 'overlap']);
});

test('a travel time longer than the gap between two stops gives the warning tight, a shorter one no warning', () => {
  const morning = stop(0, { startTime: at('09:00'), durationMinutes: 60 });
  expect(plannedLegsOf([morning, stop(6, { startTime: at('10:05') })])[1]?.marks).toEqual([{ kind: 'tight', needed: 25, left: 5 }]);
  expect(marks(morning, stop(6, { startTime: at('10:30') }))).toEqual(['', '']);
  expect(marks(morning, stop(6))).toEqual(['', '']);
});

test('an outlier stop gets the warning far, except among evenly distant stops or on a day of two stops', () => {
  expect(marks(stop(0), stop(1), stop(400), stop(2))).toEqual(['', '', 'far', '']);
  expect(marks(stop(0), stop(200), stop(400), stop(600))).toEqual(['', '', '', '']);
  expect(marks(stop(0), stop(400))).toEqual(['', '']);
  expect(plannedLegsOf([])).toEqual([]);
});

test('a stop without a location gets the warning nowhere, and routes and distances skip it', () => {
  const ways = plannedLegsOf([stop(0), stop(400, { isLocated: false }), stop(6), stop(1)]);
  expect(ways.map((way) => way.marks.map(({ kind }) => kind).join())).toEqual(['', 'nowhere', '', '']);
  expect(ways.map(({ travel }) => travel && Math.round(travel.kilometres))).toEqual([null, null, 6, 5]);
});

test('a street route takes precedence over an estimate, and the travel time of the writer over both', () => {
  const stops = [stop(0), stop(1), stop(1.5, { travelTimeMinutes: 40 })];
  const [first, second, third] = stops.map(({ coordinates }) => coordinates);
  if (!first || !second || !third) throw new Error('There are three');
  const way = { metres: 1_900, seconds: 1_500, line: [first, second] };
  const ways = plannedLegsOf(
    stops,
    new Map([
      [legKey(first, second), way],
      [legKey(second, third), way],
    ]),
  );
  expect(ways.map(({ travel }) => travel && [travel.kilometres, travel.minutes])).toEqual([null, [1.9, 25], [1.9, 40]]);
  expect(ways.map(({ isByStreets }) => isByStreets)).toEqual([false, true, true]);
});
