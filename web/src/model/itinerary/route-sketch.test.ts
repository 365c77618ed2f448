import fc from 'fast-check';
import { expect, test } from 'vitest';
import { routeSketch, sketchOf } from './route-sketch.ts';

const size = { width: 800, height: 500 };
const at = (longitude: number, latitude: number) => ({ longitude, latitude });

test('Route from west to east crosses the middle of the picture', () => {
  expect(routeSketch([at(0, 0), at(1, 0)], size)).toEqual([
    [160, 250],
    [640, 250],
  ]);
});

test('Route to the north goes up', () => {
  const [[, start] = [0, 0], [, end] = [0, 0]] = routeSketch([at(0, 0), at(0, 1)], size);
  expect(end).toBeLessThan(start);
});

test('Single location has no sketch', () => {
  expect(routeSketch([], size)).toEqual([]);
  expect(routeSketch([at(5, 5), at(5, 5)], size)).toEqual([]);
});

test('Sketch stays within the picture for every story', () => {
  const point = fc.record({ longitude: fc.double({ min: -180, max: 180, noNaN: true }), latitude: fc.double({ min: -90, max: 90, noNaN: true }) });
  fc.assert(
    fc.property(fc.array(point, { maxLength: 200 }), (points) => {
      for (const [x, y] of routeSketch(points, size)) {
        expect(x >= 0 && x <= size.width).toBe(true);
        expect(y >= 0 && y <= size.height).toBe(true);
      }
    }),
  );
});

test('Every stop of a route lies on the line, even across the antimeridian', () => {
  const stops = [at(178, 0), at(179, 1), at(-179, 0)];
  const { line, place } = sketchOf(stops, size);
  expect(stops.map(place)).toEqual([line[0], line[1], line[2]]);
});

test('Stops at one location are all in the centre', () => {
  expect(sketchOf([at(5, 5), at(5, 5)], size).place(at(5, 5))).toEqual([400, 250]);
});
