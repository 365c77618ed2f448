// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';

const fresh = async () => {
  vi.resetModules();
  return import('./street-hint.ts');
};

describe('Street hint', () => {
  beforeEach(() => localStorage.clear());

  test('appears at city zoom, once per visit', async () => {
    const { cityZoom, isStreetHintDue } = await fresh();
    expect(isStreetHintDue(cityZoom - 0.1)).toBe(false);
    expect(isStreetHintDue(cityZoom)).toBe(true);
    expect(isStreetHintDue(cityZoom + 3)).toBe(false);
  });

  test('appears again in the next visit unless dismissed', async () => {
    const first = await fresh();
    expect(first.isStreetHintDue(12)).toBe(true);
    const second = await fresh();
    expect(second.isStreetHintDue(12)).toBe(true);
    second.dismissStreetHint();
    const third = await fresh();
    expect(third.isStreetHintDue(12)).toBe(false);
  });
});
