import { useQuery } from '@tanstack/react-query';
import { problemCode } from '@waystory/client/api.ts';
import { EmptyState } from '@waystory/ui/empty-state.tsx';
import { MapPinOff } from 'lucide-react';
import { memo, type ReactNode, type RefObject, useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettled } from '../../lib/use-settled.ts';
import { chaptersOf } from '../../model/itinerary/chapters.ts';
import { wholeItinerary } from '../../model/itinerary/itinerary.query.ts';
import { ReelActions } from './reel-actions.tsx';
import type { ReelCard } from './reel-order.ts';
import { ReelStage } from './reel-stage.tsx';
import { scenesOf, wayOf } from './scenes.ts';
import { useScenes } from './use-scenes.ts';

/** Cache lifetime of a story outside the document, milliseconds. It bounds the memory of a long session. */
const retention = 30_000;

/** Debounce that separates viewing from skipping, milliseconds. */
const leafing = 400;

/** Keyboard commands for the current reel. */
export interface ReelHandle {
  turn: (by: number) => void;
  toggle: () => void;
  focus: () => void;
}

export interface ReelProps {
  card: ReelCard;
  place: number;
  isActive: boolean;
  /** Comments cover the reel. */
  isCovered: boolean;
  /** Data-saver mode: the story loads only when its reel is active. */
  savesData: boolean;
  handle: RefObject<ReelHandle | null>;
  /** The last scene has ended; passed to the active reel only. */
  onEnd: (() => void) | undefined;
  onComment: (card: ReelCard) => void;
  onAnnounce: (text: string) => void;
}

/** One story on the whole stage. */
export const Reel = memo(function Reel({ card, place, isActive, isCovered, savesData, handle, onEnd, onComment, onAnnounce }: ReelProps) {
  const { t } = useTranslation('reels');
  const titleId = useId();
  const article = useRef<HTMLElement>(null);
  const { data: story, error } = useQuery({ ...wholeItinerary(card.id), gcTime: retention, enabled: isActive || !savesData });
  const chapters = useMemo(() => chaptersOf({ days: story?.days ?? [], stops: story?.stops ?? [], withSuggested: false }), [story]);
  const scenes = useMemo(() => scenesOf(chapters), [chapters]);
  const way = useMemo(() => wayOf(chapters), [chapters]);
  const [areListsOpen, setListsOpen] = useState(false);
  // Scenes are not loaded for skipped reels.
  const isSettled = useSettled(isActive, leafing);
  // Keyboard focus on its links and buttons is not taken away.
  const end = (): void => {
    if (!article.current?.querySelector(':focus-visible')) onEnd?.();
  };
  const play = useScenes(scenes, { isActive: isActive && story !== undefined, isCovered: isCovered || areListsOpen, onEnd: end });
  const turn = (by: number): void => {
    play.turn(by);
    const next = scenes[Math.max(0, Math.min(play.current + by, scenes.length - 1))];
    if (next?.kind === 'stop')
      onAnnounce([next.chapter.day && t('day', { number: next.chapter.day.number }), next.entry.stop.title].filter(Boolean).join(': '));
  };
  useImperativeHandle(isActive ? handle : null, () => ({ turn, toggle: play.toggle, focus: () => article.current?.focus({ preventScroll: true }) }));
  useFocusThatStays(article, isActive);
  return (
    <ReelPlace place={place} isActive={isActive} labelledBy={titleId} article={article}>
      {problemCode(error) === 'itinerary/unknown' ? (
        <MissingReel titleId={titleId} />
      ) : (
        <>
          <ReelStage
            card={card}
            story={story}
            scenes={scenes}
            way={way}
            play={play}
            turn={turn}
            titleId={titleId}
            savesData={savesData}
            preloads={isActive && isSettled && !savesData}
          />
          <div className="w-14 shrink-0 max-md:absolute max-md:right-2 max-md:bottom-24 low:max-md:bottom-4 slim:inset-x-2! slim:bottom-2! slim:w-auto! md:mb-8 md:self-end">
            {story && <ReelActions story={story} onComment={() => onComment(card)} onLists={setListsOpen} />}
          </div>
        </>
      )}
    </ReelPlace>
  );
});

/** Moves the focus along to the new reel, because the previous one leaves the document. */
function useFocusThatStays(article: RefObject<HTMLElement | null>, isActive: boolean): void {
  const wasActive = useRef(isActive);
  useEffect(() => {
    const came = isActive && !wasActive.current;
    wasActive.current = isActive;
    const focused = document.activeElement;
    if (came && (focused === document.body || focused?.closest('[data-reel]'))) article.current?.focus({ preventScroll: true });
  }, [article, isActive]);
}

interface ReelPlaceProps {
  place: number;
  isActive: boolean;
  labelledBy: string;
  article?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** Slot of a reel in the feed. Inactive slots are inert. */
export function ReelPlace({ place, isActive, labelledBy, article, children }: ReelPlaceProps) {
  return (
    <article
      ref={article}
      data-reel={place}
      aria-labelledby={labelledBy}
      aria-posinset={place + 1}
      aria-setsize={-1}
      tabIndex={-1}
      inert={!isActive}
      style={{ '--place': place } as React.CSSProperties} // a custom property is no style that React knows of
      className="reel-place flex items-center justify-center outline-none md:gap-4 md:py-5 md:pl-18"
    >
      {children}
    </article>
  );
}

function MissingReel({ titleId }: { titleId: string }) {
  const { t } = useTranslation('reels');
  return <EmptyState icon={<MapPinOff />} title={<span id={titleId}>{t('unavailable.title')}</span>} text={t('unavailable.text')} />;
}
