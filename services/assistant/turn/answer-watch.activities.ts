import type { WorkflowServices } from '@waystory/infra/host/service.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { createCredits } from '../credits.ts';
import { threadStream } from '../thread/thread.ts';
import type { WatchedAnswer } from './answer-watch.workflow.ts';
import { heartbeatInterval } from './live-answer.ts';

/** Silence after which a writer is dead, milliseconds. */
const goneAfter = 3 * heartbeatInterval;

export function watchActivities({ commands, clientFor, engines }: Pick<WorkflowServices, 'commands' | 'clientFor' | 'engines'>) {
  const credits = createCredits(clientFor, engines.events);
  return {
    /**
     * Interrupts the answer of a silent writer, and at the last check any running answer. Settles or releases the credit once the answer has ended.
     * Returns false while the answer goes on.
     */
    async lookAtAnswer({ threadId, answerId, accountId, isLast }: WatchedAnswer & { isLast: boolean }): Promise<boolean> {
      const now = Date.now();
      const silentSince = new Date(isLast ? now : now - goneAfter).toISOString();
      const context = { actorId: null, now: new Date(now).toISOString(), commandId: newId() };
      const { state } = await commands.load(threadStream, threadId);
      if (state?.running?.messageId === answerId) {
        const { state: after } = await commands.execute(
          threadStream,
          threadId,
          [{ type: 'InterruptAnswer', messageId: answerId, silentSince }],
          context,
        );
        if (after?.running?.messageId === answerId) return false;
      }
      await credits.account(accountId, answerId, threadId);
      return true;
    },
  };
}
export type WatchActivities = ReturnType<typeof watchActivities>;
