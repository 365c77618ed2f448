import { expect, test, vi } from 'vitest';
import { createNotificationBatching } from './append-notifier.ts';

test('Append notifier sends the first notification at once and debounces the following ones', async () => {
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

test('Append notifier sends a pending notification on close, and ignores errors of sending', async () => {
  const send = vi.fn(() => Promise.reject(new Error('away')));
  const { due, close } = createNotificationBatching(send);
  due();
  await close();
  expect(send).not.toHaveBeenCalled();
  due();
  await close();
  expect(send).toHaveBeenCalledTimes(1);
});
