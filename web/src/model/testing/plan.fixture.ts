import type { Day } from '@waystory/proto/itineraries/day.ts';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import type { Plan } from '../arrangement/arrangement.ts';
import { emptyAddress, plainStop } from './story.fixture.ts';

const at = '2026-05-04T12:00:00.000Z';
const audience = { accountId: 'a', visibility: 'PRIVATE', hidden: false } as const;

export function stopFixture(id: string, dayIds: string[], index: number, changes: Partial<StopView> = {}): StopView {
  return {
    ...plainStop,
    place: { id: 'p', name: id, placeName: id, coordinates: { latitude: 0, longitude: 0 }, address: emptyAddress },
    ...audience,
    galleryImages: [],
    id,
    title: id.toUpperCase(),
    itineraryId: 'i',
    dayIds,
    index,
    daysCount: dayIds.length,
    placeId: 'p',
    placeName: id,
    placeFullName: id,
    coordinates: { latitude: 0, longitude: 0 },
    version: 1,
    createdAt: at,
    updatedAt: at,
    ...changes,
  };
}

export function dayFixture(id: string, number: number, stopIds: string[]): Day {
  const texts = { title: null, description: null };
  return { id, itineraryId: 'i', number, ...texts, stopIds, stopsCount: stopIds.length, ...audience, version: 1, createdAt: at, updatedAt: at };
}

/** A plan with these stops per day, indexed in that order; `left` have no day. */
export function planFixture(days: Readonly<Record<string, string[]>>, left: string[] = []): Plan {
  let index = 0;
  const stops = Object.entries(days).flatMap(([day, ids]) => ids.map((id) => stopFixture(id, [day], index++)));
  return {
    days: Object.entries(days).map(([day, ids], place) => dayFixture(day, place + 1, ids)),
    stops: [...stops, ...left.map((id) => stopFixture(id, [], index++))],
  };
}
