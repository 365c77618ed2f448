import { streamName } from '@waystory/infra/commands/decider.ts';
import { given } from '@waystory/infra/commands/given.ts';
import { describe, expect, test } from 'vitest';
import { docIn } from '../itinerary/doc-table.ts';
import { storyStream } from '../itinerary/story.stream.ts';
import type { StoryEvent } from '../itinerary/story.ts';
import { dayAdded, fixtureId, itineraryCreated, owner, place, stopAdded } from '../story.fixture.ts';
import { reversalOf } from './reversal.ts';
import type { CausedEvent } from './story-history.ts';

const itineraryId = 'f0000000-0000-8000-8000-000000000000';
const turn = 'tool:t:1';
const undo = 'reversal:1';

/** Events with their cause; null for a change made by hand. */
type Written = readonly [cause: string | null, events: readonly StoryEvent[]];
const history = (...written: readonly Written[]): CausedEvent[] =>
  written
    .flatMap(([cause, events]) => events.map((event) => ({ ...event, cause })))
    .map((event, index) => ({
      ...event,
      ...{ stream: streamName('itinerary', itineraryId), version: index + 1, at: '2026-01-01T00:00:00.000Z', actorId: owner.accountId },
    }));

/** Effect of reversing a cause: the events of its commands, and the parts that are left. */
function reversing(events: readonly CausedEvent[], cause = turn) {
  const { commands, restored, left } = reversalOf(events, (event) => event.cause === cause, owner);
  let { state } = given(storyStream, events, itineraryId);
  const decided = commands.flatMap((command) => {
    const next = storyStream.decider.decide(command, state);
    const at = { stream: streamName('itinerary', itineraryId), version: events.length + 1, at: '2026-01-02T00:00:00.000Z' };
    state = next.reduce((before, event) => storyStream.decider.evolve(before, { ...event, ...at }), state);
    return next;
  });
  return { decided, restored, left, state };
}

const rewritten = (number: number, changes: object): StoryEvent => ({ type: 'StopRewritten', data: { stopId: fixtureId('e', number), changes } });
const moved = (number: number, dayIds: string[], index: number): StoryEvent => ({
  type: 'StopMoved',
  data: { stopId: fixtureId('e', number), dayIds, index },
});
const accepted = (number: number): StoryEvent => ({ type: 'StopAccepted', data: { stopId: fixtureId('e', number) } });
const removed = (number: number): StoryEvent => ({ type: 'StopRemoved', data: { stopId: fixtureId('e', number) } });
const suggested = (number: number): StoryEvent => stopAdded(number, [fixtureId('d', 1)], number - 1, 'SUGGESTED');
const stop = (number: number) => ({ kind: 'stop', id: fixtureId('e', number), number: null });
const day = (number: number) => ({ kind: 'day', id: fixtureId('d', number), title: `Day ${number}`, number });

const byHand: Written = [null, [itineraryCreated(), dayAdded(1), dayAdded(2), stopAdded(1, [fixtureId('d', 1)]), stopAdded(2, [fixtureId('d', 1)])]];

describe('Fields that a turn wrote', () => {
  const slower: Written = [turn, [rewritten(1, { title: 'Slowly', durationMinutes: 120 }), rewritten(1, { title: 'Slower' })]];

  test('get their old values, whatever the same turn wrote in between', () => {
    const { decided, restored, left } = reversing(history(byHand, slower));
    expect(decided).toEqual([rewritten(1, { title: 'Stop 1', durationMinutes: null })]);
    expect(restored).toEqual([{ ...stop(1), title: 'Slower', fields: ['title', 'durationMinutes'], change: 'CHANGED' }]);
    expect(left).toEqual([]);
  });

  test('are left and reported where a person overwrote them', () => {
    const { decided, left } = reversing(history(byHand, slower, [null, [rewritten(1, { title: 'Mine' })]]));
    expect(decided).toEqual([rewritten(1, { durationMinutes: null })]);
    expect(left).toEqual([{ ...stop(1), title: 'Mine', fields: ['title'], reason: 'CHANGED_LATER' }]);
  });

  test('are left also where a person changed them and wrote the present value again', () => {
    const { decided } = reversing(history(byHand, slower, [null, [rewritten(1, { title: 'Mine' }), rewritten(1, { title: 'Slower' })]]));
    expect(decided).toEqual([rewritten(1, { durationMinutes: null })]);
  });

  test('get the value that a person wrote during the turn, when the turn overwrote it', () => {
    const meanwhile: Written[] = [slower, [null, [rewritten(1, { title: 'Mine' })]], [turn, [rewritten(1, { title: 'Slowest' })]]];
    expect(reversing(history(byHand, ...meanwhile)).decided).toEqual([rewritten(1, { title: 'Mine', durationMinutes: null })]);
  });

  test('of a stop that a person removed are reported as removed later', () => {
    const { decided, left } = reversing(history(byHand, slower, [null, [removed(1)]]));
    expect(decided).toEqual([]);
    expect(left).toEqual([{ ...stop(1), title: 'Slower', fields: ['title', 'durationMinutes'], reason: 'REMOVED_LATER' }]);
  });

  test('of two turns are reversed one after the other', () => {
    const two = history(byHand, slower, ['tool:t:2', [rewritten(1, { title: 'Slowest' })]]);
    expect(reversing(two).left).toMatchObject([{ fields: ['title'] }]);
    const one = history(byHand, slower, ['tool:t:2', [rewritten(1, { title: 'Slowest' })]], [undo, [rewritten(1, { title: 'Slower' })]]);
    expect(reversing(one).decided).toEqual([rewritten(1, { title: 'Stop 1', durationMinutes: null })]);
  });
});

describe('Order that a turn made', () => {
  test('is reversed to the former order', () => {
    const { decided } = reversing(history(byHand, [turn, [moved(2, [fixtureId('d', 1)], 0), moved(1, [fixtureId('d', 1)], 1)]]));
    expect(decided).toEqual([moved(2, [fixtureId('d', 1)], 1), moved(1, [fixtureId('d', 1)], 0)]);
  });

  test('stays for a stop that would return to a removed day', () => {
    const gone: StoryEvent = { type: 'DayRemoved', data: { dayId: fixtureId('d', 1) } };
    const { decided, left } = reversing(history(byHand, [turn, [moved(1, [fixtureId('d', 2)], 0)]], [null, [gone]]));
    expect(decided).toEqual([]);
    expect(left).toEqual([{ ...stop(1), title: 'Stop 1', fields: ['dayIds'], reason: 'REMOVED_LATER' }]);
  });
});

describe('Stop that a turn removed', () => {
  test('is restored unchanged under its id, and removed again when the reversal is reversed', () => {
    const before = history(byHand);
    const after = history(byHand, [turn, [rewritten(1, { title: 'Other' }), removed(1)]]);
    const { decided, restored, state } = reversing(after);
    const { place: _, ...data } = { ...(stopAdded(1, [fixtureId('d', 1)]).data as object), place };
    expect(decided).toEqual([{ type: 'StopAdded', data: expect.objectContaining(data) }]);
    expect(restored).toEqual([{ ...stop(1), title: 'Stop 1', fields: [], change: 'RESTORED' }]);
    expect(docIn(state.days, fixtureId('d', 1))?.stopIds).toEqual(docIn(given(storyStream, before).state.days, fixtureId('d', 1))?.stopIds);
    const again = reversing(history(byHand, [turn, [rewritten(1, { title: 'Other' }), removed(1)]], [undo, decided]), undo);
    expect(again.decided).toEqual([removed(1)]);
  });

  test('is restored without a removed day', () => {
    const gone: StoryEvent = { type: 'DayRemoved', data: { dayId: fixtureId('d', 1) } };
    const { decided } = reversing(history(byHand, [turn, [removed(1)]], [null, [gone]]));
    expect(decided).toMatchObject([{ type: 'StopAdded', data: { stopId: fixtureId('e', 1), dayIds: [] } }]);
  });
});

describe('Days and stops that a turn created', () => {
  const made: Written = [turn, [dayAdded(3), suggested(3), suggested(4)]];

  test('are removed by a reversal, and restored at their positions when it is reversed', () => {
    const events = history(byHand, made);
    const { decided } = reversing(events);
    expect(decided).toEqual([removed(3), removed(4), { type: 'DayRemoved', data: { dayId: fixtureId('d', 3) } }]);
    const later: StoryEvent = { type: 'DayAdded', data: { dayId: fixtureId('d', 4), number: 3 } };
    const { state } = reversing(history(byHand, made, [undo, decided], [null, [later]]), undo);
    expect(state.itinerary?.dayIds).toEqual([1, 2, 3, 4].map((number) => fixtureId('d', number)));
    expect(docIn(state.days, fixtureId('d', 4))?.number).toBe(4);
    expect(docIn(state.days, fixtureId('d', 1))?.stopIds).toEqual([1, 2, 3, 4].map((number) => fixtureId('e', number)));
  });

  test('stay when a person wrote to them, and a day also when it has a stop of a person', () => {
    const onNewDay = stopAdded(5, [fixtureId('d', 3)]);
    const { decided, left } = reversing(history(byHand, made, [null, [accepted(3), onNewDay]]));
    expect(decided).toEqual([removed(4)]);
    expect(left).toEqual([
      { ...stop(3), title: 'Stop 3', fields: ['state'], reason: 'CHANGED_LATER' },
      { ...day(3), fields: [], reason: 'STILL_USED' },
    ]);
  });

  test('are not reported when a person removed them', () => {
    const { decided, left } = reversing(history(byHand, made, [null, [removed(3)]]));
    expect([decided.map(({ type }) => type), left]).toEqual([['StopRemoved', 'DayRemoved'], []]);
  });
});

describe('Itinerary that a turn created', () => {
  const planned: Written = [turn, [itineraryCreated(), dayAdded(1), dayAdded(2), suggested(1), suggested(2)]];

  test('is deleted by a reversal, and restored completely when it is reversed', () => {
    const { decided, restored } = reversing(history(planned));
    expect(decided).toEqual([{ type: 'ItineraryDeleted', data: {} }]);
    expect(restored).toMatchObject([{ kind: 'itinerary', title: 'Lisbon, hill by hill', change: 'REMOVED' }]);
    const before = given(storyStream, history(planned), itineraryId).state;
    const { state } = reversing(history(planned, [undo, decided]), undo);
    const timeless = (value: unknown): unknown => JSON.parse(JSON.stringify(value, (key, of) => (/^(version|\w+At)$/.test(key) ? undefined : of)));
    expect(timeless(state)).toEqual(timeless(before));
  });

  test('stays when it has any other change', () => {
    const { decided, left } = reversing(history(planned, [null, [accepted(1)]]));
    expect(decided).toEqual([removed(2), { type: 'DayRemoved', data: { dayId: fixtureId('d', 2) } }]);
    expect(left.map(({ kind, title, reason }) => [kind, title, reason])).toEqual([
      ['itinerary', 'Lisbon, hill by hill', 'CHANGED_LATER'],
      ['stop', 'Stop 1', 'CHANGED_LATER'],
      ['day', 'Day 1', 'STILL_USED'],
    ]);
  });

  test('is not reported when a person deleted it', () => {
    const { decided, left } = reversing(history(planned, [null, [{ type: 'ItineraryDeleted', data: {} }]]));
    expect([decided, left]).toEqual([[], []]);
  });
});

test('Reversal of an assistant turn reports a deleted itinerary alone, without the other writes of the turn in it', () => {
  const deleted: Written = [null, [{ type: 'ItineraryDeleted', data: {} }]];
  const { decided, left } = reversing(history(byHand, [turn, [rewritten(1, { title: 'Slowly' }), removed(2), suggested(3)]], deleted));
  expect(decided).toEqual([]);
  expect(left).toMatchObject([{ kind: 'itinerary', title: 'Lisbon, hill by hill', reason: 'REMOVED_LATER' }]);
});

describe('Countries of an itinerary', () => {
  const none: StoryEvent = { type: 'ItineraryRewritten', data: { changes: { countryIds: [] } } };
  test('no longer include countries that only stops of the reversed turn added', () => {
    const { decided } = reversing(history([null, [itineraryCreated(), dayAdded(1)]], [turn, [suggested(1)]]));
    expect(decided).toEqual([none, removed(1)]);
    const kept = reversing(history([null, [itineraryCreated(), dayAdded(1)]], [turn, [suggested(1)]], [null, [stopAdded(2, [fixtureId('d', 1)])]]));
    expect(kept.decided).toEqual([removed(1)]);
  });

  test('include the country of a stop that a person moved elsewhere', () => {
    const elsewhere = { ...place, placeId: fixtureId('b', 2), countryId: fixtureId('c', 2), countryCode: 'ES' };
    const relocated: StoryEvent = { type: 'StopRelocated', data: { stopId: fixtureId('e', 2), ...elsewhere, state: 'ACCEPTED' } };
    const { decided } = reversing(
      history([null, [itineraryCreated(), dayAdded(1)]], [turn, [suggested(1)]], [null, [stopAdded(2, [fixtureId('d', 1)]), relocated]]),
    );
    const spain: StoryEvent = { type: 'ItineraryRewritten', data: { changes: { countryIds: [fixtureId('c', 2)] } } };
    expect(decided).toEqual([spain, removed(1)]);
  });
});

test('Reversing the order of one day keeps later changes to the second day of a shared stop', () => {
  const [first, second] = [fixtureId('d', 1), fixtureId('d', 2)];
  // Museum (1) and hotel (2) on the first day, hotel and park (3) on the second.
  const both: Written = [
    null,
    [itineraryCreated(), dayAdded(1), dayAdded(2), stopAdded(1, [first]), stopAdded(2, [first, second]), stopAdded(3, [second])],
  ];
  const places = (number: number, dayIds: string[], index: number, dayIndexes: { dayId: string; index: number }[]): StoryEvent => ({
    type: 'StopMoved',
    data: { stopId: fixtureId('e', number), dayIds, index, dayIndexes },
  });
  const turned: Written = [turn, [moved(3, [second], 1), places(2, [first, second], 1, [{ dayId: second, index: 2 }])]];
  const mine: Written = [
    null,
    [
      moved(1, [first], 3),
      places(2, [first, second], 1, [
        { dayId: first, index: 0 },
        { dayId: second, index: 2 },
      ]),
    ],
  ];
  const { state, restored, left } = reversing(history(both, turned, mine));
  expect(docIn(state.days, first)?.stopIds).toEqual([fixtureId('e', 2), fixtureId('e', 1)]);
  expect(docIn(state.days, second)?.stopIds).toEqual([fixtureId('e', 2), fixtureId('e', 3)]);
  expect(restored.map(({ id: thing, fields }) => [thing, fields])).toEqual([
    [fixtureId('e', 3), ['index']],
    [fixtureId('e', 2), ['index']],
  ]);
  expect(left).toEqual([]);
});

test('A day arranged by a person stays when an index on all days of its stop is reversed', () => {
  const [first, second] = [fixtureId('d', 1), fixtureId('d', 2)];
  const both: Written = [null, [itineraryCreated(), dayAdded(1), dayAdded(2), stopAdded(1, [first, second], 0), stopAdded(2, [first, second], 1)]];
  const turned: Written = [turn, [moved(1, [first, second], 2)]];
  const before = history(both, turned);
  const order = (...stops: number[]) => ({
    type: 'PatchDay' as const,
    dayId: second,
    changes: { stopIds: stops.map((one) => fixtureId('e', one)) },
    actor: owner,
  });
  const once = storyStream.decider.decide(order(1, 2), given(storyStream, before).state);
  const twice = storyStream.decider.decide(order(2, 1), given(storyStream, [...before, ...once]).state);
  const { state } = reversing(history(both, turned, [null, [...once, ...twice]]));
  expect(docIn(state.days, first)?.stopIds).toEqual([fixtureId('e', 1), fixtureId('e', 2)]);
  expect(docIn(state.days, second)?.stopIds).toEqual([fixtureId('e', 2), fixtureId('e', 1)]);
});
