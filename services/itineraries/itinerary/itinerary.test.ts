import { given } from '@waystory/infra/commands/given.ts';
import { describe, expect, test } from 'vitest';
import { created, dayAdded, id, moderator, owner, stopAdded, stranger } from '../story.fixture.ts';
import { storyStream } from './itinerary.ts';
import type { StoryEvent } from './story.ts';

const create = { type: 'CreateItinerary', accountId: owner.accountId ?? '', itinerary: { title: 'Lisbon, hill by hill' }, actor: owner } as const;
const publish = { type: 'PatchItinerary', changes: { visibility: 'PUBLIC' }, actor: owner } as const;

describe('an itinerary', () => {
  test('is created private, with what is not written left empty', () => {
    given(storyStream, [])
      .when(create)
      .then([created('PRIVATE')]);
  });

  test('is not created for another account, except by an admin', () => {
    given(storyStream, [])
      .when({ ...create, actor: stranger })
      .rejects('itinerary/other-account');
    given(storyStream, [])
      .when({ ...create, actor: { ...stranger, roles: ['admin'] } })
      .then([created()]);
  });

  test('is published once and withdrawn again', () => {
    given(storyStream, [created()])
      .when(publish)
      .then([{ type: 'ItineraryVisibilityChanged', data: { visibility: 'PUBLIC' } }])
      .when(publish)
      .then([])
      .when({ ...publish, changes: { visibility: 'PRIVATE' } })
      .then([{ type: 'ItineraryVisibilityChanged', data: { visibility: 'PRIVATE' } }]);
  });

  test('keeps only what really changed', () => {
    given(storyStream, [created()])
      .when({ type: 'PatchItinerary', changes: { title: 'Lisbon, hill by hill', description: 'Slowly.' }, actor: owner })
      .then([{ type: 'ItineraryRewritten', data: { changes: { description: 'Slowly.' } } }]);
  });

  test('of someone else is unknown while private, and not yours when public', () => {
    given(storyStream, [created('PRIVATE')])
      .when({ ...publish, actor: stranger })
      .rejects('itinerary/unknown');
    given(storyStream, [created('PUBLIC')])
      .when({ ...publish, actor: stranger })
      .rejects('itinerary/not-yours');
    given(storyStream, [created('PUBLIC')])
      .when({ type: 'DeleteItinerary', actor: stranger })
      .rejects('itinerary/not-yours');
  });

  test('is hidden and restored by moderators only, who may not rewrite it', () => {
    const hide = { type: 'PatchItinerary', changes: { hidden: true } } as const;
    given(storyStream, [created('PUBLIC')])
      .when({ ...hide, actor: owner })
      .rejects('itinerary/only-moderators');
    given(storyStream, [created('PUBLIC')])
      .when({ ...hide, actor: moderator })
      .then([{ type: 'ItineraryHidden', data: {} }])
      .when({ ...hide, actor: stranger })
      .rejects('itinerary/unknown')
      .when({ ...hide, changes: { hidden: false }, actor: moderator })
      .then([{ type: 'ItineraryRestored', data: {} }]);
    given(storyStream, [created('PUBLIC')])
      .when({ type: 'PatchItinerary', changes: { title: 'Mine now' }, actor: moderator })
      .rejects('itinerary/not-yours');
  });

  test('takes its days and stops along when it goes', () => {
    const whole = given(storyStream, [created(), dayAdded(1), stopAdded(1, [id('d', 1)])]);
    const { state } = whole.when({ type: 'DeleteItinerary', actor: owner }).then([{ type: 'ItineraryDeleted', data: {} }]);
    expect(state).toEqual({ itinerary: null, days: {}, stops: {} });
  });

  test('lets its days and stops be seen by the same people', () => {
    const { state } = given(storyStream, [created(), dayAdded(1), stopAdded(1, [id('d', 1)])])
      .when(publish)
      .then([{ type: 'ItineraryVisibilityChanged', data: { visibility: 'PUBLIC' } }]);
    expect(state.days[id('d', 1)]?.visibility).toBe('PUBLIC');
    expect(state.stops[id('e', 1)]?.visibility).toBe('PUBLIC');
  });
});

test('a history means the same whether its events come one by one or all at once', () => {
  const { evolve, evolveAll, initial } = storyStream.decider;
  const moved: StoryEvent = { type: 'StopMoved', data: { stopId: id('e', 1), dayIds: [id('d', 2)], index: 1 } };
  const removed: StoryEvent = { type: 'DayRemoved', data: { dayId: id('d', 1) } };
  const stops = [1, 2, 3].map((number) => stopAdded(number, [id('d', 1)]));
  const history = [created(), dayAdded(1), dayAdded(2), ...stops, moved, removed].map((event, index) => ({
    ...{ ...event, stream: 'itinerary-1', version: index + 1, at: '2026-01-01T00:00:00.000Z' },
  }));
  for (let cut = 0; cut <= history.length; cut++) {
    const begun = history.slice(0, cut).reduce(evolve, initial);
    expect(evolveAll?.(begun, history.slice(cut))).toEqual(history.reduce(evolve, initial));
  }
});
