import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { debounced, throttled } from './throttle.ts';

describe('a burst of values', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is throttled to the first value at once, then the newest once per interval', () => {
    const run = vi.fn<(value: number) => void>();
    const write = throttled(run, 1_000);
    for (const value of [1, 2, 3]) write(value);
    expect(run.mock.calls).toEqual([[1]]);
    vi.advanceTimersByTime(999);
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(run.mock.calls).toEqual([[1], [3]]);
    write(4);
    vi.advanceTimersByTime(1_000);
    expect(run.mock.calls).toEqual([[1], [3], [4]]);
    vi.advanceTimersByTime(5_000);
    write(5);
    expect(run).toHaveBeenLastCalledWith(5);
  });

  test('loses its pending throttled value on cancel', () => {
    const run = vi.fn<(value: number) => void>();
    const write = throttled(run, 1_000);
    write(1);
    write(2);
    write.cancel();
    vi.advanceTimersByTime(5_000);
    expect(run.mock.calls).toEqual([[1]]);
  });

  test('is debounced to its last value, after the pause', () => {
    const run = vi.fn<(value: number) => void>();
    const settle = debounced(run, 250);
    settle(1);
    vi.advanceTimersByTime(200);
    settle(2);
    vi.advanceTimersByTime(249);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(run.mock.calls).toEqual([[2]]);
    settle(3);
    settle.cancel();
    vi.advanceTimersByTime(1_000);
    expect(run).toHaveBeenCalledTimes(1);
  });
});
