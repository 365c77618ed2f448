import { expect, test } from 'vitest';
import { distanceLabel } from './distance-label.ts';

const reader = { language: 'en', locale: 'de-DE' };
const lello = { latitude: 41.14689, longitude: -8.6149 };

test('distance label uses the units of the reader', () => {
  const bolhao = { latitude: 41.14963, longitude: -8.60723 };
  expect(distanceLabel(lello, bolhao, reader)).toBe('710 m');
  expect(distanceLabel(lello, bolhao, { language: 'en', locale: 'en-US' })).toBe('0.4 mi');
  expect(distanceLabel(lello, { latitude: 38.71, longitude: -9.14 }, reader)).toBe('275 km');
});

test('distance label is absent below 20 m and for an unknown place', () => {
  expect(distanceLabel(null, lello, reader)).toBeNull();
  expect(distanceLabel(lello, { ...lello, latitude: lello.latitude + 0.0001 }, reader)).toBeNull();
});
