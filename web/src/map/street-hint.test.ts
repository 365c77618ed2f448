// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';

const fresh = async () => {
  vi.resetModules();
  return import('./street-hint.ts');
};

describe('the hint on streets', () => {
  beforeEach(() => localStorage.clear());

  test('comes at city zoom, once a visit', async () => {
    const { cityZoom, isStreetHintDue } = await fresh();
    expect(isStreetHintDue(cityZoom - 0.1)).toBe(false);
    expect(isStreetHintDue(cityZoom)).toBe(true);
    expect(isStreetHintDue(cityZoom + 3)).toBe(false);
  });

  test('comes again with the next visit unless it was dismissed', async () => {
    const first = await fresh();
    expect(first.isStreetHintDue(12)).toBe(true);
    const second = await fresh();
    expect(second.isStreetHintDue(12)).toBe(true);
    second.dismissStreetHint();
    const third = await fresh();
    expect(third.isStreetHintDue(12)).toBe(false);
  });
});
