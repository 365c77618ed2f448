import { describe, expect, test } from 'vitest';
import { channelsOf, chapterColorOf, dayColors, daylessColor } from './day-colors.ts';

const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

describe('Colours of days', () => {
  test.each([...dayColors, daylessColor])('have a contrast of at least 4.5 between white and %s', (color) => {
    expect(1.05 / (luminance(color) + 0.05)).toBeGreaterThanOrEqual(4.5);
  });

  test('repeat after the last colour', () => {
    expect(chapterColorOf({ index: dayColors.length, day: {} })).toBe(dayColors[0]);
  });

  test('include one for stops without a day', () => expect(chapterColorOf({ index: 0, day: null })).toBe(daylessColor));
});
