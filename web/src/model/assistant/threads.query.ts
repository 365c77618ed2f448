import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import type { ChangeDecision, ChatThreadView } from '@waystory/proto/assistant/thread.ts';
import { invalidate } from '../queries/invalidation.ts';
import { keys } from '../queries/keys.ts';
import { queryClient } from '../query-client.ts';

/** Page size of the history (spec 9). */
const pageSize = 10;

/** Conversations of an account, newest first, optionally of one itinerary. */
export const threadHistory = (accountId: string, itineraryId: string | null) =>
  infiniteQueryOptions({
    queryKey: keys.chats.of(accountId, itineraryId),
    queryFn: async ({ pageParam }): Promise<ChatThreadView[]> => {
      const filter = itineraryId ? { filter: JSON.stringify({ itineraryId }) } : {};
      const query = { page: pageParam, limit: pageSize, sort: 'createdAt DESC', ...filter };
      return (await api.listChats({ params: { accountId }, query })).items;
    },
    initialPageParam: 1,
    // spec 9: a full page may have a successor.
    getNextPageParam: (last, pages) => (last.length === pageSize ? pages.length + 1 : undefined),
    persister: undefined,
  });

/** A conversation of an account, with its disclosures to administrators. */
export const thread = (accountId: string, id: string) =>
  queryOptions({
    queryKey: keys.chats.one(accountId, id),
    queryFn: () => api.getChat({ params: { accountId, id } }),
    persister: undefined,
  });

/** Stored messages of a thread. */
export const threadMessages = (threadId: string) =>
  queryOptions({
    queryKey: keys.chatMessages(threadId),
    queryFn: () => api.listChatMessages({ params: { threadId }, query: {} }),
    // Never stale, because every change invalidates the messages explicitly.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Refreshes a thread, the list of threads and the credits after an answer. */
export async function refreshThread(threadId: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: keys.chats.all });
  invalidate({ kind: 'credits' });
  // A request in flight may predate the answer.
  await queryClient.cancelQueries({ queryKey: keys.chatMessages(threadId) });
  await queryClient.fetchQuery({ ...threadMessages(threadId), staleTime: 0 });
}

/** Allows or declines pending changes, and updates the message that contains them in the cache. Returns this message. */
export async function decideChanges(threadId: string, toolCallIds: string[], decision: ChangeDecision): Promise<ChatMessage> {
  const message = await api.decideChanges({ params: { threadId }, body: { toolCallIds, decision } });
  queryClient.setQueryData(threadMessages(threadId).queryKey, (all) => all?.map((one) => (one.id === message.id ? message : one)));
  return message;
}

/** Gives a thread another title. */
export async function renameThread({ accountId, id }: ChatThreadView, title: string | null): Promise<void> {
  await api.patchChat({ params: { accountId, id }, body: { title } });
  await queryClient.invalidateQueries({ queryKey: keys.chats.all });
}

/** Deletes a thread with its messages. */
export async function deleteThread({ accountId, id }: ChatThreadView): Promise<void> {
  await api.deleteChat({ params: { accountId, id } });
  queryClient.removeQueries({ queryKey: keys.chatMessages(id) });
  await queryClient.invalidateQueries({ queryKey: keys.chats.all });
}
