import { anyProjection } from '@waystory/infra/host/service.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { anonymousPrincipal, type Principal } from '@waystory/infra/identity/principal.ts';
import { matches } from '@waystory/infra/projection-store/memory-filter.ts';
import type { Reach } from '@waystory/infra/read-models/projection.ts';
import { onePartition, recordedEvents, type Step } from '@waystory/infra/read-models/projector/projector-fixture.ts';
import { createMemoryDocuments, expectSameInAnyOrder, foldBatches } from '@waystory/infra/read-models/projector/shuffle-fixture.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StoryEvent } from '../itinerary/story.ts';
import { fixtureId, itineraryCreated, moderator, owner, stopAdded, stranger } from '../story.fixture.ts';
import { places, placesProjection } from './places.projection.ts';

const projection = anyProjection(placesProjection);
const [bench, tower] = [fixtureId('b', 1), fixtureId('b', 2)];
const coordinates = { latitude: 41.5, longitude: -8.5 };

const ofStory = (story: string, { type, data }: StoryEvent): Step => ({ stream: `itinerary-${story}`, type, data: { ...data } });
const ofPlace = (placeId: string, type: string, data: object = {}): Step => ({ stream: `place-${placeId}`, type, data: { placeId, ...data } });
const typed = (placeId = bench): Step => ofPlace(placeId, 'PlaceCreated', { name: 'The bench', coordinates, accountId: owner.accountId });
const ofWorld = (placeId = tower): Step => ofPlace(placeId, 'PlaceCreated', { name: 'The tower', coordinates });
/** Event of a stop at a place, custom by default. */
function stopAt(
  placeId: string,
  number: number,
  state: 'ACCEPTED' | 'SUGGESTED' = 'ACCEPTED',
  placeOrigin: 'PERSON' | 'WORLD' = 'PERSON',
): StoryEvent {
  const added = stopAdded(number, [], 0, state);
  return added.type === 'StopAdded' ? { ...added, data: { ...added.data, placeId, placeOrigin } } : added;
}
const become = (visibility: 'PRIVATE' | 'UNLISTED' | 'PUBLIC'): StoryEvent => ({ type: 'ItineraryVisibilityChanged', data: { visibility } });
const ofStop = (type: 'StopAccepted' | 'StopSuggested' | 'StopRemoved', number = 1): StoryEvent => ({
  type,
  data: { stopId: fixtureId('e', number) },
});

/** Event of a stop that moves to a place, custom by default. */
function goTo(placeId: string, number = 1, placeOrigin: 'PERSON' | 'WORLD' = 'PERSON'): StoryEvent {
  const at = stopAt(placeId, number, 'ACCEPTED', placeOrigin);
  if (at.type !== 'StopAdded') return at;
  const { title: _, dayIds: _days, index: _index, origin: _origin, ...data } = at.data;
  return { type: 'StopRelocated', data };
}

const [first, second] = [fixtureId('a', 8), fixtureId('a', 9)];
const after = (...steps: Step[]) => foldBatches([onePartition(recordedEvents(steps))], createMemoryDocuments(), projection);
/** Principals that find a place in lists, and those that can open it by id. */
function seenBy(placeId: string, ...steps: Step[]): Record<Reach, string[]> {
  const { doc } = after(...steps).get('places', placeId);
  const principals: Record<string, Principal> = { anonymous: anonymousPrincipal, stranger, owner, moderator };
  const seeing = (reach: Reach): string[] =>
    Object.entries(principals).flatMap(([name, principal]) => {
      const condition = places.visibleTo(principal, reach);
      return doc && (!condition || matches(condition, doc)) ? [name] : [];
    });
  return { listed: seeing('listed'), linked: seeing('linked') };
}
const everyone = ['anonymous', 'stranger', 'owner', 'moderator'];
const few = ['owner', 'moderator'];
const story = (visibility: 'PRIVATE' | 'UNLISTED' | 'PUBLIC', ...events: StoryEvent[]): Step[] =>
  [itineraryCreated(visibility), ...events].map((event) => ofStory(first, event));

describe('Custom place', () => {
  test.each([
    ['private story', story('PRIVATE', stopAt(bench, 1)), few, few],
    ['unlisted story', story('UNLISTED', stopAt(bench, 1)), few, everyone],
    ['public story', story('PUBLIC', stopAt(bench, 1)), everyone, everyone],
    ['public story, suggested', story('PUBLIC', stopAt(bench, 1, 'SUGGESTED')), few, everyone],
    ['story that was published', story('PRIVATE', stopAt(bench, 1), become('PUBLIC')), everyone, everyone],
    ['story that was taken back', story('PUBLIC', stopAt(bench, 1), become('PRIVATE')), few, few],
    ['story that is hidden', story('PUBLIC', stopAt(bench, 1), { type: 'ItineraryHidden', data: { reason: null } }), few, few],
    [
      'story that was restored',
      story('PUBLIC', stopAt(bench, 1), { type: 'ItineraryHidden', data: { reason: null } }, { type: 'ItineraryRestored', data: { reason: null } }),
      everyone,
      everyone,
    ],
    ['stop that was suggested', story('PUBLIC', stopAt(bench, 1), ofStop('StopSuggested')), few, everyone],
    ['stop that was accepted', story('PUBLIC', stopAt(bench, 1, 'SUGGESTED'), ofStop('StopAccepted')), everyone, everyone],
    ['second stop', story('PUBLIC', stopAt(bench, 1), stopAt(bench, 2), ofStop('StopRemoved')), everyone, everyone],
    ['stop that went elsewhere', story('PUBLIC', stopAt(bench, 1), goTo(tower, 1, 'WORLD')), ['moderator'], ['moderator']],
    ['stop that went to another custom place', story('PUBLIC', stopAt(bench, 1), goTo(tower)), ['moderator'], ['moderator']],
    ['stop that went there and back', story('PUBLIC', stopAt(bench, 1), goTo(tower, 1, 'WORLD'), goTo(bench)), everyone, everyone],
    ['stop that came from a place of the world', story('PUBLIC', stopAt(tower, 1, 'ACCEPTED', 'WORLD'), goTo(bench)), everyone, everyone],
    ['stop that is gone', story('PUBLIC', stopAt(bench, 1), ofStop('StopRemoved')), ['moderator'], ['moderator']],
    ['story that is gone', story('PUBLIC', stopAt(bench, 1), { type: 'ItineraryDeleted', data: {} }), ['moderator'], ['moderator']],
    ['no story', [], ['moderator'], ['moderator']],
  ])('of a %s is found in lists and opened by id by the expected principals', (_, steps, listed, linked) => {
    expect(seenBy(bench, typed(), ...steps)).toEqual({ listed, linked });
    expect(seenBy(bench, ...steps, typed())).toEqual({ listed, linked });
  });

  test('is found while any of several stories is public', () => {
    const other = [itineraryCreated('PUBLIC'), stopAt(bench, 2)].map((event) => ofStory(second, event));
    const gone = ofStory(second, { type: 'ItineraryDeleted', data: {} });
    expect(seenBy(bench, typed(), ...story('PRIVATE', stopAt(bench, 1)), ...other).listed).toEqual(everyone);
    expect(seenBy(bench, typed(), ...story('PRIVATE', stopAt(bench, 1)), ...other, gone).listed).toEqual(few);
  });

  test('leaves none of its typed text when it is deleted', () => {
    const left = after(typed(), ...story('PUBLIC', stopAt(bench, 1)), ofPlace(bench, 'PlaceDeleted'));
    expect(left.json()).not.toContain('The bench');
    expect(seenBy(bench, typed(), ...story('PUBLIC', stopAt(bench, 1)), ofPlace(bench, 'PlaceDeleted'))).toEqual({ listed: [], linked: [] });
  });

  test('is invisible before its own event arrives', () => {
    expect(seenBy(bench, ...story('PUBLIC', stopAt(bench, 1)))).toEqual({ listed: [], linked: [] });
  });
});

describe('World place', () => {
  test('is public, and stories leave it unchanged', () => {
    expect(seenBy(tower, ofWorld())).toEqual({ listed: everyone, linked: everyone });
    const visited = after(ofWorld(), ...story('PRIVATE', stopAt(tower, 1, 'ACCEPTED', 'WORLD'))).get('places', tower).doc;
    expect(visited).toMatchObject({ uses: {}, visibility: 'PUBLIC' });
  });
});

test('Places of older logs are classified by their ids', () => {
  const name = 'Where we met';
  const placeId = derivedId('place', name, '41.5', '-8.5');
  const before = ofPlace(placeId, 'PlaceCreated', { name, coordinates });
  const added = stopAdded(1, []);
  const stop: StoryEvent = added.type === 'StopAdded' ? { ...added, data: { ...added.data, placeId, placeName: name, coordinates } } : added;
  expect(seenBy(placeId, before, ...story('PRIVATE', stop))).toEqual({ listed: few, linked: few });
  expect(seenBy(placeId, before, ...story('PUBLIC', stop)).listed).toEqual(everyone);
  expect(seenBy(placeId, before).listed).toEqual(['moderator']);
});

const change: fc.Arbitrary<StoryEvent> = fc.oneof(
  fc.constantFrom<StoryEvent>({ type: 'ItineraryHidden', data: { reason: null } }, { type: 'ItineraryRestored', data: { reason: null } }),
  fc.constantFrom('PRIVATE' as const, 'UNLISTED' as const, 'PUBLIC' as const).map(become),
  fc
    .tuple(fc.constantFrom('StopAccepted' as const, 'StopSuggested' as const, 'StopRemoved' as const), fc.integer({ min: 1, max: 3 }))
    .map(([type, n]) => ofStop(type, n)),
  fc.tuple(fc.constantFrom(bench, tower), fc.integer({ min: 1, max: 3 })).map(([placeId, n]) => stopAt(placeId, n)),
  fc
    .tuple(fc.constantFrom(bench, tower), fc.integer({ min: 1, max: 3 }), fc.constantFrom('PERSON' as const, 'WORLD' as const))
    .map(([placeId, n, origin]) => goTo(placeId, n, origin)),
);
const life = (itineraryId: string): fc.Arbitrary<Step[]> =>
  fc
    .tuple(fc.array(change, { maxLength: 8 }), fc.boolean())
    .map(([changes, gone]) =>
      [itineraryCreated('PUBLIC'), ...changes, ...(gone ? [{ type: 'ItineraryDeleted', data: {} } as const] : [])].map((event) =>
        ofStory(itineraryId, event),
      ),
    );
const lifeOfPlace = (placeId: string): fc.Arbitrary<Step[]> =>
  fc
    .subarray([ofPlace(placeId, 'PlaceUpdated', { changes: { name: 'A seat' } }), ofPlace(placeId, 'PlaceDeleted'), typed(placeId)])
    .map((rest) => [typed(placeId), ...rest]);

test('Places are the same in every order of story and place streams, with a tenth of the events delivered twice', () => {
  expectSameInAnyOrder(
    projection,
    fc.tuple(...[fixtureId('a', 6), fixtureId('a', 7), first, second].map(life), lifeOfPlace(bench), lifeOfPlace(tower)),
    300,
  );
});

test('A partly stored commit is complete after its repetition', () => {
  const steps = [
    typed(),
    ...story('PUBLIC', stopAt(bench, 1), ofStop('StopRemoved'), stopAt(bench, 2), goTo(tower, 2, 'WORLD'), goTo(bench, 2), {
      type: 'ItineraryDeleted',
      data: {},
    }),
  ];
  const log = onePartition(recordedEvents(steps));
  for (let cut = 2; cut <= log.length; cut++) {
    const whole = foldBatches([log.slice(0, cut)], createMemoryDocuments(), projection);
    const part = foldBatches([log.slice(0, cut - 1)], createMemoryDocuments(), projection);
    const story = whole.get('placedStories', first);
    // The last event stored only the story; its place was in conflict.
    part.put({ changed: new Map([['placedStories', new Map([[first, story]])]]), missing: new Map(), failures: [], behind: [] });
    expect(foldBatches([log.slice(cut - 1, cut)], part, projection).json()).toBe(whole.json());
  }
});
