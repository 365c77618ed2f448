import { afterEach, describe, expect, test, vi } from 'vitest';
import { appFor, directionsUrl, isAppleDevice, parseDirectionProvider } from './directions-button.tsx';

const phone = { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', platform: 'iPhone' };
const mac = { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', platform: 'MacIntel' };
const android = { userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9)', platform: 'Linux armv8l' };

describe('Directions', () => {
  afterEach(() => void vi.restoreAllMocks());

  test.each([
    ['google', 'google'],
    ['apple', 'apple'],
    ['ask', 'ask'],
    ['bing', 'ask'],
    ['', 'ask'],
    [null, 'ask'],
  ])('with the stored value %j use the provider %s', (stored, provider) => {
    expect(parseDirectionProvider(stored)).toBe(provider);
  });

  test('have a URL with the coordinates', () => {
    const to = { latitude: 41.1457, longitude: -8.6145 };
    expect(directionsUrl('google', to)).toBe('https://www.google.com/maps/dir/?api=1&destination=41.1457%2C-8.6145');
    expect(directionsUrl('apple', to, 'Clérigos & co')).toBe('https://maps.apple.com/?daddr=41.1457%2C-8.6145&q=Cl%C3%A9rigos+%26+co');
    expect(directionsUrl('google', { latitude: 0, longitude: 0 })).toContain('0%2C0');
  });

  test.each([null, undefined, {}, { latitude: 1 }, { latitude: Number.NaN, longitude: 2 }, { latitude: 91, longitude: 2 }])(
    'without valid coordinates (%j) have a null URL, and log an error',
    (to) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {});
      expect(directionsUrl('google', to)).toBeNull();
      expect(log).toHaveBeenCalledOnce();
    },
  );

  test("in Apple's maps open on Apple's devices only", () => {
    expect([phone, mac, android].map(isAppleDevice)).toEqual([true, true, false]);
    expect(appFor('apple', android)).toBe('google');
    expect(appFor('apple', phone)).toBe('apple');
    expect(appFor('google', phone)).toBe('google');
  });
});
