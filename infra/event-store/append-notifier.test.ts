import { expect, test, vi } from 'vitest';
import { createNotificationBatching } from './append-notifier.ts';

test('Notification batching lets the first append notify at once, and combines the following notifications into one', async () => {
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

test('Notification batching sends a pending notification on close, and ignores errors of sending', async () => {
  const send = vi.fn(() => Promise.reject(new Error('away')));
  const { due, close } = createNotificationBatching(send);
  due();
  await close();
  expect(send).not.toHaveBeenCalled();
  due();
  await close();
  expect(send).toHaveBeenCalledTimes(1);
});
