import { anyProjection } from '@waystory/infra/host/service.ts';
import { onePartition, recordedEvents, type Step } from '@waystory/infra/read-models/projector/projector-fixture.ts';
import { createMemoryDocuments, expectSameInAnyOrder, foldBatches } from '@waystory/infra/read-models/projector/shuffle-fixture.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixtureId, itineraryCreated, stopAdded } from '../story.fixture.ts';
import { stories } from './stories.projection.ts';
import type { StoryEvent } from './story.ts';

const projection = anyProjection(stories);
const ids = ['i1', 'i2', 'i3'];
const ofStory = (itineraryId: string, { type, data }: StoryEvent): Step => ({ stream: `itinerary-${itineraryId}`, type, data: { ...data } });
const added = stopAdded(1, []);
const change: fc.Arbitrary<StoryEvent> = fc.oneof(
  fc.constantFrom<StoryEvent>(
    { type: 'ItineraryHidden', data: { reason: null } },
    { type: 'ItineraryRestored', data: { reason: null } },
    itineraryCreated('PUBLIC'),
  ),
  fc.string({ minLength: 1, maxLength: 3 }).map((title): StoryEvent => ({ type: 'ItineraryRewritten', data: { changes: { title } } })),
);
const life = (itineraryId: string, number: number): fc.Arbitrary<Step[]> => {
  // Each itinerary has a separate stop.
  const stop: StoryEvent = added.type === 'StopAdded' ? { ...added, data: { ...added.data, stopId: fixtureId('e', number) } } : added;
  return fc
    .tuple(fc.array(change, { maxLength: 3 }), fc.boolean())
    .map(([changes, gone]): StoryEvent[] => [
      itineraryCreated(),
      stop,
      ...changes.filter(({ type }) => type !== 'ItineraryCreated'),
      ...(gone ? [{ type: 'ItineraryDeleted', data: {} } as const] : []),
    ])
    .map((events) => events.map((event) => ofStory(itineraryId, event)));
};

const reaction = (by: string, itineraryId: string, type: string, reactionType = 'like', reactableType = 'itinerary'): Step => ({
  stream: `reaction-${by}${itineraryId}`,
  type,
  data: { reactableType, reactableId: itineraryId, reactionType },
});
/** Cycle of a reaction: like, dislike instead, none, and again from the start. */
const turns = [['ReactionAdded'], ['ReactionSwitched', 'dislike'], ['ReactionSwitched'], ['ReactionRemoved']] as const;
const reacts = (by: string, itineraryId: string): fc.Arbitrary<Step[]> =>
  fc.nat({ max: 7 }).map((length) =>
    Array.from({ length }, (_, turn) => {
      const [type = '', kind] = turns[turn % turns.length] ?? [];
      return reaction(by, itineraryId, type, kind);
    }),
  );

const like = reaction('a', 'i1', 'ReactionAdded');
const after = (...steps: Step[]) => foldBatches([onePartition(recordedEvents(steps))], createMemoryDocuments(), projection);

describe('Likes of an itinerary', () => {
  test('are the same in every order of story and reaction streams, with a tenth of the events delivered twice', () => {
    const reactions = ids.flatMap((itineraryId) => ['a', 'b', 'c'].map((by) => reacts(by, itineraryId)));
    expectSameInAnyOrder(projection, fc.tuple(...ids.map((one, index) => life(one, index + 1)), ...reactions), 300);
  });

  test('are counted before the itinerary exists, without a visible document', () => {
    const early = after(like);
    expect(early.get('likes', 'i1').doc).toEqual({ id: 'i1', likeCount: 1 });
    expect(early.get('itineraries', 'i1').doc).toBeNull();
    expect(after(like, ofStory('i1', itineraryCreated('PUBLIC'))).get('itineraries', 'i1').doc).toMatchObject({
      version: 1,
      likeCount: 1,
      visibility: 'PUBLIC',
    });
    expect(after(like, reaction('a', 'i1', 'ReactionRemoved')).json()).toBe('{}');
  });

  test('stay after the itinerary is deleted until they are removed, and reveal nothing about it', () => {
    const steps = [
      ofStory('i1', itineraryCreated('PUBLIC')),
      like,
      ofStory('i1', { type: 'ItineraryDeleted', data: {} }),
      reaction('a', 'i1', 'ReactionRemoved'),
    ];
    expect(after(...steps.slice(0, 3)).json()).toBe('{"likes/i1":{"id":"i1","likeCount":1}}');
    expect(after(...steps).json()).toBe('{}');
  });

  test('and their itinerary each raise the revision of the other, even before it exists, so that concurrent commits conflict', () => {
    expect(after(like).get('itineraries', 'i1')).toMatchObject({ doc: null, _rev: 1 });
    expect(after(ofStory('i1', itineraryCreated())).get('likes', 'i1')).toMatchObject({ doc: null, _rev: 1 });
  });

  test('count likes, not dislikes, of itineraries only', () => {
    const steps = [
      ofStory('i1', itineraryCreated('PUBLIC')),
      reaction('a', 'i1', 'ReactionAdded', 'dislike'),
      reaction('b', 'i1', 'ReactionAdded', 'like', 'post'),
      reaction('c', 'i1', 'ReactionAdded', 'like', 'stop'),
    ];
    expect(after(...steps).get('itineraries', 'i1').doc).toMatchObject({ likeCount: 0 });
  });
});
