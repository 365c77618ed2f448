import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAdaptiveBatching } from './log-reader.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Consumers that receive each batch and count their batches. */
function consumers(count: number) {
  const members = Array.from({ length: count }, () => ({ batches: 0 }));
  let batches = 0;
  const batching = createAdaptiveBatching(() => {
    batches += 1;
    for (const member of members) {
      member.batches += 1;
      batching.enter(member);
    }
  });
  const rest = (index: number): void => batching.rest(members[index] ?? {});
  return { begin: batching.request, rest, given: () => members.map((member) => member.batches), rounds: () => batches };
}

describe('adaptive batches', () => {
  test('begin at once after a second without appends', () => {
    const { begin, rest, given, rounds } = consumers(2);
    begin();
    expect([rounds(), given()]).toEqual([1, [1, 1]]);
    rest(0);
    rest(1);
    vi.advanceTimersByTime(1_000);
    begin();
    expect([rounds(), given()]).toEqual([2, [2, 2]]);
  });

  test('combine ten appends within 15 ms into one batch', () => {
    const { begin, rest, rounds } = consumers(1);
    begin();
    rest(0);
    for (let append = 0; append < 10; append++) begin();
    expect(rounds()).toBe(1);
    vi.advanceTimersByTime(15);
    expect(rounds()).toBe(2);
    vi.advanceTimersByTime(1_000);
    expect(rounds()).toBe(2);
  });

  test('follow the end of the last batch after three times its duration, at most 120 ms after its start', () => {
    const { begin, rest, rounds } = consumers(1);
    begin();
    vi.advanceTimersByTime(20);
    rest(0);
    begin();
    vi.advanceTimersByTime(59);
    expect(rounds()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(rounds()).toBe(2);
    vi.advanceTimersByTime(60_000);
    rest(0);
    begin();
    vi.advanceTimersByTime(120);
    expect(rounds()).toBe(3);
  });

  test('continue while one consumer never finishes its batch', () => {
    const { begin, rest, given } = consumers(2);
    for (let append = 0; append < 5; append++) {
      begin();
      rest(0);
      vi.advanceTimersByTime(120);
    }
    expect(given()[0]).toBe(5);
  });
});
