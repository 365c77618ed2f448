import { expect, test } from 'vitest';
import { scaleBarOf } from './map-scale.ts';

test.each([
  [0.01, false, 1],
  [0.6, false, 50],
  [3, false, 200],
  [0.0004, false, 0.02],
])('the scale bar has a round length at %s km per unit', (kilometresPerUnit, isMiles, kilometres) => {
  const bar = scaleBarOf(kilometresPerUnit, 120, isMiles);
  expect(bar.kilometres).toBeCloseTo(kilometres);
  expect(bar.units * kilometresPerUnit).toBeCloseTo(kilometres);
  expect(bar.units).toBeLessThanOrEqual(120);
});

test('the scale bar has a round length in miles', () => expect(scaleBarOf(1, 120, true).kilometres / 1.609344).toBeCloseTo(50));
