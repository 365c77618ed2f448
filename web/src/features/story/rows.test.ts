import { expect, test } from 'vitest';
import { chaptersOf } from '../../model/itinerary/chapters.ts';
import { dayNumber, idOf, stopNumber } from '../../model/testing/story.fixture.ts';
import { rowsOf } from './rows.ts';

test('rows of a story are a heading and the stops of each day, or a notice for a day without stops', () => {
  const stops = [stopNumber(1), stopNumber(2)];
  const rows = rowsOf(chaptersOf({ days: [dayNumber(1, [1, 2]), dayNumber(2, [])], stops, withSuggested: false }));
  expect(rows.map(({ kind, key }) => [kind, key])).toEqual([
    ['day', 'day-1'],
    ['stop', `day-1.${idOf(1)}`],
    ['stop', `day-1.${idOf(2)}`],
    ['day', 'day-2'],
    ['blank', 'day-2.blank'],
  ]);
  expect(rows.filter((row) => row.kind === 'stop' && row.isLast).map(({ key }) => key)).toEqual([`day-1.${idOf(2)}`]);
});
