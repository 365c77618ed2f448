import type { Principal } from '@waystory/infra/identity/principal.ts';
import { describe, expect, test } from 'vitest';
import { evolveSubject, imageQueryOfItinerary, imageQueryOfStop, isStopAt, ownSubject, type Subject, type SubjectEvent } from './subject.ts';

const owner: Principal = { accountId: 'a0000000-0000-8000-8000-000000000001', roles: [] };
const stranger: Principal = { accountId: 'a0000000-0000-8000-8000-000000000002', roles: [] };
const stopId = (number: number): string => `e0000000-0000-8000-8000-00000000000${number}`;

const created: SubjectEvent = { type: 'ItineraryCreated', data: { title: 'Tram bells', accountId: owner.accountId ?? '', visibility: 'PRIVATE' } };
const stopAdded = (number: number, city: string | null, countryName: string | null): SubjectEvent => ({
  type: 'StopAdded',
  data: {
    stopId: stopId(number),
    title: 'A stop',
    dayIds: [],
    index: number,
    placeId: stopId(9),
    placeName: 'Somewhere',
    placeFullName: 'Somewhere',
    coordinates: { latitude: number, longitude: number },
    address: { addressLine1: null, addressLine2: null, city, state: null, postalCode: null, countryName, countryCode: null },
    countryId: null,
    countryCode: null,
    state: 'ACCEPTED',
    origin: 'PERSON',
  },
});

const after = (...events: SubjectEvent[]): Subject | null =>
  events.reduce<Subject | null>((subject, event) => evolveSubject(subject, { ...event, stream: 'itinerary-1' }), null);
const known = (...events: SubjectEvent[]): Subject => ownSubject(after(created, ...events), owner);

describe('image query of an itinerary', () => {
  test('uses its title and at most two cities and countries, near its first stop', () => {
    const subject = known(stopAdded(1, 'Lisbon', 'Portugal'), stopAdded(2, 'Sintra', 'Portugal'), stopAdded(3, 'Seville', 'Spain'));
    expect(imageQueryOfItinerary(subject)).toEqual({ words: 'Tram bells Lisbon Sintra Portugal Spain', near: { latitude: 1, longitude: 1 } });
  });

  test('follows a new title and removed stops', () => {
    const renamed: SubjectEvent = { type: 'ItineraryRewritten', data: { changes: { title: 'By the river' } } };
    const gone: SubjectEvent = { type: 'StopRemoved', data: { stopId: stopId(1) } };
    const subject = known(stopAdded(1, 'Lisbon', 'Portugal'), stopAdded(2, null, 'Spain'), renamed, gone);
    expect(imageQueryOfItinerary(subject)).toEqual({ words: 'By the river Spain', near: { latitude: 2, longitude: 2 } });
    expect(imageQueryOfItinerary(known())).toEqual({ words: 'Tram bells', near: undefined });
  });
});

test("image query of a stop is the user's query and the country of the last stop", () => {
  expect(imageQueryOfStop(known(stopAdded(1, 'Lisbon', 'Portugal')), 'Tower')).toEqual({
    words: 'Tower Portugal',
    near: { latitude: 1, longitude: 1 },
  });
  expect(imageQueryOfStop({ ...known(), countries: ['Peru', 'Chile'] }, 'Tower').words).toBe('Tower Peru');
  expect(imageQueryOfStop(known(), 'Tower')).toEqual({ words: 'Tower', near: undefined });
});

test('isStopAt is true for a place while a stop of the itinerary is there', () => {
  const gone: SubjectEvent = { type: 'StopRemoved', data: { stopId: stopId(1) } };
  expect(isStopAt(known(stopAdded(1, 'Lisbon', 'Portugal')), stopId(9))).toBe(true);
  expect(isStopAt(known(stopAdded(1, 'Lisbon', 'Portugal')), stopId(1))).toBe(false);
  expect(isStopAt(known(stopAdded(1, 'Lisbon', 'Portugal'), gone), stopId(9))).toBe(false);
});

test('ownSubject returns the itinerary to its owner and admins, and rejects others as itinerary/not-yours or itinerary/unknown', () => {
  const told = (change: SubjectEvent[], principal: Principal) => {
    try {
      return ownSubject(after(created, ...change), principal).title;
    } catch (error) {
      return String(error);
    }
  };
  const published: SubjectEvent = { type: 'ItineraryVisibilityChanged', data: { visibility: 'PUBLIC' } };
  const hidden: SubjectEvent = { type: 'ItineraryHidden', data: { reason: null } };
  const restored: SubjectEvent = { type: 'ItineraryRestored', data: { reason: null } };
  const deleted: SubjectEvent = { type: 'ItineraryDeleted', data: {} };
  expect(told([], owner)).toBe('Tram bells');
  expect(told([], stranger)).toContain('itinerary/unknown');
  expect(told([published], stranger)).toContain('itinerary/not-yours');
  expect(told([published, hidden], stranger)).toContain('itinerary/unknown');
  expect(told([published, hidden, restored], stranger)).toContain('itinerary/not-yours');
  expect(told([published, hidden], { ...stranger, roles: ['moderator'] })).toContain('itinerary/not-yours');
  expect(told([], { ...stranger, roles: ['admin'] })).toBe('Tram bells');
  expect(told([deleted], owner)).toContain('itinerary/unknown');
});
