// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deletions, undoFadeOutTime, undoTime } from './deletions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a deletion sends no request before its undo time ends, and none after an undo', async () => {
  const [run, onTimeOver] = [vi.fn(async () => {}), vi.fn()];
  deletions.schedule('a', { run, onFailure: () => {}, onTimeOver });
  await vi.advanceTimersByTimeAsync(undoTime - 1);
  expect(deletions.pending.state.has('a')).toBe(true);
  expect(deletions.undo('a')).toBe(true);
  await vi.advanceTimersByTimeAsync(undoTime + undoFadeOutTime);
  expect(run).not.toHaveBeenCalled();
  expect(onTimeOver).not.toHaveBeenCalled();
  expect(deletions.pending.state.size).toBe(0);
});

test('Deletion can be undone until its message has faded out', async () => {
  const [run, onTimeOver] = [vi.fn(async () => {}), vi.fn()];
  deletions.schedule('a', { run, onFailure: () => {}, onTimeOver });
  await vi.advanceTimersByTimeAsync(undoTime + undoFadeOutTime - 1);
  expect(onTimeOver).toHaveBeenCalledOnce();
  expect(deletions.undo('a')).toBe(true);
  await vi.advanceTimersByTimeAsync(undoFadeOutTime);
  expect(run).not.toHaveBeenCalled();
});

test('Deletion is sent once after its undo time and the fade-out of its message', async () => {
  const run = vi.fn(async () => {});
  deletions.schedule('a', { run, onFailure: () => {}, onTimeOver: () => {} });
  await vi.advanceTimersByTimeAsync(undoTime + undoFadeOutTime);
  expect(run).toHaveBeenCalledOnce();
  expect(deletions.undo('a')).toBe(false);
});

test('Failed deletion shows the item again', async () => {
  const failed = vi.fn();
  deletions.schedule('a', { run: () => Promise.reject(new Error('away')), onFailure: failed, onTimeOver: () => {} });
  await vi.advanceTimersByTimeAsync(undoTime + undoFadeOutTime);
  expect(failed).toHaveBeenCalledOnce();
  expect(deletions.pending.state.has('a')).toBe(false);
});
