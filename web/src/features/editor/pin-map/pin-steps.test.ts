import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coordinatesText, movedByKey, parseCoordinates, pinPoint } from './pin-steps.ts';

const lisbon = { latitude: 38.7139, longitude: -9.1394 };

describe('an arrow key', () => {
  test('moves the pin in its direction', () => {
    expect(movedByKey('ArrowRight', false, lisbon, 10)?.longitude).toBeGreaterThan(lisbon.longitude);
    expect(movedByKey('ArrowLeft', false, lisbon, 10)?.longitude).toBeLessThan(lisbon.longitude);
    expect(movedByKey('ArrowUp', false, lisbon, 10)?.latitude).toBeGreaterThan(lisbon.latitude);
    expect(movedByKey('ArrowDown', false, lisbon, 10)?.latitude).toBeLessThan(lisbon.latitude);
  });

  test('moves the pin half as far with every zoom level, and eight times as far with Shift', () => {
    const far = (shift: boolean, zoom: number): number => (movedByKey('ArrowRight', shift, { latitude: 0, longitude: 0 }, zoom)?.longitude ?? 0) * 1;
    expect(far(false, 5)).toBeCloseTo(far(false, 4) / 2, 5);
    expect(far(true, 5)).toBeCloseTo(far(false, 5) * 8, 5);
    expect(far(false, 0)).toBeCloseTo((8 / 512) * 360, 5);
  });

  test('moves the pin equally far up and sideways on the screen, also at latitude 60', () => {
    const north = { latitude: 60, longitude: 0 };
    const up = (movedByKey('ArrowUp', false, north, 8)?.latitude ?? 0) - 60;
    const side = movedByKey('ArrowRight', false, north, 8)?.longitude ?? 0;
    expect(up).toBeCloseTo(side / 2, 5);
  });

  test('moves the pin over the antimeridian, and not beyond latitude 85', () => {
    expect(movedByKey('ArrowRight', true, { latitude: 0, longitude: 179.9 }, 4)?.longitude).toBeLessThan(0);
    expect(movedByKey('ArrowUp', true, { latitude: 84.9, longitude: 0 }, 0)?.latitude).toBe(85);
  });

  test('is the only key that moves the pin', () => {
    expect(movedByKey('Enter', false, lisbon, 10)).toBeNull();
  });
});

describe('typed coordinates', () => {
  test.each([
    ['38.7139, -9.1394', lisbon],
    ['38.7139 -9.1394', lisbon],
    [' 38.7139;-9.1394 ', lisbon],
    ['38.7139° N, 9.1394° W', lisbon],
    ['33.8688 S 151.2093 E', { latitude: -33.8688, longitude: 151.2093 }],
  ])('%s are parsed as a point', (text, point) => {
    expect(parseCoordinates(text)).toEqual(point);
  });

  test.each(['', '38.7139', 'Lisbon', '99, 0', '0, 181', '1,2,3', '38,7139 -9,1394'])('%s are rejected', (text) => {
    expect(parseCoordinates(text)).toBeNull();
  });

  test('survive a round trip through the format of the field', () => {
    const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
    fc.assert(
      fc.property(degrees(85), degrees(180), (latitude, longitude) => {
        const point = pinPoint({ latitude, longitude });
        const read = parseCoordinates(coordinatesText(point));
        expect(read?.latitude).toBeCloseTo(point.latitude, 4);
        expect(read?.longitude).toBeCloseTo(point.longitude, 4);
      }),
    );
  });
});
