import { expect, test } from 'vitest';
import { indexAfterKey } from '../lib/list-keys.ts';
import { indexAfterChange, inReadingOrder, type MapMarker } from './marker-steps.ts';

const marker = (id: string, longitude: number, latitude: number): MapMarker => ({ id, at: [longitude, latitude] });

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowDown', 1, 2],
  ['ArrowDown', 2, 2],
  ['ArrowLeft', 2, 1],
  ['ArrowUp', 0, 0],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['a', 1, null],
])('Marker key %s moves from index %d of three to %o', (key, place, next) => {
  expect(indexAfterKey(key, place, 3)).toBe(next);
});

test('Marker focus stays on a marker that still exists', () => {
  expect(indexAfterChange([marker('b', 5, 5), marker('a', 0, 0)], marker('a', 0, 0))).toBe(1);
});

test('Marker focus moves to the nearest marker after a cluster split, also across the antimeridian', () => {
  expect(indexAfterChange([marker('b', 10, 0), marker('c', 1, 1)], marker('a', 0, 0))).toBe(1);
  expect(indexAfterChange([marker('b', 100, 0), marker('c', -179, 0)], marker('a', 179, 0))).toBe(1);
});

test('Marker focus starts at the first marker, and has index 0 without markers', () => {
  expect(indexAfterChange([marker('a', 0, 0)], undefined)).toBe(0);
  expect(indexAfterChange([], marker('a', 0, 0))).toBe(0);
});

test('Markers are ordered in rows of 48 pixels from the top, each from left to right', () => {
  const [low, right, left] = [marker('low', 0, 90), marker('right', 50, 3), marker('left', 5, 40)];
  expect(inReadingOrder([low, right, left], ([x, y]) => ({ x, y }))).toEqual([left, right, low]);
});
