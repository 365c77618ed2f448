import { given } from '@waystory/infra/commands/given.ts';
import { describe, expect, test } from 'vitest';
import { created, dayAdded, id, owner, stopAdded } from '../story.fixture.ts';
import { docIn } from './doc-table.ts';
import { storyStream } from './itinerary.ts';
import type { StoryEvent } from './story.ts';

const [first, second, third] = [id('d', 1), id('d', 2), id('d', 3)];
const stopId = id('e', 1);
/** A stop on a day with the times that it was given. */
const timed = (dayIds: string[], times: Record<string, string>): StoryEvent => {
  const added = stopAdded(1, dayIds);
  return { ...added, data: { ...added.data, ...times } } as StoryEvent; // of the same type
};
const begun = (firstDate: string | null): StoryEvent[] => [
  created(),
  ...(firstDate ? [{ type: 'ItineraryRewritten' as const, data: { changes: { firstDate } } }] : []),
  ...[1, 2, 3].map(dayAdded),
];
const setDate = (firstDate: string | null) => ({ type: 'PatchItinerary' as const, changes: { firstDate }, actor: owner });
const moveTo = (dayIds: string[]) => ({ type: 'PatchStop' as const, stopId, changes: { dayIds }, actor: owner });
const rewritten = (changes: Record<string, string>): StoryEvent => ({ type: 'StopRewritten', data: { stopId, changes } });

describe('the first date of an itinerary', () => {
  test('gives every stop with a time the date of its day, and keeps the clock', () => {
    given(storyStream, [...begun(null), timed([second], { startTime: '2000-01-01T09:30:00Z' })])
      .when(setDate('2026-05-04'))
      .then([{ type: 'ItineraryRewritten', data: { changes: { firstDate: '2026-05-04' } } }, rewritten({ startTime: '2026-05-05T09:30:00.000Z' })]);
  });

  test('that is taken away leaves the clock alone', () => {
    given(storyStream, [...begun('2026-05-04'), timed([first], { startTime: '2026-05-04T09:30:00.000Z' })])
      .when(setDate(null))
      .then([{ type: 'ItineraryRewritten', data: { changes: { firstDate: null } } }, rewritten({ startTime: '2000-01-01T09:30:00.000Z' })]);
  });

  test('moves a stay over midnight as a whole, over the end of a month and of February', () => {
    const stay = { arrivalTime: '2026-05-04T22:00:00.000Z', departureTime: '2026-05-05T08:00:00.000Z' };
    const moved = given(storyStream, [...begun('2026-05-04'), timed([first], stay)]).when(setDate('2028-02-28'));
    moved.then([
      { type: 'ItineraryRewritten', data: { changes: { firstDate: '2028-02-28' } } },
      rewritten({ arrivalTime: '2028-02-28T22:00:00.000Z', departureTime: '2028-02-29T08:00:00.000Z' }),
    ]);
  });

  test('takes a stop that moves to another day along, and all stops behind a day that is removed', () => {
    const story = [...begun('2026-05-04'), timed([second], { startTime: '2026-05-05T09:30:00.000Z' })];
    const moved = given(storyStream, story).when(moveTo([third]));
    expect(
      docIn(
        moved.then([{ type: 'StopMoved', data: { stopId, dayIds: [third], index: 0 } }, rewritten({ startTime: '2026-05-06T09:30:00.000Z' })]).state
          .stops,
        stopId,
      ),
    ).toMatchObject({
      startTime: '2026-05-06T09:30:00.000Z',
    });
    given(storyStream, story)
      .when({ type: 'RemoveDay', dayId: first, actor: owner })
      .then([{ type: 'DayRemoved', data: { dayId: first } }, rewritten({ startTime: '2026-05-04T09:30:00.000Z' })]);
  });

  test('corrects a time that is written for another day, and leaves a stop without a day or a time alone', () => {
    given(storyStream, [...begun('2026-05-04'), timed([second], {})])
      .when({ type: 'PatchStop', stopId, changes: { startTime: '2026-07-01T09:30:00.000Z' }, actor: owner })
      .then([rewritten({ startTime: '2026-07-01T09:30:00.000Z' }), rewritten({ startTime: '2026-05-05T09:30:00.000Z' })]);
    given(storyStream, [...begun('2026-05-04'), timed([], { startTime: '2026-07-01T09:30:00.000Z' }), stopAdded(2, [first])])
      .when(setDate('2026-05-10'))
      .then([{ type: 'ItineraryRewritten', data: { changes: { firstDate: '2026-05-10' } } }]);
  });

  test('leaves a time of the night after where it is, and brings a morning to its day', () => {
    const club = [...begun('2026-05-10'), timed([first], { startTime: '2026-05-11T00:30:00.000Z' })];
    given(storyStream, club)
      .when({ type: 'PatchStop', stopId, changes: { startTime: '2026-05-11T01:00:00.000Z' }, actor: owner })
      .then([rewritten({ startTime: '2026-05-11T01:00:00.000Z' })]);
    given(storyStream, club)
      .when({ type: 'PatchStop', stopId, changes: { startTime: '2026-05-11T09:30:00.000Z' }, actor: owner })
      .then([rewritten({ startTime: '2026-05-11T09:30:00.000Z' }), rewritten({ startTime: '2026-05-10T09:30:00.000Z' })]);
  });

  test('at the end of the calendar leads to no year of five digits', () => {
    const stay = { arrivalTime: '2026-05-05T22:00:00.000Z', departureTime: '2026-05-06T08:00:00.000Z' };
    given(storyStream, [...begun('2026-05-04'), timed([second], stay)])
      .when(setDate('9999-12-31'))
      .then([
        { type: 'ItineraryRewritten', data: { changes: { firstDate: '9999-12-31' } } },
        rewritten({ arrivalTime: '9999-12-31T22:00:00.000Z', departureTime: '9999-12-31T23:59:59.999Z' }),
      ]);
  });

  test('that is not set changes no time, whatever moves', () => {
    given(storyStream, [...begun(null), timed([first], { startTime: '2026-05-04T09:30:00.000Z' })])
      .when(moveTo([third]))
      .then([{ type: 'StopMoved', data: { stopId, dayIds: [third], index: 0 } }]);
  });
});
