import { describe, expect, test } from 'vitest';
import { routeGeometry } from './route-geometry.ts';

const stop = (id: string, longitude: number, latitude = 0) => ({ id, title: id, placeId: `place-${id}`, coordinates: { latitude, longitude } });

describe('the line of an itinerary', () => {
  test('connects its stops in order', () => {
    const { features } = routeGeometry([stop('a', 1, 2), stop('b', 3, 4)]);
    expect(features.map(({ geometry }) => geometry)).toEqual([
      {
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
      { type: 'Point', coordinates: [1, 2] },
      { type: 'Point', coordinates: [3, 4] },
    ]);
    expect(features[1]?.properties).toEqual({ stopId: 'a', placeId: 'place-a', title: 'a', number: 1 });
  });

  test('crosses the antimeridian where that is shorter, in both directions', () => {
    const [line] = routeGeometry([stop('a', 175), stop('b', -175), stop('c', 170)]).features;
    expect(line?.geometry.coordinates).toEqual([
      [175, 0],
      [185, 0],
      [170, 0],
    ]);
  });

  test('skips stops without valid coordinates; one stop makes no line', () => {
    const { features } = routeGeometry([stop('a', Number.NaN), stop('b', 10), stop('c', 200), stop('d', 0, 91)]);
    expect(features.map(({ geometry }) => geometry.type)).toEqual(['Point']);
    expect(routeGeometry([]).features).toEqual([]);
  });
});
