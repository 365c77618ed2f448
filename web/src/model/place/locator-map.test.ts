import { expect, test } from 'vitest';
import { locatorPath } from './locator-map.tsx';

test.each([
  [{ latitude: 38.71667, longitude: -9.13333 }, '38.72,-9.13'],
  [{ latitude: -0.001, longitude: 0.004 }, '0,0'],
  [{ latitude: 35, longitude: 179.999 }, '35,180'],
])('Locator path of %j is rounded to hundredths of a degree', (at, rounded) => {
  expect(locatorPath(at, 'dark')).toBe(`/basemap/locators/dark/${rounded}.svg`);
});
