import { describe, expect, test } from 'vitest';
import { idOf, numberedDay, numberedStop } from '../testing/story.fixture.ts';
import { bridgesOf, chaptersOf, entriesOf, kilometresOf, neighboursOf, withLocatedStops } from './chapters.ts';

/** One degree on the equator, kilometres. */
const degree = 111.19;

const titles = (chapters: ReturnType<typeof chaptersOf>) => chapters.map(({ entries }) => entries.map(({ stop }) => stop.title));

describe('Chapters', () => {
  test('are the days by number, each with its stops in order', () => {
    const days = [numberedDay(2, [1]), numberedDay(1, [3, 2])];
    const chapters = chaptersOf({ days, stops: [numberedStop(1), numberedStop(2), numberedStop(3)], withSuggested: false });
    expect(chapters.map(({ key, index }) => [key, index])).toEqual([
      ['day-1', 0],
      ['day-2', 1],
    ]);
    expect(titles(chapters)).toEqual([['Stop 3', 'Stop 2'], ['Stop 1']]);
  });

  test('include days without stops, and may be empty', () => {
    expect(titles(chaptersOf({ days: [numberedDay(1, [])], stops: [], withSuggested: false }))).toEqual([[]]);
    expect(chaptersOf({ days: [], stops: [], withSuggested: false })).toEqual([]);
  });

  test('end with stops without a day, by index and without legs', () => {
    const stops = [numberedStop(3), numberedStop(2), numberedStop(1)];
    const chapters = chaptersOf({ days: [numberedDay(1, [2])], stops, withSuggested: false });
    expect(titles(chapters)).toEqual([['Stop 2'], ['Stop 1', 'Stop 3']]);
    expect(chapters[1]).toMatchObject({ key: 'more-stops', day: null, kilometres: 0 });
    expect(chapters[1]?.entries.every(({ leg }) => leg === null)).toBe(true);
  });

  test('contain a stop of two days twice, with separate keys', () => {
    const entries = entriesOf(
      chaptersOf({ days: [numberedDay(1, [1, 2]), numberedDay(2, [2])], stops: [numberedStop(1), numberedStop(2)], withSuggested: false }),
    );
    expect(entries.map(({ number }) => number)).toEqual([1, 2, 1]);
    expect(new Set(entries.map(({ key }) => key)).size).toBe(3);
  });

  test('omit ids of invisible stops', () => {
    expect(titles(chaptersOf({ days: [numberedDay(1, [1, 7])], stops: [numberedStop(1)], withSuggested: false }))).toEqual([['Stop 1']]);
  });

  test('have legs with distance and the travel time from the author', () => {
    const stops = [numberedStop(1), numberedStop(2, { travelTimeMinutes: 25 }), numberedStop(3)];
    const [chapter] = chaptersOf({ days: [numberedDay(1, [1, 2, 3])], stops, withSuggested: false });
    expect(chapter?.entries.map(({ leg }) => leg)).toEqual([
      null,
      { kilometres: expect.closeTo(degree, 1), travelTimeMinutes: 25 },
      { kilometres: expect.closeTo(degree, 1), travelTimeMinutes: null },
    ]);
    expect(chapter?.kilometres).toBeCloseTo(2 * degree, 1);
  });
});

test('Stop without a position has a number but no leg, and the next leg starts at its predecessor', () => {
  const stops = [numberedStop(1), numberedStop(2, { isLocated: false }), numberedStop(3)];
  const chapters = chaptersOf({ days: [numberedDay(1, [1, 2, 3])], stops, withSuggested: false });
  expect(chapters[0]?.entries.map(({ number, leg }) => [number, leg && Math.round(leg.kilometres / degree)])).toEqual([
    [1, null],
    [2, null],
    [3, 2],
  ]);
  expect(titles(withLocatedStops(chapters))).toEqual([['Stop 1', 'Stop 3']]);
});

describe('Suggested stops', () => {
  const days = [numberedDay(1, [1, 2, 3])];
  const stops = [numberedStop(1), numberedStop(2, { state: 'SUGGESTED' }), numberedStop(3)];

  test('are hidden from readers', () => {
    expect(titles(chaptersOf({ days, stops, withSuggested: false }))).toEqual([['Stop 1', 'Stop 3']]);
  });

  test('are visible to their owner, without number and leg', () => {
    const [chapter] = chaptersOf({ days, stops, withSuggested: true });
    expect(chapter?.entries.map(({ number }) => number)).toEqual([1, null, 2]);
    expect(chapter?.entries.map(({ leg }) => leg?.kilometres ?? null)).toEqual([null, null, expect.closeTo(2 * degree, 1)]);
  });
});

describe('Legs between days', () => {
  const stops = [1, 2, 5].map((number) => numberedStop(number));

  test('skip days without stops, and do not connect two stops at one place', () => {
    const chapters = chaptersOf({
      days: [numberedDay(1, [1, 2]), numberedDay(2, []), numberedDay(3, [5]), numberedDay(4, [5])],
      stops,
      withSuggested: false,
    });
    expect(bridgesOf(chapters).map(([from, to]) => [from.title, to.title])).toEqual([['Stop 2', 'Stop 5']]);
  });

  test('are part of the whole distance, unlike stops without a day', () => {
    const chapters = chaptersOf({ days: [numberedDay(1, [1]), numberedDay(2, [2])], stops, withSuggested: false });
    expect(kilometresOf(chapters)).toBeCloseTo(degree, 1);
  });
});

describe('Neighbours of a stop', () => {
  const chapters = chaptersOf({
    days: [numberedDay(1, [1]), numberedDay(2, [2, 3])],
    stops: [1, 2, 3].map((number) => numberedStop(number)),
    withSuggested: false,
  });

  test('cross the boundary between days', () => {
    expect(neighboursOf(chapters, idOf(2))).toMatchObject({
      chapter: { key: 'day-2' },
      before: { stop: { title: 'Stop 1' } },
      after: { stop: { title: 'Stop 3' } },
    });
  });

  test('are null at the ends of the story', () => {
    expect(neighboursOf(chapters, idOf(1))?.before).toBeNull();
    expect(neighboursOf(chapters, idOf(3))?.after).toBeNull();
  });

  test('do not exist for an invisible stop', () => expect(neighboursOf(chapters, idOf(9))).toBeNull());
});
