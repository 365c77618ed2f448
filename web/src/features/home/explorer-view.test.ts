import { describe, expect, test } from 'vitest';
import { cardKind, globeZoom, initialExplorerView, itineraryZoom } from './explorer-view.ts';

describe('the cards of a view', () => {
  test.each([
    [0, 'countries'],
    [2.49, 'countries'],
    [2.5, 'itineraries'],
    [14, 'itineraries'],
  ])('at zoom %d are %s, with a country filter itineraries, and in a preview stops', (zoom, kind) => {
    expect(cardKind({ bounds: null, zoom }, {})).toBe(kind);
    expect(cardKind({ bounds: null, zoom }, { country: 'PT' })).toBe('itineraries');
    expect(cardKind({ bounds: null, zoom }, { country: 'PT', previewItineraryId: 'an-itinerary' })).toBe('stops');
  });

  test('begin with the world, or with the bounds in the URL', () => {
    expect(initialExplorerView(undefined)).toEqual({ bounds: null, zoom: 1 });
    const bounds = { southWest: { lng: -9.5, lat: 38.6 }, northEast: { lng: -9, lat: 38.8 } };
    expect(initialExplorerView(bounds)).toEqual({ bounds, zoom: 10 });
  });
});

describe('the opening zoom', () => {
  test('keeps the initial view when the globe fills the screen already', () => {
    expect(globeZoom(320, 20, 1)).toBe(1);
  });

  test('grows with the screen, one zoom level per doubled width', () => {
    const zoom = globeZoom(350, 20, 1);
    expect(zoom).toBeGreaterThan(1);
    expect(globeZoom(700, 20, 1)).toBeCloseTo(zoom + 1, 6);
  });

  test('stays below the zoom level of itinerary cards', () => {
    expect(globeZoom(10_000, 20, 1)).toBeLessThan(itineraryZoom);
  });
});
