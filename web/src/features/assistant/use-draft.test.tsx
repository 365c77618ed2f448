// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChatUrlState } from './use-chat-address.ts';
import { ownChatDrafts, useChatDraft } from './use-draft.ts';

const set = vi.fn();
/** URL state that the hook reads. */
const address = (input?: string) => ({ input, threadId: 'late', set }) as Partial<ChatUrlState> as ChatUrlState;
const draftIn = (threadId: string | null, input?: string) =>
  renderHook(({ thread, typed }: { thread: string | null; typed: string | undefined }) => useChatDraft(address(typed), thread), {
    initialProps: { thread: threadId, typed: input },
  });

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  set.mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('Draft in the URL is kept when its thread opens after the first render', () => {
  const { result, rerender } = draftIn(null, 'Make day 1 slower');
  rerender({ thread: 'late', typed: 'Make day 1 slower' });
  act(() => void vi.advanceTimersByTime(1_000));
  expect(result.current[0]).toBe('Make day 1 slower');
  expect(set).not.toHaveBeenCalledWith({ 'chat-input': undefined });
});

test('Thread opened without a draft in the URL shows its stored draft', () => {
  ownChatDrafts.write('other', 'Half a question');
  const { result, rerender } = draftIn('one', 'A question');
  rerender({ thread: 'other', typed: undefined });
  expect(result.current[0]).toBe('Half a question');
  rerender({ thread: 'third', typed: undefined });
  expect(result.current[0]).toBe('');
});

test('URL receives the draft after a debounce of 500 ms', () => {
  const { result } = draftIn('typing');
  act(() => result.current[1]('Add a museum'));
  act(() => void vi.advanceTimersByTime(499));
  expect(set).not.toHaveBeenCalledWith({ 'chat-input': 'Add a museum' });
  act(() => void vi.advanceTimersByTime(1));
  expect(set).toHaveBeenLastCalledWith({ 'chat-input': 'Add a museum' });
});
