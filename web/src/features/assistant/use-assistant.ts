import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useStore } from '@tanstack/react-store';
import { problemCode } from '@waystory/client/api.ts';
import { toast } from '@waystory/ui/toast-store.ts';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cacheZeroCredits, useAccount } from '../../model/account/account.query.ts';
import { placeNamesIn } from '../../model/assistant/change-summary.ts';
import { type ChatProblem, isBusy, messagesWith } from '../../model/assistant/chat-state.ts';
import { conversation } from '../../model/assistant/live-conversation.ts';
import { thread, threadMessages } from '../../model/assistant/threads.query.ts';
import { callsEndedBy, createdItineraryId } from '../../model/assistant/tool-calls.ts';
import { useLoginPrompt } from '../../model/identity/sign-in-gate.ts';
import type { ChatUrlState } from './use-chat-address.ts';

/** Conversation of the `chatThreadId` in the URL, with all of its messages. */
export function useAssistant(address: ChatUrlState) {
  const state = useStore(conversation.store);
  const account = useAccount();
  useThreadOfAddress(address, state.threadId);
  useNewItinerary(address);
  useProblem(state.problem, account.refetch);
  const known = useQuery({ ...threadMessages(state.threadId ?? ''), enabled: state.threadId !== null && account.data !== undefined });
  const { data: own } = useQuery({ ...thread(account.data?.id ?? '', state.threadId ?? ''), enabled: known.isSuccess && account.data !== undefined });
  const messages = useMemo(() => messagesWith(known.data ?? [], state), [known.data, state]);
  const places = useMemo(() => placeNamesIn(known.data ?? []), [known.data]);
  const isMissing = state.problem?.kind === 'unknown-thread' || ['chat/unknown', 'request/invalid'].includes(problemCode(known.error) ?? '');
  return {
    state,
    messages,
    places,
    account: account.data,
    disclosures: own?.disclosures ?? [],
    isBusy: isBusy(state),
    isLoading: state.threadId !== null && known.isLoading && messages.length === 0,
    isMissing,
    loadFailure: known.isError && !isMissing && messages.length === 0 ? known : null,
    hasNoCredits: account.data !== undefined && account.data.credits <= 0,
  };
}

export type Assistant = ReturnType<typeof useAssistant>;

/** Synchronizes the open thread with the URL: a `chatThreadId` in the URL opens that thread, and a new thread enters the URL. */
function useThreadOfAddress({ chatThreadId, threadId, set }: ChatUrlState, openId: string | null): void {
  const named = useRef<string | undefined>(undefined);
  useEffect(() => {
    const isFirst = named.current === undefined;
    named.current = chatThreadId ?? 'new';
    // A reopened panel shows its last thread.
    if (isFirst && chatThreadId === undefined && conversation.state.threadId) set({ chatThreadId: conversation.state.threadId });
    else if (threadId !== conversation.state.threadId) void conversation.open(threadId);
    else if (isFirst && threadId && !isBusy(conversation.state)) void conversation.resume();
  }, [chatThreadId, threadId, set]);
  useEffect(() => {
    if (openId && named.current !== openId) set({ chatThreadId: openId });
  }, [openId, set]);
}

/** spec 4: navigates to an itinerary that the assistant created, unless its page is already open. */
function useNewItinerary({ itineraryId }: ChatUrlState): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useEffect(
    () =>
      conversation.onParts((parts, { answer }) => {
        for (const call of callsEndedBy(parts, answer)) {
          const id = createdItineraryId(call);
          if (!id || id === itineraryId) continue;
          void navigate({ to: '/itineraries/$id/edit', params: { id }, search: (now: object) => now });
          toast.success(t('common.chat.itineraryCreated'));
        }
      }),
    [itineraryId, navigate, t],
  );
}

/** Last shown problem; a panel that opens again does not repeat it. */
let told: ChatProblem | null = null;

/**
 * Reports a problem once: a toast for a failed or interrupted answer, the sign-in prompt for a visitor. Without credits, the cached balance becomes
 * 0. After other problems, except a running turn, the account is read again for its balance (spec 8).
 */
function useProblem(problem: ChatProblem | null, refetchAccount: () => Promise<unknown>): void {
  const { t } = useTranslation();
  const askToLogIn = useLoginPrompt();
  useEffect(() => {
    if (!problem || problem.kind === 'running' || problem === told) return;
    told = problem;
    if (problem.kind === 'signed-out') {
      askToLogIn({ title: t('common.auth.title'), description: t('common.auth.description') });
      return;
    }
    if (problem.kind === 'no-credits') {
      cacheZeroCredits();
      return;
    }
    void refetchAccount();
    if (problem.kind === 'failed') toast.error(problem.message ?? t(problem.code ? 'common.chat.error' : 'common.chat.unexpected'));
    if (problem.kind === 'cut') toast.error(t('common.chat.error'));
  }, [problem, askToLogIn, refetchAccount, t]);
}
