import { useNavigate } from '@tanstack/react-router';
import { problemCode } from '@waystory/client/api.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import type { AnswerReversal } from '@waystory/proto/assistant/reversal.ts';
import { FetchError } from '@waystory/proto/kit/client.ts';
import { toast } from '@waystory/ui/toast-store.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../model/account/account.query.ts';
import { forgetItinerary, goneWith, reverseAnswer } from '../../model/assistant/answer-reversal.ts';
import { conversation } from '../../model/assistant/live-conversation.ts';
import { useChatAddress } from './use-chat-address.ts';

/** Takes an answer back, or does it again. What came of it is said once, and told by the message from then on. */
export function useReversal(message: ChatMessage) {
  const { t } = useTranslation('assistant');
  const { data: account } = useAccount();
  const [isPending, setPending] = useState(false);
  const [outcome, setOutcome] = useState<AnswerReversal | null>(null);
  const follow = useItineraryInView();
  const reverse = async (reversed: boolean): Promise<void> => {
    const { threadId } = conversation.state;
    if (!account || !threadId) return;
    setPending(true);
    setOutcome(null);
    try {
      const answer = await reverseAnswer(account.id, threadId, message, reversed);
      await follow(answer);
      setOutcome(answer);
    } catch (error) {
      toast.error(t(`reversal.${failureOf(error)}`));
    } finally {
      setPending(false);
    }
  };
  return { reverse, isPending, outcome };
}

function failureOf(error: unknown): 'running' | 'notTakenBack' | 'offline' | 'failed' {
  const code = problemCode(error);
  if (code === 'chat/turn-running') return 'running';
  if (code === 'chat/nothing-changed') return 'notTakenBack';
  return error instanceof FetchError ? 'offline' : 'failed';
}

/** Nobody is left on the page of an itinerary that is gone, and one that is there again is gone to. */
function useItineraryInView(): (answer: AnswerReversal) => Promise<void> {
  const navigate = useNavigate();
  const { itineraryId } = useChatAddress();
  return async (answer) => {
    const search = (now: object): object => now;
    const gone = goneWith(answer);
    const back = answer.restored.find(({ kind, change }) => kind === 'itinerary' && change === 'RESTORED');
    if (itineraryId && gone.includes(itineraryId)) await navigate({ to: '/my-itineraries', search });
    if (!itineraryId && back) await navigate({ to: '/itineraries/$id/edit', params: { id: back.id }, search });
    gone.forEach(forgetItinerary);
  };
}
