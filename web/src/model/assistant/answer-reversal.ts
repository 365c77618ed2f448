import { api } from '@waystory/client/api.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import type { AnswerReversal, ReversalAnnotation } from '@waystory/proto/assistant/reversal.ts';
import { invalidate } from '../queries/invalidation.ts';
import { keys } from '../queries/keys.ts';
import { queryClient } from '../query-client.ts';
import { storyRefresh } from './story-refresh.ts';
import { refreshThread } from './threads.query.ts';
import { begunIn, writtenBy } from './tool-calls.ts';

/** How it stands with an answer that was taken back, or done again since; null of any other. */
export const reversalIn = ({ annotations }: Pick<ChatMessage, 'annotations'>): ReversalAnnotation | null =>
  (annotations as { type?: unknown }[]).find((one): one is ReversalAnnotation => one?.type === 'reversal') ?? null; // the server of the same release writes them

/** Itineraries that an answer wrote to, or may have. */
export const itinerariesOf = ({ toolInvocations }: ChatMessage): string[] => [
  ...new Set(toolInvocations.flatMap((call) => writtenBy(call)?.itineraryId ?? begunIn(call) ?? [])),
];

/** Itineraries that an answer made and that went when it was taken back. */
export const goneWith = (reversal: Pick<ReversalAnnotation, 'reversed' | 'restored'> | null): string[] =>
  reversal?.reversed ? reversal.restored.flatMap(({ kind, id, change }) => (kind === 'itinerary' && change === 'REMOVED' ? [id] : [])) : [];

/**
 * Takes back what an answer changed, or does it again, and brings up to date what shows it.
 * @throws ResponseError, FetchError.
 */
export async function reverseAnswer(accountId: string, threadId: string, message: ChatMessage, reversed: boolean): Promise<AnswerReversal> {
  const answer = await api.reverseAnswer({ params: { accountId, id: threadId, messageId: message.id }, body: { reversed } });
  const gone = goneWith(answer);
  const stopIds = answer.restored.flatMap(({ kind, id }) => (kind === 'stop' ? [id] : []));
  for (const id of itinerariesOf(message)) {
    if (gone.includes(id)) invalidate({ kind: 'audience', id });
    else {
      invalidate({ kind: 'itinerary', id });
      storyRefresh.written(id, stopIds);
    }
  }
  // It is done: what cannot be asked for now is shown with the next look.
  await refreshThread(threadId).catch(() => {});
  return answer;
}

/** Forgets an itinerary that is there no more. Whoever shows it goes elsewhere first. */
export const forgetItinerary = (id: string): void => queryClient.removeQueries({ queryKey: keys.allOfItinerary(id) });
