import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { Skeleton } from '@waystory/ui/skeleton.tsx';
import { EmptyState } from '@waystory/ui/state-panel.tsx';
import { ArrowRight, Check, ListOrdered, Map as MapIcon, MapPinOff, Route } from 'lucide-react';
import { Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFirstPaint } from '../../../lib/first-paint.ts';
import { distanceText } from '../../../lib/measures.ts';
import { useReader } from '../../../lib/use-reader.ts';
import type { EditSession } from '../../../model/editing/edit-session.ts';
import { useStoryActions } from '../../../model/editing/story-actions.ts';
import type { Chapter } from '../../../model/itinerary/chapters.ts';
import type { PlanCanvasProps } from './plan-canvas.tsx';
import { type OrderProposal, usePlanMapState } from './plan-spot.ts';
import { StopCandidateCard } from './spot-card.tsx';

/** Loaded on demand, because the map is larger than the plan. */
const PlanCanvas = lazyPart(async () => (await import('./plan-canvas.tsx')).PlanCanvas);

interface PlanPaneProps {
  session: EditSession;
  chapters: readonly Chapter[];
  /** Plan and map fit side by side; otherwise only one of them is visible. */
  isBeside: boolean;
}

/** The map beside the plan. On a narrow screen the map covers the plan, which keeps its scroll position. */
export function PlanPane({ session, chapters, isBeside }: PlanPaneProps) {
  const { t } = useTranslation('editor');
  const [isUnsupported, setUnsupported] = useState(false);
  const { spot, proposal, isOpen, open, fail } = usePlanMapState();
  const choose = useCallback(
    (key: string): void => {
      open(false);
      // The plan may become visible only in the next frame.
      requestAnimationFrame(() => goToRow(key));
    },
    [open],
  );
  const unsupported = useCallback(() => {
    setUnsupported(true);
    fail();
  }, [fail]);
  if (!isBeside && !isOpen) return null;
  return (
    <div
      className={cn(
        'isolate bg-sunken',
        isBeside ? 'sticky top-28 h-[calc(100dvh-7rem)] border-line border-l' : 'fixed inset-x-0 top-28 bottom-(--tab-bar) z-strip md:bottom-0',
      )}
    >
      {isUnsupported ? (
        <EmptyState
          icon={<MapPinOff />}
          title={t('planMap.unsupportedTitle')}
          text={t('planMap.unsupportedText')}
          className="h-full justify-center"
        />
      ) : (
        <LaterCanvas session={session} chapters={chapters} onChoose={choose} onUnsupported={unsupported} />
      )}
      {spot && !isUnsupported && (
        <StopCandidateCard key={spot.find?.mapboxId ?? spot.find?.placeId ?? 'point'} itineraryId={session.id} spot={spot} chapters={chapters} />
      )}
      {proposal && !isUnsupported && <ProposalCard key={proposal.day.id} session={session} proposal={proposal} />}
    </div>
  );
}

/** The plan is ready for writing before the map loads. */
function LaterCanvas(props: PlanCanvasProps) {
  const isPainted = useFirstPaint(PlanCanvas.preload);
  const skeleton = <Skeleton className="absolute inset-0 rounded-none" />;
  return isPainted ? (
    <Suspense fallback={skeleton}>
      <PlanCanvas {...props} />
    </Suspense>
  ) : (
    skeleton
  );
}

function goToRow(key: string): void {
  const row = document.getElementById(key);
  row?.scrollIntoView({ block: 'center' });
  if (row) focusWhenDrawn(row, 30);
}

/** A row of a long plan renders some frames after it enters the viewport, so the focus waits. */
function focusWhenDrawn(row: HTMLElement, frames: number): void {
  const link = row.querySelector<HTMLElement>('a');
  if (link) link.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusWhenDrawn(row, frames - 1));
}

/** Button on narrow screens that toggles between the plan and its map. */
export function PlanMapToggle() {
  const { t } = useTranslation('editor');
  const { isOpen, open, spot, proposal } = usePlanMapState();
  // The card of a marked point or of a proposal replaces the button.
  if (isOpen && (spot || proposal)) return null;
  const Icon = isOpen ? ListOrdered : MapIcon;
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--tab-bar)+1rem)] z-bar flex justify-center md:bottom-4">
      <Button className="pointer-events-auto shadow-overlay" icon={<Icon aria-hidden="true" />} onClick={() => open(!isOpen)}>
        {t(isOpen ? 'planMap.toPlan' : 'planMap.toMap')}
      </Button>
    </div>
  );
}

/** Distances of a day before and after its proposed shorter order, with buttons to accept or dismiss the order. */
function ProposalCard({ session, proposal: { day, number, order } }: { session: EditSession; proposal: OrderProposal }) {
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
