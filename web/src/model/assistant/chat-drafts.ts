import { localTexts } from '@waystory/client/environment.ts';
import { auth } from '@waystory/client/identity/auth.ts';

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Unsent text per thread; null is a new thread. */
export interface ChatDrafts {
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

/** Drafts of the signed-in person in this browser. */
export const ownChatDrafts = chatDrafts(
  () => localTexts,
  () => auth.lastReader() ?? 'nobody',
);
