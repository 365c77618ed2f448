// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ToastStack } from './toast-stack.tsx';
import { Toaster, toast } from './toaster.tsx';

const toastTexts = (): (string | null)[] => [...document.querySelectorAll('li[data-state=open]')].map((item) => item.textContent);

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(<ToastStack />);
});
afterEach(() => {
  act(() => toast.dismiss());
  act(() => void vi.advanceTimersByTime(1_000));
  cleanup();
  vi.useRealTimers();
});

test('Toaster shows the newest three of four toasts', () => {
  act(() => ['one', 'two', 'three', 'four'].forEach((text) => void toast(text)));
  expect(toastTexts()).toEqual(['two', 'three', 'four']);
});

test('Toaster closes a toast after 4000 ms', () => {
  act(() => void toast.success('Saved'));
  act(() => void vi.advanceTimersByTime(3_900));
  expect(toastTexts()).toEqual(['Saved']);
  act(() => void vi.advanceTimersByTime(100));
  expect(toastTexts()).toEqual([]);
});

test('Toaster replaces a toast with the same id', () => {
  act(() => void toast('Saving', { id: 'draft' }));
  act(() => void toast.success('Saved', { id: 'draft' }));
  expect(toastTexts()).toEqual(['Saved']);
});

test('Toaster closes a toast by its button, and runs its action once', async () => {
  const undo = vi.fn();
  act(() => void toast('Stop deleted', { action: { label: 'Undo', onClick: undo } }));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledOnce();
  await waitFor(() => expect(toastTexts()).toEqual([]));
  act(() => void toast('Again'));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(toastTexts()).toEqual([]));
});

test('Toaster shows toasts that were added before it was loaded', async () => {
  cleanup();
  await act(async () => void render(<Toaster />));
  act(() => void toast('Welcome'));
  await waitFor(() => expect(toastTexts()).toEqual(['Welcome']));
});
