import type { EventContext } from '@waystory/infra/commands/decider.ts';
import { given } from '@waystory/infra/commands/given.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayAdded, fixtureId, itineraryCreated, moderator, owner, stopAdded, stranger } from '../story.fixture.ts';
import { docIn } from './doc-table.ts';
import { storyHandlers, storyStream } from './story.stream.ts';
import { changeStory, type StoryDocs, type StoryEvent } from './story.ts';

const create = { type: 'CreateItinerary', accountId: owner.accountId ?? '', itinerary: { title: 'Lisbon, hill by hill' }, actor: owner } as const;
const publish = { type: 'PatchItinerary', changes: { visibility: 'PUBLIC' }, actor: owner } as const;

describe('Itinerary', () => {
  test('is created private, with absent fields empty', () => {
    given(storyStream, [])
      .when(create)
      .then([itineraryCreated('PRIVATE')]);
  });

  test('is not created for another account, except by an admin', () => {
    given(storyStream, [])
      .when({ ...create, actor: stranger })
      .rejects('itinerary/other-account');
    given(storyStream, [])
      .when({ ...create, actor: { ...stranger, roles: ['admin'] } })
      .then([itineraryCreated()]);
  });

  test('is published once and withdrawn again', () => {
    given(storyStream, [itineraryCreated()])
      .when(publish)
      .then([{ type: 'ItineraryVisibilityChanged', data: { visibility: 'PUBLIC' } }])
      .when(publish)
      .then([])
      .when({ ...publish, changes: { visibility: 'PRIVATE' } })
      .then([{ type: 'ItineraryVisibilityChanged', data: { visibility: 'PRIVATE' } }]);
  });

  test('records only real changes', () => {
    given(storyStream, [itineraryCreated()])
      .when({ type: 'PatchItinerary', changes: { title: 'Lisbon, hill by hill', description: 'Slowly.' }, actor: owner })
      .then([{ type: 'ItineraryRewritten', data: { changes: { description: 'Slowly.' } } }]);
  });

  test('of another account is unknown while private, and forbidden when public', () => {
    given(storyStream, [itineraryCreated('PRIVATE')])
      .when({ ...publish, actor: stranger })
      .rejects('itinerary/unknown');
    given(storyStream, [itineraryCreated('PUBLIC')])
      .when({ ...publish, actor: stranger })
      .rejects('itinerary/not-yours');
    given(storyStream, [itineraryCreated('PUBLIC')])
      .when({ type: 'DeleteItinerary', actor: stranger })
      .rejects('itinerary/not-yours');
  });

  test('is hidden and restored by moderators only, who may not rewrite it', () => {
    const hide = { type: 'PatchItinerary', changes: { hidden: true } } as const;
    given(storyStream, [itineraryCreated('PUBLIC')])
      .when({ ...hide, actor: owner })
      .rejects('itinerary/only-moderators');
    given(storyStream, [itineraryCreated('PUBLIC')])
      .when({ ...hide, actor: moderator })
      .then([{ type: 'ItineraryHidden', data: { reason: null } }])
      .when({ ...hide, actor: stranger })
      .rejects('itinerary/unknown')
      .when({ ...hide, changes: { hidden: false, reason: 'It was satire.' }, actor: moderator })
      .then([{ type: 'ItineraryRestored', data: { reason: 'It was satire.' } }]);
    given(storyStream, [itineraryCreated('PUBLIC')])
      .when({ type: 'PatchItinerary', changes: { title: 'Mine now' }, actor: moderator })
      .rejects('itinerary/not-yours');
  });

  test('shows the reason while it is hidden', () => {
    const hide = (reason?: string | null) => ({ type: 'PatchItinerary', changes: { hidden: true, reason }, actor: moderator }) as const;
    const hidden = (reason: string | null): StoryEvent => ({ type: 'ItineraryHidden', data: { reason } });
    const { state, when } = given(storyStream, [itineraryCreated('PUBLIC')])
      .when(hide())
      .then([hidden(null)])
      .when(hide('Spam'))
      .then([hidden('Spam')])
      .when(hide('Spam'))
      .then([])
      .when(hide())
      .then([]);
    expect(state.itinerary).toMatchObject({ hidden: true, hiddenReason: 'Spam' });
    const restored: StoryEvent = { type: 'ItineraryRestored', data: { reason: null } };
    const shown = when({ type: 'PatchItinerary', changes: { hidden: false }, actor: moderator });
    expect(shown.then([restored]).state.itinerary).toMatchObject({
      hidden: false,
      hiddenReason: null,
    });
  });

  test('keeps the time of its first publication', () => {
    const changed = (visibility: 'PRIVATE' | 'UNLISTED' | 'PUBLIC'): StoryEvent => ({ type: 'ItineraryVisibilityChanged', data: { visibility } });
    const day = (version: number): string => `2026-01-0${version}T00:00:00.000Z`;
    const publishedAt = (...events: StoryEvent[]) =>
      events
        .map((event, index) => ({ ...event, stream: 'itinerary-f', version: index + 1, at: day(index + 1) }))
        .reduce(storyStream.decider.evolve, storyStream.decider.initial).itinerary?.publishedAt;
    expect(publishedAt(itineraryCreated('PUBLIC'))).toBe(day(1));
    expect(publishedAt(itineraryCreated('PRIVATE'), changed('UNLISTED'))).toBeNull();
    expect(publishedAt(itineraryCreated('PRIVATE'), changed('UNLISTED'), changed('PUBLIC'))).toBe(day(3));
    expect(publishedAt(itineraryCreated('PRIVATE'), changed('PUBLIC'), changed('PRIVATE'), changed('PUBLIC'))).toBe(day(2));
  });

  test('is deleted by moderators when hidden and with a reason, and by administrators', () => {
    const remove = { type: 'DeleteItinerary', actor: moderator } as const;
    const hidden = (reason: string | null): StoryEvent => ({ type: 'ItineraryHidden', data: { reason } });
    const restored: StoryEvent = { type: 'ItineraryRestored', data: { reason: null } };
    const deleted = (reason?: string): StoryEvent => ({ type: 'ItineraryDeleted', data: { ...(reason && { reason }) } });
    given(storyStream, [itineraryCreated('PUBLIC')])
      .when({ ...remove, reason: 'Spam' })
      .rejects('itinerary/not-hidden');
    given(storyStream, [itineraryCreated('PUBLIC'), hidden(null)])
      .when(remove)
      .rejects('itinerary/not-hidden')
      .when({ ...remove, reason: 'Spam' })
      .then([deleted('Spam')]);
    given(storyStream, [itineraryCreated('PUBLIC'), hidden('Spam')])
      .when(remove)
      .then([deleted('Spam')]);
    given(storyStream, [itineraryCreated('PUBLIC'), hidden('Spam'), restored])
      .when(remove)
      .rejects('itinerary/not-hidden');
    given(storyStream, [itineraryCreated('PUBLIC'), hidden('Spam')])
      .when({ ...remove, actor: owner })
      .then([deleted()]);
    given(storyStream, [itineraryCreated('PRIVATE')])
      .when({ ...remove, actor: { ...stranger, roles: ['admin'] } })
      .then([deleted()]);
  });

  test('is deleted with its days and stops', () => {
    const whole = given(storyStream, [itineraryCreated(), dayAdded(1), stopAdded(1, [fixtureId('d', 1)])]);
    const { state } = whole.when({ type: 'DeleteItinerary', actor: owner }).then([{ type: 'ItineraryDeleted', data: {} }]);
    expect(state).toEqual({ itinerary: null, days: {}, stops: {} });
  });

  test('passes its visibility on to its days and stops', () => {
    const { state } = given(storyStream, [itineraryCreated(), dayAdded(1), stopAdded(1, [fixtureId('d', 1)])])
      .when(publish)
      .then([{ type: 'ItineraryVisibilityChanged', data: { visibility: 'PUBLIC' } }]);
    expect(docIn(state.days, fixtureId('d', 1))?.visibility).toBe('PUBLIC');
    expect(docIn(state.stops, fixtureId('e', 1))?.visibility).toBe('PUBLIC');
  });
});

test('Events of a story give the same state folded one by one and all at once', () => {
  const { evolve, evolveAll, initial } = storyStream.decider;
  const moved: StoryEvent = { type: 'StopMoved', data: { stopId: fixtureId('e', 1), dayIds: [fixtureId('d', 2)], index: 1 } };
  const removed: StoryEvent = { type: 'DayRemoved', data: { dayId: fixtureId('d', 1) } };
  const stops = [1, 2, 3].map((number) => stopAdded(number, [fixtureId('d', 1)]));
  const history = [itineraryCreated(), dayAdded(1), dayAdded(2), ...stops, moved, removed].map((event, index) => ({
    ...{ ...event, stream: 'itinerary-1', version: index + 1, at: '2026-01-01T00:00:00.000Z' },
  }));
  for (let cut = 0; cut <= history.length; cut++) {
    const begun = history.slice(0, cut).reduce(evolve, initial);
    expect(evolveAll?.(begun, history.slice(cut))).toEqual(history.reduce(evolve, initial));
  }
});

test('A story begins with the given days, in their order', () => {
  const dayIds = [fixtureId('d', 2), fixtureId('d', 1)];
  const days = dayIds.map((dayId, index): StoryEvent => ({ type: 'DayAdded', data: { dayId, number: index + 1 } }));
  const { state } = given(storyStream, [])
    .when({ ...create, days: dayIds.map((dayId) => ({ dayId })) })
    .then([itineraryCreated(), ...days]);
  expect(state.itinerary).toMatchObject({ dayIds, daysCount: 2, version: 3 });
  expect(docIn(state.days, fixtureId('d', 1))).toMatchObject({ number: 2, title: null });
});

describe('Story of many stops', () => {
  const { evolve, evolveAll = () => expect.fail('evolves one by one'), initial } = storyStream.decider;
  const day = fixtureId('d', 1);
  const stopId = (number: number): string => `e0000000-0000-8000-8000-${number.toString(16).padStart(12, '0')}`;
  const inStream = (events: StoryEvent[]) =>
    events.map((event, index) => ({ ...event, stream: 'itinerary-1', version: index + 1, at: '2026-01-01T00:00:00.000Z' }));
  const added = (number: number, index = number): StoryEvent => {
    const event = stopAdded(1, [day], index);
    return { ...event, data: { ...event.data, stopId: stopId(number) } } as StoryEvent; // the same event about another stop
  };
  const many = (count: number, indexOf: (number: number) => number = (number) => number) =>
    inStream([itineraryCreated(), dayAdded(1), ...Array.from({ length: count }, (_, number) => added(number, indexOf(number)))]);

  test('shares unchanged documents with the state before an event', () => {
    const before = evolveAll(initial, many(960));
    const [rewritten] = inStream([{ type: 'StopRewritten', data: { stopId: stopId(7), changes: { title: 'Another' } } }]);
    const after = rewritten ? evolve(before, rewritten) : before;
    expect(docIn(after.stops, stopId(7))?.title).toBe('Another');
    expect(docIn(before.stops, stopId(7))?.title).toBe('Stop 1');
    expect([after.days, after.itinerary]).toEqual([before.days, before.itinerary]);
    expect(after.days).toBe(before.days);
    const copied = Object.keys(after.stops).filter((part) => after.stops[part] !== before.stops[part]);
    expect(copied).toEqual(['7']);
    expect(Object.keys(after.stops[7] ?? {})).toHaveLength(60);
  });

  test.each([
    ['one after the other', undefined],
    ['each before the others', (number: number) => 2_000 - number],
  ])('needs less than twice as many lookups per event with 960 stops as with 120, when stops were added %s', (_, indexOf) => {
    const looks = (count: number): number => {
      let [looked, documents] = [0, 0];
      changeStory(initial, ({ stops, ...others }) => {
        const counted = { ...stops, get: (one: string) => [stops.get(one), looked++][0] as ReturnType<typeof stops.get> }; // the first of the pair
        const docs = { ...others, stops: counted };
        for (const event of many(count, indexOf)) {
          const handler = storyHandlers[event.type] as (event: StoryEvent & EventContext, docs: StoryDocs) => void; // its own
          handler(event, docs);
          documents++;
        }
      });
      return looked / documents;
    };
    expect(looks(960) / looks(120)).toBeLessThan(2);
  });

  test('keeps the stops of each day sorted by index after any event, equal indexes in order of arrival', () => {
    const moves = fc.array(fc.record({ stop: fc.nat({ max: 9 }), index: fc.nat({ max: 5 }), on: fc.boolean() }), { maxLength: 40 });
    fc.assert(
      fc.property(moves, (all) => {
        const begun = evolveAll(
          initial,
          many(10, (number) => number >> 1),
        );
        const events = inStream(
          all.map(({ stop, index, on }) => ({ type: 'StopMoved', data: { stopId: stopId(stop), dayIds: on ? [day] : [], index } })),
        );
        let order = Array.from({ length: 10 }, (_, number) => ({ id: stopId(number), index: number >> 1 }));
        for (const { data } of events) {
          const { stopId: moved, dayIds, index } = data as { stopId: string; dayIds: string[]; index: number }; // all of them are moves
          const known = order.some((one) => one.id === moved) ? order : order.concat({ id: moved, index });
          order = known
            .filter((one) => one.id !== moved || dayIds.length > 0)
            .map((one) => (one.id === moved ? { id: moved, index } : one))
            .sort((a, b) => a.index - b.index);
        }
        const { itinerary, days } = evolveAll(begun, events);
        expect(docIn(days, day)).toMatchObject({ stopIds: order.map((one) => one.id), stopsCount: order.length });
        expect(itinerary?.legsCount).toBe(Math.max(0, order.length - 1));
      }),
    );
  });
});
