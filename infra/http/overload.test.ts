import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { Rejected } from '../errors.ts';
import { watchOverload } from './overload.ts';

/** A process of which each turn is given by the test, at its own time. */
function scene() {
  const turns: (() => void)[] = [];
  let at = 0;
  const overload = watchOverload(
    () => new Promise<void>((resolve) => turns.push(resolve)),
    () => at,
  );
  const isRefused = (): boolean => {
    try {
      overload.refuse();
      return false;
    } catch (error) {
      expect(error).toBeInstanceOf(Rejected);
      return true;
    }
  };
  return {
    isRefused,
    looks: () => turns.length,
    pass: (milliseconds: number) => {
      at += milliseconds;
    },
    giveTurn: async () => {
      turns.shift()?.();
      await pause(0);
    },
  };
}

test('as long as turns come soon nobody is refused, and looks are seldom', async () => {
  const { isRefused, looks, pass, giveTurn } = scene();
  for (let request = 0; request < 50; request++) expect(isRefused()).toBe(false);
  expect(looks()).toBe(1);
  pass(700);
  await giveTurn();
  pass(50);
  expect(isRefused()).toBe(false);
  expect(looks()).toBe(0);
});

test('who comes while turns have been late for a while is refused, and let in when they are not any more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { isRefused, pass, giveTurn } = scene();
  expect(isRefused()).toBe(false);
  pass(1_000);
  expect(isRefused()).toBe(false);
  pass(300);
  expect(isRefused()).toBe(true);
  await giveTurn();
  // It looks again by itself: whoever is refused would not have it look.
  vi.advanceTimersByTime(100);
  pass(100);
  expect(isRefused()).toBe(true);
  await giveTurn();
  expect(isRefused()).toBe(false);
  vi.useRealTimers();
});

test('an engine that refuses turns is no overload', async () => {
  let at = 0;
  const overload = watchOverload(
    () => Promise.reject(new Error('away')),
    () => at,
  );
  overload.refuse();
  await pause(0);
  at = 10_000;
  expect(() => overload.refuse()).not.toThrow();
});
