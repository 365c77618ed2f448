import { anyProjection } from '@waystory/infra/host/service.ts';
import type { Step } from '@waystory/infra/read-models/projector/projector-fixture.ts';
import { expectSameInAnyOrder } from '@waystory/infra/read-models/projector/shuffle-fixture.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { docIn, docsIn } from '../itinerary/doc-table.ts';
import { stories } from '../itinerary/stories.projection.ts';
import { type StoryCommand, storyStream } from '../itinerary/story.stream.ts';
import type { Story, StoryEvent } from '../itinerary/story.ts';
import { dayAdded, fixtureId, itineraryCreated, owner, stopAdded } from '../story.fixture.ts';

const actor = owner;
const itineraryId = 'f0000000-0000-8000-8000-000000000000';
const { decide, evolve, initial } = storyStream.decider;
const days = [1, 2, 3].map((number) => fixtureId('d', number));
const stops = [1, 2, 3, 4, 5].map((number) => fixtureId('e', number));
const [first = '', second = '', third = ''] = days;
const [museum = '', hotel = '', park = '', bar = ''] = stops;
/** Hotel and museum on the first day, hotel and park on the second. */
const twoDays = [itineraryCreated(), dayAdded(1), dayAdded(2), stopAdded(2, [first, second], 0), stopAdded(1, [first], 1), stopAdded(3, [second], 2)];

/** Story and events after some commands; each event matches its schema. */
function told(events: readonly StoryEvent[], commands: readonly StoryCommand[]): { story: Story; events: StoryEvent[] } {
  const all: StoryEvent[] = [];
  let story = initial;
  const add = (event: StoryEvent): void => {
    expect(storyStream.events.schemas[event.type]?.parse(event.data)).toEqual(event.data);
    all.push(event);
    story = evolve(story, { ...event, stream: `itinerary-${itineraryId}`, version: all.length, at: '2026-01-01T00:00:00.000Z' });
  };
  events.forEach(add);
  for (const command of commands) decide(command, story).forEach(add);
  return { story, events: all };
}

const after = (...commands: StoryCommand[]): Story => told(twoDays, commands).story;
const arranged = (dayId: string, ...stopIds: string[]): StoryCommand => ({ type: 'PatchDay', dayId, changes: { stopIds }, actor });
const patched = (stopId: string, changes: Extract<StoryCommand, { type: 'PatchStop' }>['changes']): StoryCommand => ({
  type: 'PatchStop',
  stopId,
  changes,
  actor,
});
const orderOf = (story: Story, dayId: string): readonly string[] => docIn(story.days, dayId)?.stopIds ?? [];

describe('A stop on two days', () => {
  test('keeps its position on one day when the other day is reordered', () => {
    const story = after(arranged(second, park, hotel));
    expect(orderOf(story, first)).toEqual([hotel, museum]);
    expect(orderOf(story, second)).toEqual([park, hotel]);
    expect(story.itinerary?.legIds).toEqual([`${hotel}_${museum}`, `${park}_${hotel}`]);
  });

  test('has a separate position on each day, also when both days are reordered', () => {
    const story = after(arranged(second, park, hotel), arranged(first, museum, hotel), arranged(second, hotel, park));
    expect(orderOf(story, first)).toEqual([museum, hotel]);
    expect(orderOf(story, second)).toEqual([hotel, park]);
  });

  test('keeps its position on the other day when it leaves a day, a day is removed, or it joins a third', () => {
    const turned = arranged(second, park, hotel);
    expect(orderOf(after(turned, arranged(first, museum)), second)).toEqual([park, hotel]);
    expect(orderOf(after(turned, { type: 'RemoveDay', dayId: first, actor }), second)).toEqual([park, hotel]);
    expect(orderOf(after(turned, patched(hotel, { dayIds: [second] })), second)).toEqual([park, hotel]);
    const three = after(turned, { type: 'AddDay', dayId: third, day: {}, actor }, patched(hotel, { dayIds: [...days], index: 7 }));
    expect([orderOf(three, first), orderOf(three, second), orderOf(three, third)]).toEqual([[hotel, museum], [park, hotel], [hotel]]);
  });

  test('has the index of its only remaining day', () => {
    const story = after(arranged(second, park, hotel), { type: 'RemoveDay', dayId: first, actor });
    const left = docIn(story.stops, hotel);
    expect(left).toMatchObject({ dayIds: [second], daysCount: 1, index: 2 });
    expect(left).not.toHaveProperty('dayIndexes');
  });

  test('has the same index on all of its days once its index is written', () => {
    const story = after(arranged(second, park, hotel), patched(hotel, { index: 9 }));
    expect([orderOf(story, first), orderOf(story, second)]).toEqual([
      [museum, hotel],
      [park, hotel],
    ]);
    expect(docIn(story.stops, hotel)).toMatchObject({ index: 9 });
  });

  test('returns to its positions when its removal is reversed', () => {
    const before = after(arranged(second, park, hotel));
    const stop = docIn(before.stops, hotel);
    if (!stop) expect.fail('there is no hotel');
    const story = after(
      arranged(second, park, hotel),
      { type: 'RemoveStop', stopId: hotel, actor },
      { type: 'RestoreStop', stop, placeOrigin: undefined, actor },
    );
    expect([orderOf(story, first), orderOf(story, second)]).toEqual([
      [hotel, museum],
      [park, hotel],
    ]);
  });
});

test('Stops that share the last index can be reordered', () => {
  const full = [itineraryCreated(), dayAdded(1), ...[1, 2, 3].map((number) => stopAdded(number, [first], 1_000_000))];
  const { story } = told(full, [arranged(first, park, hotel, museum)]);
  expect(orderOf(story, first)).toEqual([park, hotel, museum]);
  const place = docIn(story.stops, hotel);
  if (!place) expect.fail('there is no hotel');
  const { placeId, placeName, placeFullName, coordinates, address, countryId, countryCode } = place;
  const added: StoryCommand = {
    ...{ type: 'AddStop', stopId: bar, origin: 'PERSON', actor },
    stop: { title: 'Bar', dayIds: [first] },
    place: { placeId, placeName, placeFullName, coordinates, address, countryId, countryCode },
  };
  expect(orderOf(told(full, [arranged(first, park, hotel, museum), added]).story, first)).toEqual([park, hotel, museum, bar]);
});

const begun = fc
  .array(fc.tuple(fc.subarray(days), fc.nat({ max: 4 })), { minLength: 3, maxLength: 5 })
  .map((all) => [
    itineraryCreated(),
    ...days.map((_, index) => dayAdded(index + 1)),
    ...all.map(([on, index], number) => stopAdded(number + 1, on, index)),
  ]);
const reorders = fc.array(
  fc.tuple(fc.nat({ max: 2 }), fc.constantFrom('order', 'members', 'optimize'), fc.shuffledSubarray(stops), fc.nat({ max: 99 })),
  { maxLength: 8 },
);

/** Reorders one day after the other, and expects all other days unchanged. Returns the story and all events. */
function reordered(events: readonly StoryEvent[], all: readonly (readonly [number, string, readonly string[], number])[]) {
  const commands: StoryCommand[] = [];
  for (const [day, kind, some] of all) {
    const dayId = days[day] ?? first;
    const { story } = told(events, commands);
    const here = docsIn(story.stops).map((stop) => stop.id);
    const wanted = some.filter((one) => here.includes(one));
    const own = orderOf(story, dayId);
    const command: StoryCommand =
      kind === 'optimize'
        ? { type: 'OptimizeDay', dayId, rules: { freeStart: true, freeEnd: true }, actor }
        : arranged(
            dayId,
            ...(kind === 'members' ? wanted : [...wanted.filter((one) => own.includes(one)), ...own.filter((one) => !wanted.includes(one))]),
          );
    commands.push(command);
    const { story: next } = told(events, commands);
    for (const other of days) if (other !== dayId) expect(orderOf(next, other)).toEqual(orderOf(story, other));
    if (command.type === 'PatchDay') expect(orderOf(next, dayId)).toEqual(command.changes.stopIds);
    // Folding the same events again gives the same story.
    expect(told(told(events, commands).events, []).story).toEqual(next);
  }
  return told(events, commands);
}

describe('Reordering one day', () => {
  test('leaves the order of all other days as it is', () => {
    fc.assert(
      fc.property(begun, reorders, (events, all) => void reordered(events, all)),
      { numRuns: 300 },
    );
  });

  test('gives the same result when events arrive shuffled and twice', () => {
    const streams = fc
      .tuple(begun, reorders)
      .map(([events, all]) => [
        reordered(events, all).events.map(({ type, data }): Step => ({ stream: `itinerary-${itineraryId}`, type, data: { ...data } })),
        [{ stream: 'reaction-r1', type: 'ReactionAdded', data: { reactableType: 'itinerary', reactableId: itineraryId, reactionType: 'like' } }],
      ]);
    expectSameInAnyOrder(anyProjection(stories), streams, 40);
  });
});
