import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Id of the itinerary that a page is about, by its path; null for any other page. */
const itineraryInPath = (path: string): string | null =>
  /^\/itineraries\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\/|$)/i.exec(path)?.[1] ?? null;

interface ChatParams {
  chatOpen?: string | undefined;
  chatThreadId?: string | undefined;
  'chat-input'?: string | undefined;
}

/** Search parameters of the chat (spec 2.10), and the itinerary that the path contains. */
export function useChatUrlState() {
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

export type ChatUrlState = ReturnType<typeof useChatUrlState>;
