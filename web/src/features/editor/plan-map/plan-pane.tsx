import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { EmptyState } from '@waystory/ui/empty-state.tsx';
import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { Skeleton } from '@waystory/ui/skeleton.tsx';
import { ListOrdered, Map as MapIcon, MapPinOff } from 'lucide-react';
import { Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFirstPaint } from '../../../lib/first-paint.ts';
import type { EditSession } from '../../../model/editing/edit-session.ts';
import type { Chapter } from '../../../model/itinerary/chapters.ts';
import type { PlanCanvasProps } from './plan-canvas.tsx';
import { usePlanMapState } from './plan-spot.ts';
import { ProposalCard } from './proposal-card.tsx';
import { SpotCard } from './spot-card.tsx';

/** The map weighs more than the plan, which does not wait for it. */
const PlanCanvas = lazyPart(async () => (await import('./plan-canvas.tsx')).PlanCanvas);

interface PlanPaneProps {
  session: EditSession;
  chapters: readonly Chapter[];
  /** Plan and map fit side by side; otherwise only one of them is visible. */
  isBeside: boolean;
}

/** The map beside the plan, or over it on a narrow screen, where the plan keeps its place below. */
export function PlanPane({ session, chapters, isBeside }: PlanPaneProps) {
  const { t } = useTranslation('editor');
  const [isUnsupported, setUnsupported] = useState(false);
  const { spot, proposal, isOpen, open, fail } = usePlanMapState();
  const choose = useCallback(
    (key: string): void => {
      open(false);
      // The plan may be seen again with the next frame only.
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
        <SpotCard key={spot.find?.mapboxId ?? spot.find?.placeId ?? 'point'} itineraryId={session.id} spot={spot} chapters={chapters} />
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

/** On a narrow screen: from the plan to its map and back. */
export function PlanSwitch() {
  const { t } = useTranslation('editor');
  const { isOpen, open, spot, proposal } = usePlanMapState();
  // The cards of a spot or a proposal take the place of the button.
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
