import { useEffect, useState } from 'react';
import { useSettled } from '../../lib/use-settled.ts';
import { ownChatDrafts } from '../../model/assistant/chat-drafts.ts';
import type { ChatAddress } from './use-chat-address.ts';

/** spec 9, milliseconds. */
const inputRest = 500;

/** The text typed in a thread: kept in this browser, and in the address once the typing rests. */
export function useDraft({ input, threadId: named, set }: ChatAddress, threadId: string | null) {
  const [thread, setThread] = useState(threadId);
  // The thread of the address opens later; the address already holds its text.
  const [awaited] = useState(threadId === null && input !== undefined ? named : null);
  const [text, setText] = useState(() => input ?? ownChatDrafts.read(threadId));
  if (thread !== threadId) {
    setThread(threadId);
    setText((threadId !== null && threadId === awaited ? input : undefined) ?? ownChatDrafts.read(threadId));
  }
  const settled = useSettled(text, inputRest);
  useEffect(() => set({ 'chat-input': settled || undefined }), [settled, set]);
  const change = (next: string): void => {
    setText(next);
    ownChatDrafts.write(threadId, next);
  };
  return [text, change] as const;
}
