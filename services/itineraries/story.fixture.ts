import type { Principal } from '@waystory/infra/identity/principal.ts';
import type { StopPlace } from '@waystory/proto/itineraries/stop-place.ts';
import type { StoryEvent } from './itinerary/story.ts';

/** Owner of the story in tests of rules. */
export const owner: Principal = { accountId: 'a0000000-0000-8000-8000-000000000001', roles: [] };
export const stranger: Principal = { accountId: 'a0000000-0000-8000-8000-000000000002', roles: [] };
export const moderator: Principal = { accountId: 'a0000000-0000-8000-8000-000000000003', roles: ['moderator'] };

export const fixtureId = (letter: string, number: number): string => `${letter}0000000-0000-8000-8000-00000000000${number}`;

export const itineraryCreated = (visibility: 'PRIVATE' | 'UNLISTED' | 'PUBLIC' = 'PRIVATE'): StoryEvent => ({
  type: 'ItineraryCreated',
  data: {
    title: 'Lisbon, hill by hill',
    accountId: owner.accountId ?? '',
    visibility,
  },
});

export const dayAdded = (number: number): StoryEvent => ({
  type: 'DayAdded',
  data: { dayId: fixtureId('d', number), number, title: `Day ${number}` },
});

export const place: StopPlace = {
  placeId: fixtureId('b', 1),
  placeName: 'Torre de Belém',
  placeFullName: 'Torre de Belém, Lisbon, Portugal',
  coordinates: { latitude: 38.6916, longitude: -9.216 },
  address: { addressLine1: null, addressLine2: null, city: 'Lisbon', state: null, postalCode: null, countryName: 'Portugal', countryCode: 'PT' },
  countryId: fixtureId('c', 1),
  countryCode: 'PT',
};

export const stopAdded = (number: number, dayIds: string[], index = number - 1, state: 'ACCEPTED' | 'SUGGESTED' = 'ACCEPTED'): StoryEvent => ({
  type: 'StopAdded',
  data: { stopId: fixtureId('e', number), title: `Stop ${number}`, dayIds, index, ...place, state, origin: 'PERSON' },
});
