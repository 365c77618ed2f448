import { given } from '@waystory/infra/commands/given.ts';
import { describe, expect, test } from 'vitest';
import { dayAdded, fixtureId, itineraryCreated, owner, stopAdded } from '../story.fixture.ts';
import { docIn } from './doc-table.ts';
import { type StoryCommand, storyStream } from './story.stream.ts';
import type { Story, StoryEvent } from './story.ts';

const [first, second, third] = [fixtureId('d', 1), fixtureId('d', 2), fixtureId('d', 3)];
const stopId = fixtureId('e', 1);
/** A stop on a day with the given times. */
const timed = (dayIds: string[], times: Record<string, string>): StoryEvent => {
  const added = stopAdded(1, dayIds);
  return { ...added, data: { ...added.data, ...times } } as StoryEvent; // of the same type
};
const begun = (firstDate: string | null): StoryEvent[] => [
  itineraryCreated(),
  ...(firstDate ? [{ type: 'ItineraryRewritten' as const, data: { changes: { firstDate } } }] : []),
  ...[1, 2, 3].map(dayAdded),
];
const setDate = (firstDate: string | null) => ({ type: 'PatchItinerary' as const, changes: { firstDate }, actor: owner });
const moveTo = (dayIds: string[]) => ({ type: 'PatchStop' as const, stopId, changes: { dayIds }, actor: owner });
const rewritten = (changes: Record<string, string>): StoryEvent => ({ type: 'StopRewritten', data: { stopId, changes } });

describe('First date of an itinerary', () => {
  test('gives every stop with a time the date of its day, and keeps the clock time', () => {
    given(storyStream, [...begun(null), timed([second], { startTime: '2000-01-01T09:30:00Z' })])
      .when(setDate('2026-05-04'))
      .then([{ type: 'ItineraryRewritten', data: { changes: { firstDate: '2026-05-04' } } }, rewritten({ startTime: '2026-05-05T09:30:00.000Z' })]);
  });

  test('leaves the clock times alone when removed', () => {
    given(storyStream, [...begun('2026-05-04'), timed([first], { startTime: '2026-05-04T09:30:00.000Z' })])
      .when(setDate(null))
      .then([{ type: 'ItineraryRewritten', data: { changes: { firstDate: null } } }, rewritten({ startTime: '2000-01-01T09:30:00.000Z' })]);
  });

  test('moves a stay over midnight as a whole, across the end of a month and of February', () => {
    const stay = { arrivalTime: '2026-05-04T22:00:00.000Z', departureTime: '2026-05-05T08:00:00.000Z' };
    const moved = given(storyStream, [...begun('2026-05-04'), timed([first], stay)]).when(setDate('2028-02-28'));
    moved.then([
      { type: 'ItineraryRewritten', data: { changes: { firstDate: '2028-02-28' } } },
      rewritten({ arrivalTime: '2028-02-28T22:00:00.000Z', departureTime: '2028-02-29T08:00:00.000Z' }),
    ]);
  });

  test('moves the times of a stop with its day, and of all stops after a removed day', () => {
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

  test('moves a time written for another date to the date of the day, and skips a stop without a day or time', () => {
    given(storyStream, [...begun('2026-05-04'), timed([second], {})])
      .when({ type: 'PatchStop', stopId, changes: { startTime: '2026-07-01T09:30:00.000Z' }, actor: owner })
      .then([rewritten({ startTime: '2026-07-01T09:30:00.000Z' }), rewritten({ startTime: '2026-05-05T09:30:00.000Z' })]);
    given(storyStream, [...begun('2026-05-04'), timed([], { startTime: '2026-07-01T09:30:00.000Z' }), stopAdded(2, [first])])
      .when(setDate('2026-05-10'))
      .then([{ type: 'ItineraryRewritten', data: { changes: { firstDate: '2026-05-10' } } }]);
  });

  test('leaves a time of the following night unchanged, and moves a morning to its day', () => {
    const club = [...begun('2026-05-10'), timed([first], { startTime: '2026-05-11T00:30:00.000Z' })];
    given(storyStream, club)
      .when({ type: 'PatchStop', stopId, changes: { startTime: '2026-05-11T01:00:00.000Z' }, actor: owner })
      .then([rewritten({ startTime: '2026-05-11T01:00:00.000Z' })]);
    given(storyStream, club)
      .when({ type: 'PatchStop', stopId, changes: { startTime: '2026-05-11T09:30:00.000Z' }, actor: owner })
      .then([rewritten({ startTime: '2026-05-11T09:30:00.000Z' }), rewritten({ startTime: '2026-05-10T09:30:00.000Z' })]);
  });

  test('at the end of the calendar creates no five-digit year', () => {
    const stay = { arrivalTime: '2026-05-05T22:00:00.000Z', departureTime: '2026-05-06T08:00:00.000Z' };
    given(storyStream, [...begun('2026-05-04'), timed([second], stay)])
      .when(setDate('9999-12-31'))
      .then([
        { type: 'ItineraryRewritten', data: { changes: { firstDate: '9999-12-31' } } },
        rewritten({ arrivalTime: '9999-12-31T22:00:00.000Z', departureTime: '9999-12-31T23:59:59.999Z' }),
      ]);
  });

  test('while unset changes no time of a moved stop', () => {
    given(storyStream, [...begun(null), timed([first], { startTime: '2026-05-04T09:30:00.000Z' })])
      .when(moveTo([third]))
      .then([{ type: 'StopMoved', data: { stopId, dayIds: [third], index: 0 } }]);
  });
});

const timesOf = (story: Story) => {
  const { arrivalTime, startTime, departureTime } = docIn(story.stops, stopId) ?? {};
  return [arrivalTime, startTime, departureTime].filter(Boolean).map((moment) => moment?.slice(0, 16));
};
/** Story after some commands, folded from the stored form of all events. */
const after = (events: StoryEvent[], ...commands: StoryCommand[]): Story => {
  let known = events;
  for (const command of commands) known = [...known, ...storyStream.decider.decide(command, given(storyStream, known).state)];
  for (const { type, data } of known) expect(storyStream.events.schemas[type]?.safeParse(data).error).toBeUndefined();
  return given(storyStream, known).state;
};
const write = (changes: object): StoryCommand => ({ type: 'PatchStop', stopId, changes, actor: owner });

describe('A stop in the night after its day', () => {
  const night = { startTime: '2026-05-11T00:30:00.000Z' };
  const club = [...begun('2026-05-10'), timed([first], {})];

  test('keeps its written date, also beside other changes', () => {
    expect(timesOf(after(club, write(night)))).toEqual(['2026-05-11T00:30']);
    expect(timesOf(after(club, write(night), write({ title: 'Club' }), write({ durationMinutes: 90 })))).toEqual(['2026-05-11T00:30']);
  });

  test('moves with its day and the first date, and keeps only its clock time without a first date', () => {
    expect(timesOf(after(club, write(night), moveTo([third])))).toEqual(['2026-05-13T00:30']);
    expect(timesOf(after(club, write(night), setDate('2026-05-11')))).toEqual(['2026-05-12T00:30']);
    expect(timesOf(after(club, write(night), setDate('2028-02-29')))).toEqual(['2028-03-01T00:30']);
    expect(timesOf(after(club, write(night), setDate(null)))).toEqual(['2000-01-01T00:30']);
  });

  test('gets its date when the story gets its first date', () => {
    expect(timesOf(after([...begun(null), timed([first], night)], setDate('2026-05-10')))).toEqual(['2026-05-11T00:30']);
  });

  test('is recognized by the order of its day when it has a clock time without a date', () => {
    const at = (number: number, startTime: string): StoryEvent => {
      const added = stopAdded(number, [first]);
      return { ...added, data: { ...added.data, startTime } } as StoryEvent; // of the same type
    };
    const [dinner, bed] = [at(2, '2000-01-01T22:30:00.000Z'), at(3, '2000-01-01T03:00:00.000Z')];
    const undatedClub = timed([first], { startTime: '2000-01-01T00:30:00.000Z' });
    const dated = after(
      [...begun(null), dinner, undatedClub, bed],
      { type: 'PatchDay', dayId: first, changes: { stopIds: [fixtureId('e', 2), stopId, fixtureId('e', 3)] }, actor: owner },
      setDate('2026-12-31'),
    );
    expect([2, 1, 3].map((number) => docIn(dated.stops, fixtureId('e', number))?.startTime?.slice(0, 16))).toEqual([
      '2026-12-31T22:30',
      '2027-01-01T00:30',
      '2027-01-01T03:00',
    ]);
    // Without an earlier stop, a clock time belongs to its day.
    expect(timesOf(after([...begun(null), undatedClub, dinner], setDate('2026-12-31')))).toEqual(['2026-12-31T00:30']);
    expect(
      timesOf(
        after(
          [...begun('2026-12-31'), at(2, '2026-12-31T22:30:00.000Z'), timed([first], {})],
          write({ index: 5 }),
          write({ startTime: '2000-01-01T00:30:00.000Z' }),
        ),
      ),
    ).toEqual(['2027-01-01T00:30']);
  });

  test('is on the date of its day when written with that date, and when it starts in the morning', () => {
    expect(timesOf(after(club, write({ startTime: '2026-05-10T00:30:00.000Z' })))).toEqual(['2026-05-10T00:30']);
    expect(timesOf(after(club, write({ startTime: '2026-05-11T04:59:00.000Z' })))).toEqual(['2026-05-11T04:59']);
    expect(timesOf(after(club, write({ startTime: '2026-05-11T05:00:00.000Z' })))).toEqual(['2026-05-10T05:00']);
  });

  test('gets the date of its day when it moves there from the following day, also with a time before 5:00', () => {
    const morning = [...begun('2026-05-10'), timed([second], { startTime: '2026-05-11T03:00:00.000Z' })];
    expect(timesOf(after(morning, moveTo([first])))).toEqual(['2026-05-10T03:00']);
  });
});

describe('Ends of the calendar', () => {
  test('are the dates of days beyond them, with unchanged clock times', () => {
    const story = [...begun(null), timed([third], { startTime: '2026-05-04T10:00:00.000Z' })];
    expect(timesOf(after(story, setDate('9999-12-29')))).toEqual(['9999-12-31T10:00']);
    expect(timesOf(after(story, setDate('9999-12-31')))).toEqual(['9999-12-31T10:00']);
    expect(timesOf(after(story, setDate('9999-12-31'), setDate('2026-05-04')))).toEqual(['2026-05-06T10:00']);
  });

  test('limit a departure that would fall beyond them', () => {
    const stay = { arrivalTime: '2026-05-04T10:00:00.000Z', departureTime: '9999-12-31T20:00:00.000Z' };
    expect(timesOf(after([...begun('2026-05-04'), timed([first], stay)], moveTo([third])))).toEqual(['2026-05-06T10:00', '9999-12-31T23:59']);
    const back = { arrivalTime: '2026-05-06T10:00:00.000Z', departureTime: '0000-01-01T20:00:00.000Z' };
    expect(timesOf(after([...begun('2026-05-04'), timed([third], back)], moveTo([first])))).toEqual(['2026-05-04T10:00', '0000-01-01T00:00']);
  });

  test('limit times that an earlier release wrote beyond them', () => {
    const beyond = timed([second], { startTime: '+010000-01-01T10:00:00.000Z' });
    const { state } = given(storyStream, [...begun('9999-12-31'), beyond]);
    for (const [command, healed] of [
      [write({ title: 'Later' }), '9999-12-31T10:00:00.000Z'],
      [setDate('2026-05-04'), '2026-05-05T10:00:00.000Z'],
    ] as const)
      expect(storyStream.decider.decide(command, state)).toContainEqual(rewritten({ startTime: healed }));
  });
});
