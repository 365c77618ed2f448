import { given } from '@waystory/infra/commands/given.ts';
import { mostStoryBytes } from '@waystory/proto/itineraries/story-size.ts';
import { describe, expect, test } from 'vitest';
import { dayAdded, fixtureId, itineraryCreated, moderator, owner, place } from '../story.fixture.ts';
import { storyStream } from './story.stream.ts';
import { type StoryEvent, storyBytesOf } from './story.ts';

const stopId = (number: number): string => `e0000000-0000-8000-8000-${String(number).padStart(12, '0')}`;
const address = `https://pictures.example/${'x'.repeat(470)}`;
const caption = 'c'.repeat(200);
const pictures = (count: number, imageId: string | null = null) => Array.from({ length: count }, () => ({ imageUrl: address, imageId, caption }));
const added = (number: number, more: object): StoryEvent => ({
  type: 'StopAdded',
  data: { stopId: stopId(number), title: `Stop ${number}`, dayIds: [], index: number, ...place, state: 'ACCEPTED', origin: 'PERSON', ...more },
});
const fat = (count: number, more: object): StoryEvent[] => [
  itineraryCreated('PUBLIC'),
  dayAdded(1),
  ...Array.from({ length: count }, (_, at) => added(at + 1, more)),
];
const add = (number: number, stop: object = {}) => ({
  type: 'AddStop' as const,
  stopId: stopId(number),
  stop: { title: 'One more', ...stop },
  place,
  origin: 'PERSON' as const,
  actor: owner,
});

describe('Story above its byte limit', () => {
  const roomOf = (events: StoryEvent[]): number => mostStoryBytes - storyBytesOf(given(storyStream, events).state);
  const events = fat(251, { gallery: pictures(19), description: 'd'.repeat(200) });
  for (let at = 901; roomOf(events) > 6_000; at++) events.push(added(at, { description: 'd'.repeat(Math.min(4_000, roomOf(events) - 3_000)) }));
  const full = given(storyStream, events);

  test('refuses additions by any command', () => {
    expect(mostStoryBytes - storyBytesOf(full.state)).toBeGreaterThan(0);
    expect(mostStoryBytes - storyBytesOf(full.state)).toBeLessThan(11_000);
    const texts = 'あ'.repeat(4_000);
    full
      .when(add(990, { gallery: pictures(19), description: texts }))
      .rejects('itinerary/too-large', { bytes: expect.any(Number), most: mostStoryBytes });
    full.when({ type: 'PatchStop', stopId: stopId(901), changes: { gallery: pictures(19) }, actor: owner }).rejects('itinerary/too-large');
    full.when({ type: 'PatchDay', dayId: fixtureId('d', 1), changes: { description: texts }, actor: owner }).rejects('itinerary/too-large');
    full.when({ type: 'AddDay', dayId: fixtureId('d', 2), day: { description: texts }, actor: owner }).rejects('itinerary/too-large');
    full.when({ type: 'PatchItinerary', changes: { description: 'あ'.repeat(10_000) }, actor: owner }).rejects('itinerary/too-large');
  });

  test('from before the limit may still shrink, be published, hidden, binned and deleted', () => {
    const over = given(storyStream, fat(300, { gallery: pictures(19) }));
    expect(storyBytesOf(over.state)).toBeGreaterThan(mostStoryBytes);
    over.when(add(900)).rejects('itinerary/too-large');
    over
      .when({ type: 'PatchStop', stopId: stopId(1), changes: { gallery: [] }, actor: owner })
      .then([{ type: 'StopRewritten', data: { stopId: stopId(1), changes: { gallery: [] } } }]);
    over.when({ type: 'PatchStop', stopId: stopId(1), changes: { description: 'Longer' }, actor: owner }).rejects('itinerary/too-large');
    over.when({ type: 'RemoveStop', stopId: stopId(2), actor: owner }).then([{ type: 'StopRemoved', data: { stopId: stopId(2) } }]);
    over
      .when({ type: 'PatchItinerary', changes: { visibility: 'UNLISTED' }, actor: owner })
      .then([{ type: 'ItineraryVisibilityChanged', data: { visibility: 'UNLISTED' } }]);
    over
      .when({ type: 'PatchItinerary', changes: { hidden: true, reason: 'r'.repeat(500) }, actor: moderator })
      .then([{ type: 'ItineraryHidden', data: { reason: 'r'.repeat(500) } }]);
    over.when({ type: 'BinItinerary', actor: owner }).then([
      { type: 'ItineraryVisibilityChanged', data: { visibility: 'PRIVATE' } },
      { type: 'ItineraryBinned', data: { visibility: 'PUBLIC' } },
    ]);
    over.when({ type: 'DeleteItinerary', actor: owner }).then([{ type: 'ItineraryDeleted', data: {} }]);
  });

  test('cannot result from stops on many days or from images with ids', () => {
    const days = Array.from(
      { length: 100 },
      (_, at): StoryEvent => ({ type: 'DayAdded', data: { dayId: `d0000000-0000-8000-8000-${String(at).padStart(12, '0')}`, number: at + 1 } }),
    );
    const dayIds = days.map(({ data }) => (data as { dayId: string }).dayId); // each adds a day
    const events = (count: number, more: object): StoryEvent[] => [
      itineraryCreated('PUBLIC'),
      ...days,
      ...Array.from({ length: count }, (_, at) => added(at + 1, more)),
    ];
    given(storyStream, events(240, { dayIds })).when(add(900, { dayIds })).rejects('itinerary/too-large');
    given(storyStream, fat(125, { gallery: pictures(19, fixtureId('c', 1)) }))
      .when(add(900, { gallery: pictures(19, fixtureId('c', 1)) }))
      .rejects('itinerary/too-large');
  });
});

test('A plan of a thousand stops with a picture and a few words each fits', () => {
  const image = { imageUrl: '/media/x.webp', imageId: fixtureId('c', 1), description: 'Walk up early, and have breakfast there. '.repeat(10) };
  const { state } = given(storyStream, fat(999, image));
  expect(storyStream.decider.decide(add(5_000), state)).toHaveLength(1);
  expect(storyBytesOf(state)).toBeLessThan(mostStoryBytes);
});
