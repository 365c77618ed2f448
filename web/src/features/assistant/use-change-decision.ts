import { problemCode } from '@waystory/client/api.ts';
import { changesOf } from '@waystory/proto/assistant/proposed-change.ts';
import type { ChangeDecision } from '@waystory/proto/assistant/thread.ts';
import { toast } from '@waystory/ui/toast-store.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { conversation } from '../../model/assistant/live-conversation.ts';
import { storyRefresh } from '../../model/assistant/story-refresh.ts';
import { decideChanges, refreshThread } from '../../model/assistant/threads.query.ts';
import { writtenBy } from '../../model/assistant/tool-calls.ts';

/** Somebody decided elsewhere, or went on without that; what is there now is shown. */
const overtaken: readonly (string | null)[] = ['chat/decision-taken', 'chat/change-unknown', 'chat/turn-running'];

/** Allows or declines changes that wait for the user. */
export function useChangeDecision() {
  const { t } = useTranslation('assistant');
  const [pending, setPending] = useState<ChangeDecision | null>(null);
  const decide = async (toolCallIds: string[], decision: ChangeDecision): Promise<void> => {
    const { threadId } = conversation.state;
    if (!threadId || pending) return;
    setPending(decision);
    try {
      for (const { call } of changesOf(await decideChanges(threadId, toolCallIds, decision))) {
        const written = toolCallIds.includes(call.toolCallId) ? writtenBy(call) : null;
        if (written) storyRefresh.written(written.itineraryId, written.stopIds);
      }
    } catch (error) {
      const isOvertaken = overtaken.includes(problemCode(error));
      toast.error(t(isOvertaken ? 'changes.overtaken' : 'changes.failed'));
      if (isOvertaken) await Promise.all([refreshThread(threadId), conversation.resume()]).catch(() => {});
    } finally {
      setPending(null);
    }
  };
  return { decide, pending };
}
