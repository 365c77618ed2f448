import { expect, test, vi } from 'vitest';
import { createNotificationBatching } from './append-notifier.ts';

test('a first append announces itself, those right after it are announced together', async () => {
  vi.useFakeTimers();
  const send = vi.fn(async () => {});
  const { due } = createNotificationBatching(send);
  expect([due(), due(), due()]).toEqual([true, false, false]);
  expect(send).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(11);
  expect(send).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(11);
  expect(due()).toBe(true);
  vi.useRealTimers();
});

test('closing sends what was not announced yet, and fails for nothing', async () => {
  const send = vi.fn(() => Promise.reject(new Error('away')));
  const { due, close } = createNotificationBatching(send);
  due();
  await close();
  expect(send).not.toHaveBeenCalled();
  due();
  await close();
  expect(send).toHaveBeenCalledTimes(1);
});
