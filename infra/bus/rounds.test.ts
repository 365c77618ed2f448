import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRounds } from './rounds.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Consumers that count how often they were woken. */
function consumers(count: number) {
  let rounds = 0;
  const all = createRounds(() => {
    rounds += 1;
  });
  const woken = Array.from({ length: count }, () => 0);
  const places = woken.map((_, index) => all.join(() => woken.splice(index, 1, (woken[index] ?? 0) + 1)));
  return { begin: all.begin, places, woken, rounds: () => rounds };
}

describe('rounds', () => {
  test('begin at once after a quiet time, for everyone who takes part', () => {
    const { begin, places, woken, rounds } = consumers(2);
    begin();
    expect([rounds(), woken]).toEqual([1, [1, 1]]);
    for (const place of places) place.rest();
    vi.advanceTimersByTime(1_000);
    places[1]?.leave();
    begin();
    expect([rounds(), woken]).toEqual([2, [2, 1]]);
  });

  test('of what comes soon after another there is one', () => {
    const { begin, places, rounds } = consumers(1);
    begin();
    places[0]?.rest();
    for (let append = 0; append < 10; append++) begin();
    expect(rounds()).toBe(1);
    vi.advanceTimersByTime(15);
    expect(rounds()).toBe(2);
    vi.advanceTimersByTime(1_000);
    expect(rounds()).toBe(2);
  });

  test('are the further apart the longer they take, up to a limit', () => {
    const { begin, places, rounds } = consumers(1);
    begin();
    vi.advanceTimersByTime(20);
    places[0]?.rest();
    begin();
    vi.advanceTimersByTime(59);
    expect(rounds()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(rounds()).toBe(2);
    vi.advanceTimersByTime(60_000);
    places[0]?.rest();
    begin();
    vi.advanceTimersByTime(120);
    expect(rounds()).toBe(3);
  });

  test('go on while one of them does not get through', () => {
    const { begin, places, woken } = consumers(2);
    for (let append = 0; append < 5; append++) {
      begin();
      places[0]?.rest();
      vi.advanceTimersByTime(120);
    }
    expect(woken[0]).toBe(5);
  });
});
