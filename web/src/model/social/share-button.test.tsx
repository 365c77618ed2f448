// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { toastStore } from '@waystory/ui/toast-store.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { ShareButton } from './share-button.tsx';

const clipboard = (writeText: (text: string) => Promise<void>) => vi.stubGlobal('navigator', { clipboard: { writeText } });
const isChecked = (container: HTMLElement) => container.querySelector('.text-success') !== null;

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// Without translations, the key is the text.
test('Copied link is confirmed with a toast and a check mark for 2 s', async () => {
  const copied = vi.fn(async () => {});
  clipboard(copied);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { container } = render(<ShareButton title="Atlantic light" />);
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'share.action' }));
  });
  expect(copied).toHaveBeenCalledWith(`${location.origin}${location.pathname}`);
  expect(toastStore.read().at(-1)).toMatchObject({ kind: 'success', message: 'share.copied' });
  expect(isChecked(container)).toBe(true);
  act(() => void vi.advanceTimersByTime(1_999));
  expect(isChecked(container)).toBe(true);
  act(() => void vi.advanceTimersByTime(1));
  expect(isChecked(container)).toBe(false);
});

test('Refused clipboard is reported, and the link is shown', async () => {
  clipboard(() => Promise.reject(new Error('refused')));
  const { container } = render(<ShareButton title="Atlantic light" />);
  fireEvent.click(screen.getByRole('button', { name: 'share.action' }));
  await waitFor(() =>
    expect(toastStore.read().at(-1)).toMatchObject({ kind: 'error', message: 'share.failed', description: `${location.origin}${location.pathname}` }),
  );
  expect(isChecked(container)).toBe(false);
});
