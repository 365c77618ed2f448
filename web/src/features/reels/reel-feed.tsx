import { IconButton } from '@waystory/ui/button.tsx';
import { useMediaQuery } from '@waystory/ui/media-query.ts';
import { Sheet } from '@waystory/ui/sheet.tsx';
import { Skeleton } from '@waystory/ui/skeleton.tsx';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { savesData } from '../../lib/saves-data.ts';
import { coverOf } from '../../model/photo/photo.ts';
import type { Commentable } from '../../model/social/comments.query.ts';
import { reelCommandOf } from './gestures.ts';
import { Reel, type ReelHandle, ReelSlot } from './reel.tsx';
import { clampReelIndex, type ReelCard, reelIndicesAround } from './reel-order.ts';
import { ReelTail, type ReelTailProps } from './reel-states.tsx';
import { useReelScroll } from './use-reel-scroll.ts';
import './reels.css';

/** Comments of a story, injected because another feature implements them. */
export type StoryComments = ComponentType<{ thing: Commentable; headingId: string; onRead: () => void }>;

export interface ReelFeedProps extends Omit<ReelTailProps, 'titleId' | 'onAgain'> {
  reels: readonly ReelCard[];
  first: number;
  comments: StoryComments;
  /** The scroll position has settled on a reel. */
  onRest: (index: number) => void;
}

/** Vertical feed of stories. One is visible, and at most three are in the document. */
export function ReelFeed({ reels, first, comments, onRest, ...tail }: ReelFeedProps) {
  const { t } = useTranslation('reels');
  // A tail follows the last story: loading, failure, or the end.
  const count = reels.length + 1;
  const { scroller, index, centre, step, jump, ...events } = useReelScroll(count, clampReelIndex(first, count), onRest);
  const handle = useRef<ReelHandle>(null);
  const [talk, setTalk] = useState<ReelCard | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const isDataSaved = useLessData();
  useReelKeys(step, handle);
  const current = reels[index];
  const name = current && t('now', { number: index + 1, title: current.title, author: current.accountUserName ?? t('someone') });
  useEffect(() => setAnnouncement(name ?? ''), [name]);
  return (
    <>
      <Glow card={current} />
      <div ref={scroller} role="feed" aria-label={t('label')} {...events} className="reel-scroller absolute inset-0">
        <div className="relative" style={{ height: `${count * 100}cqh` }}>
          {reelIndicesAround(centre, count).map((place) => {
            const card = reels[place];
            const isActive = place === index;
            return card ? (
              <Reel
                key={card.id}
                card={card}
                place={place}
                isActive={isActive}
                isCovered={talk !== null}
                savesData={isDataSaved}
                handle={handle}
                onEnd={isActive ? () => step(1) : undefined}
                onComment={setTalk}
                onAnnounce={setAnnouncement}
              />
            ) : (
              <ReelSlot key="tail" place={place} isActive={isActive} labelledBy="reels-tail">
                <ReelTail {...tail} titleId="reels-tail" onAgain={() => jump(0)} />
              </ReelSlot>
            );
          })}
        </div>
      </div>
      <div className="absolute top-1/2 right-5 flex -translate-y-1/2 flex-col gap-3 max-md:sr-only">
        <IconButton icon={<ChevronUp />} label={t('storyBefore')} variant="floating" side="left" disabled={index === 0} onClick={() => step(-1)} />
        <IconButton
          icon={<ChevronDown />}
          label={t('storyAfter')}
          variant="floating"
          side="left"
          disabled={index === count - 1}
          onClick={() => step(1)}
        />
      </div>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {talk && <Talk card={talk} comments={comments} onClose={() => setTalk(null)} />}
    </>
  );
}

/** Cover of the current story as a glow around the stage. */
function Glow({ card }: { card: ReelCard | undefined }) {
  const src = card && coverOf(card, 'thumbnail')?.src;
  return (
    <div aria-hidden="true" className="absolute inset-0 overflow-hidden bg-[#0a1420] max-md:hidden">
      {src && <img key={src} src={src} alt="" className="reel-glow animate-fade-in opacity-60" />}
    </div>
  );
}

function Talk({ card, comments: Comments, onClose }: { card: ReelCard; comments: StoryComments; onClose: () => void }) {
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={card.title} snapPoints={[0.75, 1]}>
      <Suspense fallback={<Skeleton className="h-40" />}>
        <Comments thing={{ kind: 'itinerary', id: card.id }} headingId="reel-comments" onRead={() => {}} />
      </Suspense>
    </Sheet>
  );
}

/** Whether data-saver mode is on, by the media query or by the connection of the browser. */
function useLessData(): boolean {
  const isAsked = useMediaQuery('(prefers-reduced-data: reduce)');
  return isAsked || savesData();
}

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=menu], [role=dialog]') !== null;
const isPressed = (target: EventTarget | null): boolean => target instanceof Element && target.closest('button, a') !== null;

/** Global keyboard commands of the reels, except in fields, menus and dialogs. */
function useReelKeys(step: (by: number) => void, handle: { current: ReelHandle | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const command = reelCommandOf(event);
      if (!command || event.defaultPrevented || isTyped(event.target) || document.body.hasAttribute('data-scroll-locked')) return;
      if (command === 'pause' && isPressed(event.target)) return;
      event.preventDefault();
      if (command === 'pause') handle.current?.toggle();
      else if ('reels' in command) step(command.reels);
      else handle.current?.turn(command.scenes);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [step, handle]);
}
