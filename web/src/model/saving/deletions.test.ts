// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deletions, undoTime } from './deletions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('nothing is sent while it can be taken back, and never when it is', async () => {
  const run = vi.fn(async () => {});
  deletions.schedule('a', run, () => {});
  await vi.advanceTimersByTimeAsync(undoTime - 1);
  expect(deletions.pending.state.has('a')).toBe(true);
  expect(deletions.undo('a')).toBe(true);
  await vi.advanceTimersByTimeAsync(undoTime);
  expect(run).not.toHaveBeenCalled();
  expect(deletions.pending.state.size).toBe(0);
});

test('it is carried out once when the time is over', async () => {
  const run = vi.fn(async () => {});
  deletions.schedule('a', run, () => {});
  await vi.advanceTimersByTimeAsync(undoTime);
  expect(run).toHaveBeenCalledOnce();
  expect(deletions.undo('a')).toBe(false);
});

test('what could not be deleted is shown again', async () => {
  const failed = vi.fn();
  deletions.schedule('a', () => Promise.reject(new Error('away')), failed);
  await vi.advanceTimersByTimeAsync(undoTime);
  expect(failed).toHaveBeenCalledOnce();
  expect(deletions.pending.state.has('a')).toBe(false);
});
