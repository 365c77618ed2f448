import { describe, expect, test } from 'vitest';
import { type TooltipSide, tooltipPosition } from './tooltip.tsx';

const window = { width: 360, height: 640 };
const words = { width: 100, height: 30 };
const place = (left: number, top: number, side: TooltipSide) => tooltipPosition({ left, top, width: 40, height: 40 }, words, window, side);

describe('tooltipPosition', () => {
  test.each([
    ['top', { left: 130, top: 262 }],
    ['bottom', { left: 130, top: 348 }],
    ['right', { left: 208, top: 305 }],
    ['left', { left: 52, top: 305 }],
  ] as const)('is centred on the %s side', (side, expected) => {
    expect(place(160, 300, side)).toEqual(expected);
  });

  test.each([
    ['top', 160, 4, { left: 130, top: 52 }],
    ['bottom', 160, 590, { left: 130, top: 552 }],
    ['right', 310, 300, { left: 202, top: 305 }],
    ['left', 10, 300, { left: 58, top: 305 }],
  ] as const)('moves to the opposite side when there is no room on the %s side', (side, left, top, expected) => {
    expect(place(left, top, side)).toEqual(expected);
  });

  test('stays 8 px inside the window in a corner', () => {
    expect(place(0, 300, 'top')).toEqual({ left: 8, top: 262 });
    expect(place(320, 300, 'top')).toEqual({ left: 252, top: 262 });
  });

  test('keeps the wanted side when neither side has room', () => {
    expect(tooltipPosition({ left: 0, top: 0, width: 360, height: 640 }, words, window, 'top').top).toBe(-38);
  });
});
