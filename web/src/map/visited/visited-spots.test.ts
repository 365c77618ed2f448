import { describe, expect, test } from 'vitest';
import type { VisitedStop } from '../../model/itinerary/visited.query.ts';
import { countCountries, spotPoints, spotPressEffect, visitedSpotsOf } from './visited-spots.ts';

const stop = (stopId: string, longitude: number, latitude: number, countryCode: string | null = null): VisitedStop => ({
  ...{ stopId, placeId: `place-${stopId}`, itineraryId: 'story', title: `Stop ${stopId}`, countryCode, placeAddressCountryName: null },
  placeCoordinatesLongitude: longitude,
  placeCoordinatesLatitude: latitude,
});

describe('Visited spots', () => {
  test('exist once per location, each for the newest stop there', () => {
    const spots = visitedSpotsOf([stop('new', -9.1, 38.7), stop('other', 2, 48), stop('old', -9.100001, 38.7)]);
    expect(spots.map(({ stopId, title, itineraryId, at }) => [stopId, title, itineraryId, at])).toEqual([
      ['new', 'Stop new', 'story', [-9.1, 38.7]],
      ['other', 'Stop other', 'story', [2, 48]],
    ]);
    expect(new Set(spots.map(({ id }) => id)).size).toBe(2);
    expect(spotPoints(spots).features.map(({ properties, geometry }) => [properties.id, geometry.coordinates])).toEqual(
      spots.map(({ id, at }) => [id, at]),
    );
  });

  test('have a country count that counts each country once, and ignores stops without a country code', () => {
    expect(countCountries([stop('1', 0, 0, 'PT'), stop('2', 1, 1, 'PT'), stop('3', 2, 2, 'FR'), stop('4', 3, 3)])).toBe(2);
    expect(countCountries([])).toBe(0);
  });
});

describe('Press on visited spots', () => {
  const [one, two] = visitedSpotsOf([stop('1', -9, 38), stop('2', -8, 39)]);
  const both = [one, two].filter((spot) => spot !== undefined);

  test('has no effect when it hits no spot', () => expect(spotPressEffect([], false)).toBeNull());

  test('opens a single spot', () => {
    expect(spotPressEffect(both.slice(0, 1), false)).toEqual({ open: one });
    expect(spotPressEffect(both.slice(0, 1), true)).toEqual({ open: one });
  });

  test('zooms in on several overlapping spots, and opens the newest at maximum zoom', () => {
    expect(spotPressEffect(both, false)).toEqual({ show: { southWest: { lng: -9, lat: 38 }, northEast: { lng: -8, lat: 39 } } });
    expect(spotPressEffect(both, true)).toEqual({ open: one });
  });
});
