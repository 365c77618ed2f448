import { useQuery } from '@tanstack/react-query';
import { problemCode } from '@waystory/client/api.ts';
import { cn } from '@waystory/ui/class-names.ts';
import { useMediaQuery } from '@waystory/ui/media-query.ts';
import { EmptyState } from '@waystory/ui/state-panel.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { Bookmark, Heart, type LucideIcon, MapPinOff, MessageCircle, Share2 } from 'lucide-react';
import { type ComponentProps, memo, type ReactNode, type RefObject, useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../../lib/use-settled.ts';
import { useSignInGate } from '../../model/identity/sign-in-gate.ts';
import { chaptersOf } from '../../model/itinerary/chapters.ts';
import { type WholeItinerary, wholeItinerary } from '../../model/itinerary/itinerary.query.ts';
import { shareLink, shareMethodsOf } from '../../model/itinerary/share.ts';
import { allowsLikesAndComments, likesOfStory } from '../../model/itinerary/use-story.ts';
import { opinionAfterPress } from '../../model/social/reaction.ts';
import { SaveMenu } from '../../model/social/save-menu.tsx';
import { useReaction } from '../../model/social/use-reaction.ts';
import type { ReelCard } from './reel-order.ts';
import { ReelStage } from './reel-stage.tsx';
import { routePointsOf, scenesOf, useScenes } from './use-scenes.ts';

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
  const way = useMemo(() => routePointsOf(chapters), [chapters]);
  const [areListsOpen, setListsOpen] = useState(false);
  // Pictures are not preloaded for skipped reels.
  const isSettled = useDebounced(isActive, leafing);
  // The reel does not advance while one of its links or buttons has the keyboard focus.
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
    <ReelSlot place={place} isActive={isActive} labelledBy={titleId} article={article}>
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
    </ReelSlot>
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
export function ReelSlot({ place, isActive, labelledBy, article, children }: ReelPlaceProps) {
  return (
    <article
      ref={article}
      data-reel={place}
      aria-labelledby={labelledBy}
      aria-posinset={place + 1}
      aria-setsize={-1}
      tabIndex={-1}
      inert={!isActive}
      style={{ '--place': place } as React.CSSProperties} // React's style type has no custom properties
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

interface ReelActionsProps {
  story: WholeItinerary;
  onComment: () => void;
  /** The menu of lists was opened or closed over the story. */
  onLists: (areOpen: boolean) => void;
}

/** Like, comment, save and share. A story that only its author sees has neither likes nor comments. */
function ReelActions({ story, onComment, onLists }: ReelActionsProps) {
  const { t } = useTranslation('reels');
  return (
    <div className="slim:flex-row slim:justify-between low:gap-1 flex flex-col items-center gap-2.5">
      {allowsLikesAndComments(story) && (
        <>
          <LikeAction story={story} />
          <Action icon={MessageCircle} label={t('comments')} onPress={onComment} />
        </>
      )}
      <SaveMenu kind="itinerary" id={story.id} onOpenChange={onLists}>
        {(isSaved, button) => <Action icon={Bookmark} label={t(isSaved ? 'saved' : 'save')} isFilled={isSaved} button={button} />}
      </SaveMenu>
      <ShareAction story={story} />
    </div>
  );
}

function LikeAction({ story: { id, likeCount } }: { story: WholeItinerary }) {
  const { t, i18n } = useTranslation(['reels', 'social']);
  const thing = { reactableType: 'itinerary', reactableId: id } as const;
  const { opinion, react } = useReaction(thing, likesOfStory(id));
  const gate = useSignInGate();
  const reason = {
    title: t('social:reaction.signInTitle'),
    description: t('social:reaction.signInText'),
    intent: { kind: 'reaction', thing, opinion: 'like' },
  } as const;
  const like = (): void => gate(reason, () => react(opinionAfterPress(opinion, 'like'), opinion));
  const count = new Intl.NumberFormat(i18n.language, { notation: 'compact' }).format(likeCount);
  return <Action icon={Heart} label={t('like')} figure={count} isPressed={opinion === 'like'} onPress={like} />;
}

function ShareAction({ story: { id, title } }: { story: WholeItinerary }) {
  const { t } = useTranslation('reels');
  const isCoarse = useMediaQuery('(pointer: coarse)');
  const share = async (): Promise<void> => {
    const url = `${location.origin}/itineraries/${id}`;
    const result = await shareLink({ title, url }, shareMethodsOf(navigator, isCoarse));
    if (result === 'failed') toast.error(t('shareFailed'), { description: url });
    if (result === 'copied') toast.success(t('shareCopied'));
  };
  return <Action icon={Share2} label={t('share')} onPress={() => void share()} />;
}

interface ActionProps {
  icon: LucideIcon;
  label: string;
  /** Text shown in place of the label. Screen readers still announce the label. */
  figure?: string;
  isPressed?: boolean;
  /** Filled icon of an active action, whose label states it as well. */
  isFilled?: boolean | undefined;
  onPress?: () => void;
  /** Props of a button that opens a menu. */
  button?: ComponentProps<'button'>;
}

function Action({ icon: Icon, label, figure, isPressed, isFilled = isPressed, onPress, button }: ActionProps) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      onClick={onPress}
      {...button}
      className="focus-on-photo group flex w-14 slim:w-auto flex-col items-center gap-1 rounded-2xl font-semibold text-[0.6875rem] text-white leading-4"
    >
      <span
        className={cn(
          'grid size-11 slim:size-9 place-items-center rounded-full bg-[#0e1626]/60 transition-[background-color,transform] duration-fast group-hover:bg-[#0e1626]/85 group-active:scale-90',
          isFilled && 'bg-white text-[#c5392f] group-hover:bg-white',
        )}
      >
        <Icon aria-hidden="true" className={cn('size-5.5', isFilled && 'fill-current')} />
      </span>
      <span className="slim:sr-only low:sr-only tabular-nums [text-shadow:0_1px_3px_rgb(10_14_24/0.9),0_0_10px_rgb(10_14_24/0.7)]">
        {figure === undefined ? label : <span className="sr-only">{label} </span>}
        {figure}
      </span>
    </button>
  );
}
