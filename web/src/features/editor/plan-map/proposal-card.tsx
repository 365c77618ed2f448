import { Button } from '@waystory/ui/button.tsx';
import { ArrowRight, Check, Route } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { distanceText } from '../../../lib/measures.ts';
import { useReader } from '../../../lib/use-reader.ts';
import type { EditSession } from '../../../model/editing/edit-session.ts';
import { useStoryActions } from '../../../model/editing/story-actions.ts';
import { type Proposal, usePlanMapState } from './plan-spot.ts';

/** Saving of a shorter order of a day, and the choice to take it. */
export function ProposalCard({ session, proposal: { day, number, order } }: { session: EditSession; proposal: Proposal }) {
  const { t } = useTranslation('editor');
  const reader = useReader();
  const { propose } = usePlanMapState();
  const { shortenDay } = useStoryActions(session);
  const [isTaking, setTaking] = useState(false);
  const [from, to] = [order.kmBefore, order.kmAfter].map((kilometres) => distanceText(kilometres, reader));
  const take = async (): Promise<void> => {
    setTaking(true);
    await shortenDay(day, number);
    propose(null);
  };
  return (
    <section
      aria-label={t('proposal.heading', { number })}
      className="absolute inset-x-3 bottom-3 z-strip mx-auto flex max-w-md animate-fade-in flex-col gap-3 rounded-sheet border border-line bg-raised p-4 shadow-overlay"
    >
      <div className="flex items-start gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-teal-soft text-teal-text">
          <Route aria-hidden="true" className="size-5" />
        </span>
        <div role="status" className="min-w-0 flex-1">
          <p className="font-semibold">{t('proposal.heading', { number })}</p>
          <p className="flex flex-wrap items-center gap-x-2 text-small text-muted tabular-nums">
            <span className="sr-only">{t('proposal.sentence', { from, to })}</span>
            <span aria-hidden="true" className="line-through">
              {from}
            </span>
            <ArrowRight aria-hidden="true" className="size-4" />
            <span aria-hidden="true" className="font-semibold text-ink">
              {to}
            </span>
            <span aria-hidden="true">{t('proposal.straight')}</span>
          </p>
        </div>
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={() => propose(null)}>
          {t('proposal.leave')}
        </Button>
        <Button loading={isTaking} icon={<Check aria-hidden="true" />} onClick={() => void take()}>
          {t('proposal.take')}
        </Button>
      </div>
    </section>
  );
}
