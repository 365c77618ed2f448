import { expect, test } from 'vitest';
import { reelCommandOf, type WheelTurn, wheelStepAfter } from './gestures.ts';

const press = (key: string, held = {}) => reelCommandOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

test('keys of the reels: up and down arrows change stories, left and right arrows change scenes, the space bar pauses', () => {
  expect(press('ArrowDown')).toEqual({ reels: 1 });
  expect(press('PageUp')).toEqual({ reels: -1 });
  expect(press('ArrowLeft')).toEqual({ scenes: -1 });
  expect(press(' ')).toBe('pause');
  expect(press('b')).toBeNull();
});

test.each(['ctrlKey', 'metaKey', 'altKey'])('keys with %s give no reel command', (held) => {
  expect(press('ArrowDown', { [held]: true })).toBeNull();
});

/** Steps caused by wheel events, given as milliseconds and pixels. */
function stepsOf(events: readonly (readonly [at: number, deltaY: number])[], deltaMode = 0): number[] {
  let turn: WheelTurn | null = null;
  return events.map(([at, deltaY]) => {
    const next = wheelStepAfter(turn, { at, deltaY, deltaMode });
    turn = next.turn;
    return next.step;
  });
}
const sum = (steps: readonly number[]): number => steps.reduce((all, step) => all + step, 0);

test('a notch of the mouse wheel steps one story forward, a reverse notch one story back', () => {
  expect(stepsOf([[0, 120]])).toEqual([1]);
  expect(stepsOf([[0, -120]])).toEqual([-1]);
  expect(stepsOf([[0, 3]], 1)).toEqual([1]);
});

test('two notches of the mouse wheel with 400 ms between them are two steps', () => {
  expect(
    stepsOf([
      [0, 120],
      [400, 120],
    ]),
  ).toEqual([1, 1]);
});

test('a reverse notch of the mouse wheel 50 ms after a notch steps back', () => {
  expect(
    stepsOf([
      [0, 120],
      [50, -120],
    ]),
  ).toEqual([1, -1]);
});

test('a touchpad stroke makes one step, however long its momentum lasts', () => {
  const stroke = Array.from({ length: 80 }, (_, index) => [index * 16, Math.max(1, 140 * 0.94 ** index)] as const);
  expect(sum(stepsOf(stroke))).toBe(1);
});

test('touchpad jitter makes no step', () => {
  expect(
    sum(
      stepsOf([
        [0, 4],
        [16, 3],
        [32, 5],
      ]),
    ),
  ).toBe(0);
});

test('a mouse wheel turned continuously makes a step every 500 ms', () => {
  const notches = Array.from({ length: 41 }, (_, index) => [index * 50, 120] as const);
  expect(sum(stepsOf(notches))).toBe(5);
});
