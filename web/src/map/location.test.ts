import { describe, expect, test } from 'vitest';
import { locate } from './location.ts';

const device = (answer: (success: PositionCallback, failure: PositionErrorCallback) => void): Geolocation => ({
  getCurrentPosition: (success, failure) => answer(success, failure ?? (() => {})),
  watchPosition: () => 0,
  clearWatch: () => {},
});
const failing = (code: number) => device((_, failure) => failure({ code, message: '', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 }));

describe('Device location', () => {
  test.each([
    [1, 'denied'],
    [2, 'unavailable'],
    [3, 'timeout'],
  ])('with the error code %d resolves to %s', async (code, failure) => {
    expect(await locate(failing(code))).toBe(failure);
  });

  test('resolves to the position of the device', async () => {
    const coords = { latitude: 41.1, longitude: -8.6, accuracy: 5, altitude: null, altitudeAccuracy: null, heading: null, speed: null };
    const position = { coords: { ...coords, toJSON: () => coords }, timestamp: 0, toJSON: () => coords };
    expect(await locate(device((success) => success(position)))).toEqual({ latitude: 41.1, longitude: -8.6 });
  });
});
