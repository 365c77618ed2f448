import { expect, test } from 'vitest';
import { chaptersOf } from '../../model/itinerary/chapters.ts';
import { idOf, numberedDay, numberedStop } from '../../model/testing/story.fixture.ts';
import { storyRowsOf } from './rows.ts';

test('rows of a story are a heading and the stops of each day, or a notice for a day without stops', () => {
  const stops = [numberedStop(1), numberedStop(2)];
  const rows = storyRowsOf(chaptersOf({ days: [numberedDay(1, [1, 2]), numberedDay(2, [])], stops, withSuggested: false }));
  expect(rows.map(({ kind, key }) => [kind, key])).toEqual([
    ['day', 'day-1'],
    ['stop', `day-1.${idOf(1)}`],
    ['stop', `day-1.${idOf(2)}`],
    ['day', 'day-2'],
    ['blank', 'day-2.blank'],
  ]);
  expect(rows.filter((row) => row.kind === 'stop' && row.isLast).map(({ key }) => key)).toEqual([`day-1.${idOf(2)}`]);
});
