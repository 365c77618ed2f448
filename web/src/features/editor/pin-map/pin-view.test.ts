import { expect, test } from 'vitest';
import { firstView, pinZoom, zoomFor } from './pin-view.ts';

const lisbon = { latitude: 38.7139, longitude: -9.1394 };

test('initial view of the pin map shows the pin, else the stops of the day, else the world', () => {
  expect(firstView(lisbon, [])).toEqual({ ...lisbon, zoom: pinZoom });
  expect(firstView(null, [lisbon])).toMatchObject({ zoom: pinZoom });
  expect(firstView(null, [lisbon, { latitude: 41.15, longitude: -8.61 }])).toMatchObject({ zoom: 8 });
  expect(firstView(null, [])).toMatchObject({ zoom: 1 });
});

test('a chosen place raises a low zoom level to the pin zoom, and keeps a closer zoom level', () => {
  expect(zoomFor(2)).toBe(pinZoom);
  expect(zoomFor(9)).toBe(9);
  expect(zoomFor(15)).toBe(15);
});
