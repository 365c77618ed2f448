import { given } from '@waystory/infra/commands/given.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { docIn } from '../itinerary/doc-table.ts';
import { storyStream } from '../itinerary/story.stream.ts';
import type { StoryEvent } from '../itinerary/story.ts';
import { dayAdded, fixtureId, itineraryCreated, owner, stopAdded, stranger } from '../story.fixture.ts';
import { optimizedDay } from './day.ts';

const [first, second] = [fixtureId('d', 1), fixtureId('d', 2)];
const twoDays = [itineraryCreated('PUBLIC'), dayAdded(1), dayAdded(2)];
const threeStops = [stopAdded(1, [first]), stopAdded(2, [first]), stopAdded(3, [second])];

describe('Day', () => {
  test('is added at the end', () => {
    given(storyStream, [itineraryCreated()])
      .when({ type: 'AddDay', dayId: first, day: { title: 'Day 1' }, actor: owner })
      .then([dayAdded(1)])
      .when({ type: 'AddDay', dayId: second, day: { title: 'Day 2' }, actor: owner })
      .then([dayAdded(2)]);
  });

  test('is put into a shorter order, in which an unlocated stop keeps its position', () => {
    const stopAt = (number: number, longitude: number, isLocated = true) => {
      const { data } = stopAdded(number, [first]);
      return { type: 'StopAdded', data: { ...data, coordinates: { latitude: 0, longitude }, isLocated } } as ReturnType<typeof stopAdded>;
    };
    const stops = [stopAt(1, 0), stopAt(2, 170, false), stopAt(3, 2), stopAt(4, 1), stopAt(5, 3)];
    const { state } = given(storyStream, [itineraryCreated('PUBLIC'), dayAdded(1), ...stops]);
    const route = optimizedDay(state, first, {});
    expect(route.stopIds).toEqual([1, 2, 4, 3, 5].map((number) => fixtureId('e', number)));
    expect(route.kmAfter).toBeCloseTo(3 * 111.19, 0);
  });

  test('cannot be added by a stranger, who gets itinerary/not-yours when public, itinerary/unknown when private', () => {
    given(storyStream, [itineraryCreated('PUBLIC')])
      .when({ type: 'AddDay', dayId: first, day: {}, actor: stranger })
      .rejects('itinerary/not-yours');
    given(storyStream, [itineraryCreated('PRIVATE')])
      .when({ type: 'AddDay', dayId: first, day: {}, actor: stranger })
      .rejects('itinerary/unknown');
  });

  test('cannot be changed when it does not exist', () => {
    given(storyStream, twoDays)
      .when({ type: 'PatchDay', dayId: fixtureId('d', 3), changes: { title: 'x' }, actor: owner })
      .rejects('day/unknown', { dayId: fixtureId('d', 3) });
  });

  test('renumbers the following days when removed, and its stops stay without a day', () => {
    const { state } = given(storyStream, [...twoDays, ...threeStops])
      .when({ type: 'RemoveDay', dayId: first, actor: owner })
      .then([{ type: 'DayRemoved', data: { dayId: first } }]);
    expect(docIn(state.days, second)?.number).toBe(1);
    expect(state.itinerary).toMatchObject({ dayIds: [second], daysCount: 1, stopsCount: 3, legIds: [] });
    expect(docIn(state.stops, fixtureId('e', 1))).toMatchObject({ dayIds: [], daysCount: 0 });
  });

  test('has its stops in the order of the command', () => {
    const { state } = given(storyStream, [...twoDays, ...threeStops])
      .when({ type: 'PatchDay', dayId: first, changes: { stopIds: [fixtureId('e', 2), fixtureId('e', 1)] }, actor: owner })
      .then([
        { type: 'StopMoved', data: { stopId: fixtureId('e', 2), dayIds: [first], index: 0 } },
        { type: 'StopMoved', data: { stopId: fixtureId('e', 1), dayIds: [first], index: 1 } },
      ]);
    expect(docIn(state.days, first)?.stopIds).toEqual([fixtureId('e', 2), fixtureId('e', 1)]);
    expect(state.itinerary?.legIds).toEqual([`${fixtureId('e', 2)}_${fixtureId('e', 1)}`]);
  });

  test('receives a stop that stays on another day, and its former stops leave it', () => {
    const { state } = given(storyStream, [...twoDays, ...threeStops])
      .when({ type: 'PatchDay', dayId: first, changes: { stopIds: [fixtureId('e', 3)] }, actor: owner })
      .then([
        { type: 'StopMoved', data: { stopId: fixtureId('e', 1), dayIds: [], index: 0 } },
        { type: 'StopMoved', data: { stopId: fixtureId('e', 2), dayIds: [], index: 1 } },
        { type: 'StopMoved', data: { stopId: fixtureId('e', 3), dayIds: [second, first], index: 2 } },
      ]);
    expect(docIn(state.days, first)?.stopIds).toEqual([fixtureId('e', 3)]);
    expect(docIn(state.days, second)?.stopIds).toEqual([fixtureId('e', 3)]);
  });

  test('gives stops of equal index distinct indexes when reordered', () => {
    const shared = [stopAdded(1, [first], 5), stopAdded(2, [first], 5)];
    const { state } = given(storyStream, [...twoDays, ...shared])
      .when({ type: 'PatchDay', dayId: first, changes: { stopIds: [fixtureId('e', 2), fixtureId('e', 1)] }, actor: owner })
      .then([{ type: 'StopMoved', data: { stopId: fixtureId('e', 1), dayIds: [first], index: 6 } }]);
    expect(docIn(state.days, first)?.stopIds).toEqual([fixtureId('e', 2), fixtureId('e', 1)]);
  });

  test('refuses an unknown stop', () => {
    given(storyStream, twoDays)
      .when({ type: 'PatchDay', dayId: first, changes: { stopIds: [fixtureId('e', 9)] }, actor: owner })
      .rejects('stop/unknown', { stopId: fixtureId('e', 9) });
  });

  test('is limited to one hundred per itinerary', () => {
    const full = Array.from({ length: 100 }, (_, index) => ({
      type: 'DayAdded' as const,
      data: { dayId: `d0000000-0000-8000-8000-${String(index).padStart(12, '0')}`, number: index + 1, title: null, description: null },
    }));
    given(storyStream, [itineraryCreated(), ...full])
      .when({ type: 'AddDay', dayId: first, day: {}, actor: owner })
      .rejects('day/too-many');
  });
});

describe('Stop on two days', () => {
  const [hotel, museum, park] = [fixtureId('e', 1), fixtureId('e', 2), fixtureId('e', 3)];
  const trip = [...twoDays, stopAdded(1, [first, second]), stopAdded(2, [first]), stopAdded(3, [second])];
  const order = (stopIds: string[], dayId = second) => ({ type: 'PatchDay' as const, dayId, changes: { stopIds }, actor: owner });
  const orders = ({ days }: { days: Parameters<typeof docIn<{ stopIds: readonly string[] }>>[0] }) =>
    [first, second].map((dayId) => docIn(days, dayId)?.stopIds);

  test('has an index on each day, so that one day is reordered alone', () => {
    const { state } = given(storyStream, trip)
      .when(order([park, hotel]))
      .then([
        { type: 'StopMoved', data: { stopId: park, dayIds: [second], index: 0 } },
        { type: 'StopMoved', data: { stopId: hotel, dayIds: [first, second], index: 0, dayIndexes: [{ dayId: second, index: 2 }] } },
      ]);
    expect(orders(state)).toEqual([
      [hotel, museum],
      [park, hotel],
    ]);
  });

  test('keeps its index on the remaining day when it leaves the other day', () => {
    const moved: StoryEvent = {
      type: 'StopMoved',
      data: { stopId: hotel, dayIds: [first, second], index: 0, dayIndexes: [{ dayId: second, index: 3 }] },
    };
    given(storyStream, [...trip, moved])
      .when({ type: 'PatchStop', stopId: hotel, changes: { dayIds: [second] }, actor: owner })
      .then([{ type: 'StopMoved', data: { stopId: hotel, dayIds: [second], index: 3 } }]);
    given(storyStream, [...trip, moved])
      .when({ type: 'PatchStop', stopId: hotel, changes: { dayIds: [first] }, actor: owner })
      .then([{ type: 'StopMoved', data: { stopId: hotel, dayIds: [first], index: 0 } }]);
    const { state } = given(storyStream, [...trip, moved])
      .when({ type: 'RemoveDay', dayId: first, actor: owner })
      .then([{ type: 'DayRemoved', data: { dayId: first } }]);
    expect(docIn(state.stops, hotel)).toMatchObject({ dayIds: [second], index: 3 });
    expect(docIn(state.days, second)?.stopIds).toEqual([park, hotel]);
  });

  test('has one index on all days when its index is written', () => {
    const moved: StoryEvent = {
      type: 'StopMoved',
      data: { stopId: hotel, dayIds: [first, second], index: 0, dayIndexes: [{ dayId: second, index: 3 }] },
    };
    given(storyStream, [...trip, moved])
      .when({ type: 'PatchStop', stopId: hotel, changes: { index: 9 }, actor: owner })
      .then([{ type: 'StopMoved', data: { stopId: hotel, dayIds: [first, second], index: 9 } }]);
  });

  test('leaves every other day in order when one day is reordered', () => {
    const numbers = [1, 2, 3, 4, 5, 6];
    const days = [1, 2, 3].map((number) => fixtureId('d', number));
    const story = fc.array(fc.subarray(days, { minLength: 1 }), { minLength: 2, maxLength: 6 });
    const change = fc.record({ day: fc.constantFrom(...days), seed: fc.array(fc.nat(), { minLength: 6, maxLength: 6 }), optimize: fc.boolean() });
    fc.assert(
      fc.property(story, fc.array(change, { minLength: 1, maxLength: 6 }), (dayIds, changes) => {
        const history: StoryEvent[] = [itineraryCreated(), ...[1, 2, 3].map(dayAdded), ...dayIds.map((on, at) => stopAdded(numbers[at] ?? 1, on))];
        let now = given(storyStream, history);
        for (const { day, seed, optimize } of changes) {
          const before = days.map((dayId) => docIn(now.state.days, dayId)?.stopIds ?? []);
          const stopIds = (docIn(now.state.days, day)?.stopIds ?? []).toSorted(
            (a, b) => (seed[Number(a.at(-1))] ?? 0) - (seed[Number(b.at(-1))] ?? 0),
          );
          const command = optimize
            ? ({ type: 'OptimizeDay', dayId: day, rules: { freeStart: true, freeEnd: true }, actor: owner } as const)
            : ({ type: 'PatchDay', dayId: day, changes: { stopIds }, actor: owner } as const);
          now = now.when(command).then(storyStream.decider.decide(command, now.state));
          const after = days.map((dayId) => docIn(now.state.days, dayId)?.stopIds ?? []);
          for (const [at, dayId] of days.entries()) if (dayId !== day) expect(after[at]).toEqual(before[at]);
          if (!optimize) expect(after[days.indexOf(day)]).toEqual(stopIds);
        }
      }),
      { numRuns: 300 },
    );
  });
});
