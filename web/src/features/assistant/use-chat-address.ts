import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { itineraryInPath } from '../../lib/itinerary-path.ts';

interface ChatParams {
  chatOpen?: string | undefined;
  chatThreadId?: string | undefined;
  'chat-input'?: string | undefined;
}

/** The part of the address that is about the chat (spec 2.10). */
export function useChatAddress() {
  const search: ChatParams = useSearch({ strict: false });
  const itineraryId = itineraryInPath(useLocation({ select: ({ pathname }) => pathname }));
  const navigate = useNavigate();
  const set = useCallback(
    (params: ChatParams): void => {
      void navigate({ to: '.', search: (now: object) => ({ ...now, ...params }), hash: true, replace: true, resetScroll: false });
    },
    [navigate],
  );
  const close = useCallback(() => set({ chatOpen: undefined, chatThreadId: undefined, 'chat-input': undefined }), [set]);
  const { chatThreadId } = search;
  const threadId = chatThreadId === undefined || chatThreadId === 'new' ? null : chatThreadId;
  return { chatThreadId, threadId, input: search['chat-input'], itineraryId, set, close };
}

export type ChatAddress = ReturnType<typeof useChatAddress>;
