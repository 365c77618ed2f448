import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import { describe, expect, test } from 'vitest';
import { emptyAddress, plainStop } from '../testing/story.fixture.ts';
import { addressLine, itineraryIdsOf, placeAddressOf, placeCountsOf, placePhotosOf, placeTextsOf, placeTitleOf } from './place-summary.ts';

const somewhere = { latitude: 41.1457, longitude: -8.6145 };
const stop = (fields: Partial<StopView>): StopView => ({
  ...plainStop,
  place: { id: 'place', name: 'Torre dos Clérigos', placeName: 'Torre dos Clérigos, Porto, Portugal', coordinates: somewhere, address: emptyAddress },
  galleryImages: [],
  id: 'stop',
  title: 'Clérigos Tower',
  itineraryId: 'first',
  dayIds: [],
  index: 0,
  daysCount: 0,
  placeId: 'place',
  placeName: 'Torre dos Clérigos',
  placeFullName: 'Torre dos Clérigos, Porto, Portugal',
  coordinates: somewhere,
  countryCode: 'PT',
  accountId: 'account',
  visibility: 'PUBLIC',
  hidden: false,
  version: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  ...fields,
});

describe('Place', () => {
  test('has the title of its stop, or the first with the number of others', () => {
    expect(placeTitleOf([stop({})], undefined)).toEqual({ title: 'Clérigos Tower', more: 0 });
    const stops = ['Tower', 'Tower ', 'Baroque church', 'Lunch'].map((title) => stop({ title }));
    expect(placeTitleOf(stops, undefined)).toEqual({ title: 'Tower', more: 2 });
    expect(placeTitleOf([], undefined)).toBeNull();
  });

  test('has an address without repetitions', () => {
    const porto = {
      ...emptyAddress,
      addressLine1: 'Rua de São Filipe de Nery',
      postalCode: '4050-546',
      city: 'Porto',
      state: 'Porto',
      countryName: 'Portugal',
    };
    expect(addressLine(porto)).toBe('Rua de São Filipe de Nery, 4050-546 Porto, Porto, Portugal');
    expect(addressLine({ ...emptyAddress, city: 'Singapore', countryName: 'Singapore' })).toBe('Singapore');
    expect(addressLine(emptyAddress)).toBeNull();
    expect(placeAddressOf([stop({})], undefined)).toBe('Torre dos Clérigos, Porto, Portugal');
    expect(placeAddressOf([stop({ address: porto })], undefined)).toBe(addressLine(porto));
    expect(placeAddressOf([], undefined)).toBeNull();
  });

  test('counts every picture and every itinerary once', () => {
    const stops = [
      stop({ imageUrl: '/photos/a.webp', title: 'A' }),
      stop({ imageUrl: '/photos/b.webp', itineraryId: 'second' }),
      stop({ imageUrl: '/photos/a.webp', title: 'Again' }),
      stop({}),
    ];
    expect(placeCountsOf(stops, undefined)).toEqual({ photos: 2, itineraries: 2, stops: 4 });
    expect(placePhotosOf(stops, undefined)).toEqual([
      { imageUrl: '/photos/a.webp', image: null, title: 'A' },
      { imageUrl: '/photos/b.webp', image: null, title: 'Clérigos Tower' },
    ]);
    expect(itineraryIdsOf(stops)).toEqual(['first', 'second']);
  });

  test('has the three longest texts', () => {
    const stops = ['a', 'bbb', 'bbb', ' ', 'dddd', 'cc'].map((description) => stop({ description }));
    expect(placeTextsOf(stops)).toEqual(['dddd', 'bbb', 'cc']);
    expect(placeTextsOf([stop({ highlight: 'The stair' })])).toEqual(['The stair']);
  });
});
