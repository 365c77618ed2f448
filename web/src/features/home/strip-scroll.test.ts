import { describe, expect, test } from 'vitest';
import { cardIndexAfterKey } from './card-strip.tsx';

describe('keyboard navigation in the strip of cards', () => {
  test.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 4, 4],
    ['ArrowLeft', 3, 2],
    ['ArrowLeft', 0, 0],
    ['Home', 3, 0],
    ['End', 1, 4],
    ['Enter', 2, null],
    ['Tab', 2, null],
  ])('%s on card %d goes to %j', (key, current, next) => {
    expect(cardIndexAfterKey(key, current, 5)).toBe(next);
  });
});
