import { api } from '@waystory/client/api.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import type { AnswerReversal, ReversalAnnotation } from '@waystory/proto/assistant/reversal.ts';
import { invalidate } from '../queries/invalidation.ts';
import { keys } from '../queries/keys.ts';
import { queryClient } from '../query-client.ts';
import { storyRefresh } from './story-refresh.ts';
import { refreshThread } from './threads.query.ts';
import { idsWrittenBy, itineraryIdPossiblyWrittenBy } from './tool-calls.ts';

/** Reversal state of an answer that was undone or redone; otherwise null. */
export const reversalIn = ({ annotations }: Pick<ChatMessage, 'annotations'>): ReversalAnnotation | null =>
  (annotations as { type?: unknown }[]).find((one): one is ReversalAnnotation => one?.type === 'reversal') ?? null; // as: written by the server of the same release

/** Ids of the itineraries that an answer has written to, or may have written to. */
export const writtenItineraryIds = ({ toolInvocations }: ChatMessage): string[] => [
  ...new Set(toolInvocations.flatMap((call) => idsWrittenBy(call)?.itineraryId ?? itineraryIdPossiblyWrittenBy(call) ?? [])),
];

/** Ids of the itineraries that an answer created and its undo deleted. */
export const deletedItineraryIds = (reversal: Pick<ReversalAnnotation, 'reversed' | 'restored'> | null): string[] =>
  reversal?.reversed ? reversal.restored.flatMap(({ kind, id, change }) => (kind === 'itinerary' && change === 'REMOVED' ? [id] : [])) : [];

/**
 * Undoes or redoes the changes of an answer, and refreshes the data.
 * @throws ResponseError, FetchError.
 */
export async function reverseAnswer(accountId: string, threadId: string, message: ChatMessage, reversed: boolean): Promise<AnswerReversal> {
  const answer = await api.reverseAnswer({ params: { accountId, id: threadId, messageId: message.id }, body: { reversed } });
  const gone = deletedItineraryIds(answer);
  const stopIds = answer.restored.flatMap(({ kind, id }) => (kind === 'stop' ? [id] : []));
  for (const id of writtenItineraryIds(message)) {
    if (gone.includes(id)) invalidate({ kind: 'audience', id });
    else {
      invalidate({ kind: 'itinerary', id });
      storyRefresh.written(id, stopIds);
    }
  }
  // The write has succeeded; a failed refresh is repeated at the next view.
  await refreshThread(threadId).catch(() => {});
  return answer;
}

/** Removes a deleted itinerary from the cache. Pages that show it must navigate away first. */
export const forgetItinerary = (id: string): void => queryClient.removeQueries({ queryKey: keys.allOfItinerary(id) });
