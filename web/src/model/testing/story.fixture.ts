import type { Day } from '@waystory/proto/itineraries/day.ts';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import { blankStop } from '@waystory/proto/itineraries/stop.ts';
import { address } from '@waystory/proto/kit/field.ts';

const itineraryId = '0198f000-0000-7000-8000-000000000000';
const audience = { accountId: '0198f000-0000-7000-8000-00000000000a', visibility: 'PUBLIC', hidden: false } as const;
const recordFields = { version: 1, createdAt: '2026-05-01T08:00:00Z', updatedAt: '2026-05-01T08:00:00Z' };
/** An empty address. */
export const emptyAddress = address.parse({});

/** Id with this number. */
export const idOf = (number: number): string => `0198f000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** Fields of an accepted stop at a custom place. */
export const plainStop = {
  ...blankStop,
  image: null,
  isLocated: true,
  country: null,
  address: emptyAddress,
  countryId: null,
  countryCode: null,
  addressCity: null,
  addressCountry: null,
  addressLine: null,
  addressState: null,
  state: 'ACCEPTED',
  origin: 'PERSON',
} as const;

/** An accepted stop on the equator, one degree of longitude per number. */
export const numberedStop = (number: number, changes: Partial<StopView> = {}): StopView => ({
  ...plainStop,
  ...audience,
  ...recordFields,
  id: idOf(number),
  itineraryId,
  galleryImages: [],
  title: `Stop ${number}`,
  dayIds: [],
  daysCount: 0,
  index: number,
  placeId: idOf(500_000 + number),
  placeName: `Place ${number}`,
  placeFullName: `Place ${number}, Nowhere`,
  coordinates: { latitude: 0, longitude: number },
  place: {
    id: idOf(500_000 + number),
    name: `Place ${number}`,
    placeName: `Place ${number}, Nowhere`,
    coordinates: { latitude: 0, longitude: number },
    address: emptyAddress,
  },
  ...changes,
});

export const numberedDay = (number: number, stopNumbers: readonly number[]): Day => ({
  ...audience,
  ...recordFields,
  id: idOf(900_000 + number),
  itineraryId,
  number,
  title: null,
  description: null,
  stopIds: stopNumbers.map(idOf),
  stopsCount: stopNumbers.length,
});
