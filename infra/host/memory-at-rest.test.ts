import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { releaseMemoryWhenIdle } from './memory-at-rest.ts';

const megabyte = 2 ** 20;
/** A process with 400 MB in use, and 100 MB after a collection. */
const process = { load: 0, resident: 400 * megabyte, collections: 0 };
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(process, { load: 0, resident: 400 * megabyte, collections: 0 });
  stop = releaseMemoryWhenIdle({
    load: () => process.load,
    resident: () => process.resident,
    collect: () => {
      process.collections += 1;
      process.resident = 100 * megabyte;
    },
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('Idle memory release collects once in an idle process, and again after 200 MB of growth', () => {
  vi.advanceTimersByTime(60_000);
  expect(process.collections).toBe(1);
  process.resident = 300 * megabyte;
  vi.advanceTimersByTime(60_000);
  expect(process.collections).toBe(2);
});

test('Idle memory release skips a busy process, and one that grew by 1 MB', () => {
  process.load = 0.2;
  vi.advanceTimersByTime(60_000);
  expect(process.collections).toBe(0);
  process.load = 0;
  vi.advanceTimersByTime(60_000);
  process.resident += megabyte;
  vi.advanceTimersByTime(60_000);
  expect(process.collections).toBe(1);
});

test('Idle memory release collects within 8 s after the load ends', () => {
  process.load = 1;
  vi.advanceTimersByTime(60_000);
  process.load = 0;
  vi.advanceTimersByTime(8_000);
  expect(process.collections).toBe(1);
});

test('Idle memory release collects nothing after it is stopped', () => {
  stop();
  vi.advanceTimersByTime(60_000);
  expect(process.collections).toBe(0);
});
