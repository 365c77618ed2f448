import { useNavigate } from '@tanstack/react-router';
import { problemCode } from '@waystory/client/api.ts';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import type { AnswerReversal, ReversalAnnotation } from '@waystory/proto/assistant/reversal.ts';
import { FetchError } from '@waystory/proto/kit/client.ts';
import { Button } from '@waystory/ui/button.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { Redo2, Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../model/account/account.query.ts';
import { deletedItineraryIds, forgetItinerary, reversalIn, reverseAnswer } from '../../model/assistant/answer-reversal.ts';
import { conversation } from '../../model/assistant/live-conversation.ts';
import { useChatUrlState } from './use-chat-address.ts';

/** Undoes the changes of an answer, or redoes them. One toggle button, so the focus stays on it. */
export function ReversalButton({ message, isOff }: { message: ChatMessage; isOff: boolean }) {
  const { t } = useTranslation('assistant');
  const { reverse, isPending, outcome } = useReversal(message);
  const isReversed = reversalIn(message)?.reversed ?? false;
  const Icon = isReversed ? Redo2 : Undo2;
  const left = outcome?.left.length ?? 0;
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        className="text-muted"
        icon={<Icon aria-hidden="true" />}
        loading={isPending}
        disabled={isOff}
        onClick={() => void reverse(!isReversed)}
      >
        {t(isReversed ? 'reversal.redo' : 'reversal.undo')}
      </Button>
      <span role="status" className="sr-only">
        {outcome && `${t(`reversal.${reversalResultOf(outcome)}`)} ${left > 0 ? t('reversal.leftCount', { count: left }) : ''}`}
      </span>
    </>
  );
}

type Outcome = Pick<ReversalAnnotation, 'reversed' | 'restored' | 'left'>;

/** Translation key for the outcome of a reversal. */
export function reversalResultOf({ reversed, restored }: Outcome): 'takenBack' | 'doneAgain' | 'notTakenBack' | 'notDoneAgain' {
  if (restored.length > 0) return reversed ? 'takenBack' : 'doneAgain';
  return reversed ? 'notDoneAgain' : 'notTakenBack';
}

/** Notice that an answer was reversed or restored. It lists the changes that could not be reversed or restored, with the reasons. */
export function ReversalNote({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation('assistant');
  const heading = useId();
  const result = reversalResultOf(outcome);
  const Icon = outcome.reversed ? Undo2 : Redo2;
  const { left } = outcome;
  return (
    <div data-reversal={result} className="flex gap-3 rounded-control bg-sunken px-3.5 py-2.5 text-small">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{t(`reversal.${result}`)}</p>
        {left.length > 0 && (
          <>
            <p id={heading} className="mt-1 text-muted">
              {t('reversal.left')}
            </p>
            <ul aria-labelledby={heading} className="mt-0.5 list-disc pl-4">
              {left.map((one) => (
                <li key={`${one.kind} ${one.id} ${one.reason}`}>
                  <LeftThing thing={one} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}

function LeftThing({ thing: { kind, title, number, fields, reason } }: { thing: Outcome['left'][number] }) {
  const { t, i18n } = useTranslation('assistant');
  const name = title ? t('reversal.quoted', { title }) : number === null ? t(`reversal.nameless.${kind}`) : t('suggestions.day', { number });
  const names = fields.map((field) => t([`reversal.fields.${field}`, 'reversal.fields.other']));
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(new Set(names));
  const what = names.length > 0 && reason === 'CHANGED_LATER' ? t('reversal.fieldsOf', { fields: list, name }) : name;
  return t(`reversal.reasons.${reason}`, { what });
}

/** Reverses an answer or restores it. The outcome is announced once; the message shows it afterwards. */
function useReversal(message: ChatMessage) {
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

/** Leaves the page of an itinerary that the reversal removed. Opens a restored itinerary, unless the page already shows an itinerary. */
function useItineraryInView(): (answer: AnswerReversal) => Promise<void> {
  const navigate = useNavigate();
  const { itineraryId } = useChatUrlState();
  return async (answer) => {
    const search = (now: object): object => now;
    const gone = deletedItineraryIds(answer);
    const back = answer.restored.find(({ kind, change }) => kind === 'itinerary' && change === 'RESTORED');
    if (itineraryId && gone.includes(itineraryId)) await navigate({ to: '/my-itineraries', search });
    if (!itineraryId && back) await navigate({ to: '/itineraries/$id/edit', params: { id: back.id }, search });
    gone.forEach(forgetItinerary);
  };
}
