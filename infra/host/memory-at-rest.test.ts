import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveMemoryBackAtRest } from './memory-at-rest.ts';

const megabyte = 2 ** 20;
/** A process that uses 400 MB and 100 MB when its memory was collected. */
const process = { load: 0, resident: 400 * megabyte, collections: 0 };
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(process, { load: 0, resident: 400 * megabyte, collections: 0 });
  stop = giveMemoryBackAtRest({
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

test('memory is given back once per rest, and again after more was used', () => {
  vi.advanceTimersByTime(60_000);
  expect(process.collections).toBe(1);
  process.resident = 300 * megabyte;
  vi.advanceTimersByTime(60_000);
  expect(process.collections).toBe(2);
});

test('nothing is collected while there is work, nor when there is little to gain', () => {
  process.load = 0.2;
  vi.advanceTimersByTime(60_000);
  expect(process.collections).toBe(0);
  process.load = 0;
  vi.advanceTimersByTime(60_000);
  process.resident += megabyte;
  vi.advanceTimersByTime(60_000);
  expect(process.collections).toBe(1);
});

test('it is done soon after the last work, so that a rest is a rest', () => {
  process.load = 1;
  vi.advanceTimersByTime(60_000);
  process.load = 0;
  vi.advanceTimersByTime(8_000);
  expect(process.collections).toBe(1);
});

test('what is stopped looks no more', () => {
  stop();
  vi.advanceTimersByTime(60_000);
  expect(process.collections).toBe(0);
});
