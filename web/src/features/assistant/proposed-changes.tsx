import { useQuery } from '@tanstack/react-query';
import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import type { ProposedChange } from '@waystory/proto/assistant/proposed-change.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Check, ShieldQuestion, X } from 'lucide-react';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { itineraryOf, placesIn, summaryOf } from '../../model/assistant/change-summary.ts';
import { wholeItinerary } from '../../model/itinerary/itinerary.query.ts';
import { ChangeRow } from './change-row.tsx';
import { useChangeDecision } from './use-change-decision.ts';

interface ProposedChangesProps {
  message: ChatMessage;
  /** Those of the message. */
  changes: readonly ProposedChange[];
  /** Names of places that were looked up in other messages. */
  places: ReadonlyMap<string, string>;
  /** The answer is whole, nothing was said after it, and nothing is being answered. */
  isOpen: boolean;
  /** The answer goes on: more changes may come. */
  isComing: boolean;
}

/** What the assistant wants to change after it has read a page: nothing of it is done before the user says so. */
export function ProposedChanges({ message, changes, places, isOpen, isComing }: ProposedChangesProps) {
  const { t } = useTranslation('assistant');
  const heading = useId();
  const { decide, pending } = useChangeDecision();
  const known = useMemo(() => new Map([...places, ...placesIn([message])]), [places, message]);
  const waiting = changes.flatMap(({ call, decision }) => (decision === null ? [call.toolCallId] : []));
  const canDecide = isOpen && waiting.length > 0;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3 rounded-card border border-warning/50 bg-canvas p-3">
      <h3 id={heading} className="flex items-start gap-2 font-bold text-small">
        <ShieldQuestion aria-hidden="true" className="size-5 shrink-0 text-warning" />
        <span className="min-w-0">{t('changes.heading')}</span>
      </h3>
      <ul className="flex flex-col gap-2">
        {changes.map((change) => (
          <Row
            key={change.call.toolCallId}
            change={change}
            places={known}
            isOpen={isOpen || isComing}
            onDecide={canDecide && waiting.length > 1 && !pending ? (decision) => void decide([change.call.toolCallId], decision) : undefined}
          />
        ))}
      </ul>
      {isComing && waiting.length > 0 && <p className="text-caption text-muted">{t('changes.coming')}</p>}
      {canDecide && (
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            size="sm"
            variant="secondary"
            icon={<X aria-hidden="true" />}
            loading={pending === 'DECLINED'}
            disabled={pending === 'ALLOWED'}
            onClick={() => void decide(waiting, 'DECLINED')}
          >
            {t(waiting.length > 1 ? 'changes.declineAll' : 'changes.decline')}
          </Button>
          <Button
            size="sm"
            icon={<Check aria-hidden="true" />}
            loading={pending === 'ALLOWED'}
            disabled={pending === 'DECLINED'}
            onClick={() => void decide(waiting, 'ALLOWED')}
          >
            {t(waiting.length > 1 ? 'changes.allowAll' : 'changes.allow')}
          </Button>
        </div>
      )}
    </section>
  );
}

type RowProps = Pick<ProposedChangesProps, 'places' | 'isOpen'> & Pick<Parameters<typeof ChangeRow>[0], 'onDecide'> & { change: ProposedChange };

/** A change beside what its itinerary says now. */
function Row({ change, places, isOpen, onDecide }: RowProps) {
  const id = itineraryOf(change.call);
  const { data: story } = useQuery({ ...wholeItinerary(id ?? ''), enabled: id !== null });
  return <ChangeRow change={change} summary={summaryOf(change.call, story, places)} isOpen={isOpen} onDecide={onDecide} />;
}
