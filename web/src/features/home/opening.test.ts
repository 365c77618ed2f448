import { describe, expect, test } from 'vitest';
import { itineraryZoom } from './explorer-view.ts';
import { globeZoom } from './opening.ts';

describe('the opening', () => {
  test('leaves the first view as it is where the globe fills the screen already', () => {
    expect(globeZoom(320, 20, 1)).toBe(1);
  });

  test('comes nearer on a larger screen, twice as wide is one zoom nearer', () => {
    const zoom = globeZoom(350, 20, 1);
    expect(zoom).toBeGreaterThan(1);
    expect(globeZoom(700, 20, 1)).toBeCloseTo(zoom + 1, 6);
  });

  test('never comes so near that the cards are itineraries', () => {
    expect(globeZoom(10_000, 20, 1)).toBeLessThan(itineraryZoom);
  });
});
