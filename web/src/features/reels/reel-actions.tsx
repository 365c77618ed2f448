import { cn } from '@waystory/ui/class-names.ts';
import { useMediaQuery } from '@waystory/ui/media-query.ts';
import { toast } from '@waystory/ui/toast-store.ts';
import { Bookmark, Heart, type LucideIcon, MessageCircle, Share2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignInGate } from '../../model/identity/sign-in-gate.ts';
import type { WholeItinerary } from '../../model/itinerary/itinerary.query.ts';
import { shareLink, sharingOf } from '../../model/itinerary/share.ts';
import { isTalkedAbout, likesOfStory } from '../../model/itinerary/use-story.ts';
import { pressed } from '../../model/social/reaction.ts';
import { SaveMenu } from '../../model/social/save-menu.tsx';
import { useReaction } from '../../model/social/use-reaction.ts';

export interface ReelActionsProps {
  story: WholeItinerary;
  onComment: () => void;
  /** The lists on which the story can be put lie over it, or no longer. */
  onLists: (areOpen: boolean) => void;
}

/** Like, comment, save and share. What only its author sees is neither liked nor talked about. */
export function ReelActions({ story, onComment, onLists }: ReelActionsProps) {
  const { t } = useTranslation('reels');
  return (
    <div className="slim:flex-row slim:justify-between low:gap-1 flex flex-col items-center gap-2.5">
      {isTalkedAbout(story) && (
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
  const like = (): void => gate(reason, () => react(pressed(opinion, 'like'), opinion));
  const count = new Intl.NumberFormat(i18n.language, { notation: 'compact' }).format(likeCount);
  return <Action icon={Heart} label={t('like')} figure={count} isPressed={opinion === 'like'} onPress={like} />;
}

function ShareAction({ story: { id, title } }: { story: WholeItinerary }) {
  const { t } = useTranslation('reels');
  const isCoarse = useMediaQuery('(pointer: coarse)');
  const share = async (): Promise<void> => {
    const url = `${location.origin}/itineraries/${id}`;
    const result = await shareLink({ title, url }, sharingOf(navigator, isCoarse));
    if (result === 'failed') toast.error(t('shareFailed'), { description: url });
    if (result === 'copied') toast.success(t('shareCopied'));
  };
  return <Action icon={Share2} label={t('share')} onPress={() => void share()} />;
}

interface ActionProps {
  icon: LucideIcon;
  label: string;
  /** Instead of the label, which is then only read out. */
  figure?: string;
  isPressed?: boolean;
  /** Pressed state, which the label states too. */
  isFilled?: boolean | undefined;
  onPress?: () => void;
  /** Props of a button that opens something. */
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
