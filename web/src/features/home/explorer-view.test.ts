import { describe, expect, test } from 'vitest';
import { cardKind, firstView } from './explorer-view.ts';

describe('the cards of a view', () => {
  test.each([
    [0, 'countries'],
    [2.49, 'countries'],
    [2.5, 'itineraries'],
    [14, 'itineraries'],
  ])('at zoom %d are %s', (zoom, kind) => {
    expect(cardKind({ bounds: null, zoom }, {})).toBe(kind);
    expect(cardKind({ bounds: null, zoom }, { country: 'PT' })).toBe('itineraries');
    expect(cardKind({ bounds: null, zoom }, { country: 'PT', previewItineraryId: 'an-itinerary' })).toBe('stops');
  });

  test('begin with the world, or with what the address asks for', () => {
    expect(firstView(undefined)).toEqual({ bounds: null, zoom: 1 });
    const bounds = { southWest: { lng: -9.5, lat: 38.6 }, northEast: { lng: -9, lat: 38.8 } };
    expect(firstView(bounds)).toEqual({ bounds, zoom: 10 });
  });
});
