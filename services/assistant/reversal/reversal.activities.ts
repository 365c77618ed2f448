import type { WorkflowServices } from '@waystory/infra/host/service.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { FinalFailure } from '@waystory/infra/workflows/workflow.ts';
import type { AnswerReversal, ReversalOutcome } from '@waystory/proto/assistant/reversal.ts';
import { reversalRoutes } from '@waystory/proto/itineraries/reversal.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';
import { threadStream } from '../thread/thread.ts';
import { isTransient } from '../tools/tool-failure.ts';
import type { ReversalRequest } from './reversal.workflow.ts';

/** Result of a reversal for one story. */
export interface StoryReversal extends ReversalOutcome {
  /** Cause of the written events; null when the reversal of the story failed. */
  cause: string | null;
}

/** Result of a reversal with the log position to read it from. */
export interface RecordedReversal extends AnswerReversal {
  position: number;
}

// A type alias, because an interface would not match the index signature of activities.
export type ReversalActivities = {
  /** Reverses the effects of causes in one story, with the user's rights. */
  reverseStory: (asked: Pick<ReversalRequest, 'accountId' | 'roles' | 'causes'> & { itineraryId: string; key: string }) => Promise<StoryReversal>;
  /** Records the result in the thread. */
  recordReversal: (asked: Omit<ReversalRequest, 'itineraryIds' | 'causes'> & { stories: StoryReversal[] }) => Promise<RecordedReversal>;
};

export const reversalActivities = ({ commands, clientFor }: Pick<WorkflowServices, 'commands' | 'clientFor'>): ReversalActivities => ({
  async reverseStory({ itineraryId, causes, accountId, key }) {
    try {
      const api = clientFor(reversalRoutes, { delegatedBy: accountId });
      return await api.reverseItinerary({ params: { id: itineraryId }, body: { causes }, idempotencyKey: key });
    } catch (error) {
      // A concurrent writer has finished by the next attempt, so a conflict is not final.
      const isFinal = error instanceof ResponseError && error.status !== 409 && !isTransient(error);
      throw isFinal ? new FinalFailure(error.problem?.code ?? 'request/refused') : error;
    }
  },
  async recordReversal({ threadId, messageId, number, accountId, stories, ...asked }) {
    const [restored, left] = [stories.flatMap((story) => story.restored), stories.flatMap((story) => story.left)];
    const reversed = restored.length > 0 ? asked.reversed : !asked.reversed;
    const causes = stories.flatMap(({ cause, ...story }) => (cause && story.restored.length > 0 ? [cause] : []));
    const command = { type: 'RecordReversal', messageId, number, reversed, causes, outcome: JSON.stringify({ restored, left }) } as const;
    const context = { actorId: accountId, now: new Date().toISOString(), commandId: newId() };
    const { position } = await commands.execute(threadStream, threadId, [command], context);
    return { messageId, reversed, restored, left, position };
  },
});
