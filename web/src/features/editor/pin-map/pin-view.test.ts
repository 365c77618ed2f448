import { expect, test } from 'vitest';
import { initialPinView, pinZoom, zoomForChosenPlace } from './pin-view.ts';

const lisbon = { latitude: 38.7139, longitude: -9.1394 };

test('initial view of the pin map shows the pin, else the stops of the day, else the world', () => {
  expect(initialPinView(lisbon, [])).toEqual({ ...lisbon, zoom: pinZoom });
  expect(initialPinView(null, [lisbon])).toMatchObject({ zoom: pinZoom });
  expect(initialPinView(null, [lisbon, { latitude: 41.15, longitude: -8.61 }])).toMatchObject({ zoom: 8 });
  expect(initialPinView(null, [])).toMatchObject({ zoom: 1 });
});

test('a chosen place raises a low zoom level to the pin zoom, and keeps a closer zoom level', () => {
  expect(zoomForChosenPlace(2)).toBe(pinZoom);
  expect(zoomForChosenPlace(9)).toBe(9);
  expect(zoomForChosenPlace(15)).toBe(15);
});
