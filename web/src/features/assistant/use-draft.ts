import { localTexts } from '@waystory/client/environment.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import { useEffect, useState } from 'react';
import { useDebounced } from '../../lib/use-settled.ts';
import type { ChatUrlState } from './use-chat-address.ts';

/** Debounce before a draft enters the URL (spec 9), milliseconds. */
const inputRest = 500;

/** Draft of a thread. This browser stores every change, and the URL follows after the debounce. */
export function useChatDraft({ input, threadId: named, set }: ChatUrlState, threadId: string | null) {
  const [thread, setThread] = useState(threadId);
  // The thread of the URL opens after the first render, but the URL already holds the draft of that thread.
  const [awaited] = useState(threadId === null && input !== undefined ? named : null);
  const [text, setText] = useState(() => input ?? ownChatDrafts.read(threadId));
  if (thread !== threadId) {
    setThread(threadId);
    setText((threadId !== null && threadId === awaited ? input : undefined) ?? ownChatDrafts.read(threadId));
  }
  const settled = useDebounced(text, inputRest);
  useEffect(() => set({ 'chat-input': settled || undefined }), [settled, set]);
  const change = (next: string): void => {
    setText(next);
    ownChatDrafts.write(threadId, next);
  };
  return [text, change] as const;
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Unsent text per thread; null is a new thread. */
interface ChatDrafts {
  read: (threadId: string | null) => string;
  write: (threadId: string | null, text: string) => void;
}

export function chatDrafts(shelf: () => Shelf, owner: () => string): ChatDrafts {
  const keyOf = (threadId: string | null): string => `waystory.chat-draft.${owner()}.${threadId ?? 'new'}`;
  return {
    read: (threadId) => shelf().getItem(keyOf(threadId)) ?? '',
    write(threadId, text) {
      if (text === '') shelf().removeItem(keyOf(threadId));
      else shelf().setItem(keyOf(threadId), text);
    },
  };
}

/** Chat drafts of the last signed-in user, known even offline; after a sign-out, those of visitors. */
export const ownChatDrafts = chatDrafts(
  () => localTexts,
  () => auth.lastReader() ?? 'nobody',
);
