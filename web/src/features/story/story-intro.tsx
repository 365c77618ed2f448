import { Link } from '@tanstack/react-router';
import { useIsModerator } from '@waystory/client/identity/use-auth.ts';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { Badge } from '@waystory/ui/badge.tsx';
import { Banner } from '@waystory/ui/banner.tsx';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { Stat, StatList } from '@waystory/ui/stat.tsx';
import { Eye, EyeOff, Globe, Link2, Lock, MessageCircle, Pencil, ShieldCheck, SquareArrowOutUpRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { distanceText } from '../../lib/measures.ts';
import { useReader } from '../../lib/use-reader.ts';
import { kilometresOf } from '../../model/itinerary/chapters.ts';
import { HiddenBanner } from '../../model/itinerary/hidden-banner.tsx';
import type { ItineraryView } from '../../model/itinerary/itinerary.query.ts';
import { allowsLikesAndComments, hideStory, likesOfStory, type Story } from '../../model/itinerary/use-story.ts';
import { FollowButton } from '../../model/social/follow-button.tsx';
import { ReactionButtons } from '../../model/social/reaction-buttons.tsx';
import { ReportMenu } from '../../model/social/report-menu.tsx';
import { SaveButton } from '../../model/social/save-button.tsx';
import { ShareButton } from '../../model/social/share-button.tsx';
import { type ModeratedItem, useModeration } from '../../model/social/use-moderation.ts';
import { useReaction } from '../../model/social/use-reaction.ts';
import { goToComments } from './talk.tsx';

/** A reader's actions on the story as a whole. A private story has no likes or comments. */
function StoryActions({ story: { itinerary, isOwner } }: { story: Story }) {
  const { t } = useTranslation('social');
  const { id, title, likeCount } = itinerary;
  const thing = { reactableType: 'itinerary', reactableId: id } as const;
  const { opinion, react } = useReaction(thing, likesOfStory(id));
  return (
    <div className="-mt-3 flex flex-wrap items-center gap-2">
      {allowsLikesAndComments(itinerary) && (
        <>
          <ReactionButtons label={t('reaction.ofStory')} thing={thing} opinion={opinion} likes={likeCount} onReact={react} />
          <Button variant="secondary" size="sm" icon={<MessageCircle aria-hidden="true" />} onClick={goToComments}>
            {t('comments.title')}
          </Button>
        </>
      )}
      <SaveButton kind="itinerary" id={id} />
      <ShareButton title={title} />
      {!isOwner && <ReportMenu reportableType="itinerary" reportableId={id} />}
    </div>
  );
}

/** Author, summary and actions of a story. */
export function StoryIntro({ story }: { story: Story }) {
  const { t } = useTranslation('story');
  const { itinerary, isOwner } = story;
  return (
    <div className="flex flex-col gap-8 pt-6">
      <HiddenBanner itinerary={itinerary} />
      {itinerary.binnedAt && <Banner title={t('inBin.title')} text={t('inBin.text')} />}
      <ModerationBar itineraryId={itinerary.id} hidden={itinerary.hidden} send={(hidden) => hideStory(itinerary.id, hidden)} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="flex min-w-0 items-center gap-2">
          <Author itinerary={itinerary} />
          {itinerary.accountUserName && <FollowButton accountId={itinerary.accountId} name={`@${itinerary.accountUserName}`} />}
        </div>
        {isOwner && (
          <div className="flex flex-wrap items-center gap-2">
            <VisibilityBadge visibility={itinerary.visibility} />
            <LinkButton asChild variant="secondary" size="sm" icon={<Pencil aria-hidden="true" />}>
              <Link to="/itineraries/$id/edit" params={{ id: itinerary.id }}>
                {t('edit')}
              </Link>
            </LinkButton>
          </div>
        )}
      </div>
      <StoryActions story={story} />
      <Counts story={story} />
      {itinerary.description && (
        <p className="whitespace-pre-line text-pretty break-words text-[1.0625rem] leading-[1.75]">{itinerary.description}</p>
      )}
      {itinerary.highlights.length > 0 && <Highlights highlights={itinerary.highlights} />}
    </div>
  );
}

function Author({ itinerary: { account, accountId } }: { itinerary: ItineraryView }) {
  const { t } = useTranslation('story');
  const handle = account?.userName;
  const person: ReactNode = (
    <>
      <Avatar name={handle ?? '?'} src={account?.avatarUrl} size="md" />
      <span className="min-w-0">
        <span className="block text-caption text-muted">{t('by')}</span>
        <span className="block truncate font-semibold">{handle ? `@${handle}` : t('someone')}</span>
      </span>
    </>
  );
  if (!handle) return <div className="flex min-w-0 items-center gap-3">{person}</div>;
  return (
    <Link to="/users/$userId" params={{ userId: accountId }} className="flex min-w-0 items-center gap-3 rounded-full pr-4 hover:bg-ink/5">
      {person}
    </Link>
  );
}

const visibilities = {
  PRIVATE: { icon: Lock, tone: 'neutral' },
  UNLISTED: { icon: Link2, tone: 'warning' },
  PUBLIC: { icon: Globe, tone: 'success' },
} as const;

function VisibilityBadge({ visibility }: { visibility: ItineraryView['visibility'] }) {
  const { t } = useTranslation('story');
  const { icon: Icon, tone } = visibilities[visibility];
  return (
    <Badge tone={tone} title={t(`visibility.${visibility}.hint`)}>
      <Icon aria-hidden="true" />
      {t(`visibility.${visibility}.name`)}
    </Badge>
  );
}

function Counts({ story: { itinerary, chapters } }: { story: Story }) {
  const { t } = useTranslation('story');
  const reader = useReader();
  const kilometres = kilometresOf(chapters);
  return (
    <StatList className="border-line border-y py-5">
      <Stat value={itinerary.daysCount} label={t('daysLabel', { count: itinerary.daysCount })} />
      <Stat value={itinerary.stopsCount.toLocaleString(reader.language)} label={t('stopsLabel', { count: itinerary.stopsCount })} />
      {itinerary.countries.length > 0 && (
        <Stat value={itinerary.countries.length} label={t('countriesLabel', { count: itinerary.countries.length })} />
      )}
      {kilometres > 0 && <Stat value={distanceText(kilometres, reader)} label={t('distanceLabel')} />}
    </StatList>
  );
}

function Highlights({ highlights }: { highlights: readonly string[] }) {
  const { t } = useTranslation('story');
  return (
    <section aria-labelledby="highlights" className="rounded-card bg-sunken px-6 py-5">
      <h2 id="highlights" className="text-subheading">
        {t('highlights')}
      </h2>
      <ul className="mt-3 flex flex-col gap-2.5">
        {[...new Set(highlights)].map((highlight) => (
          <li key={highlight} className="flex gap-3 text-pretty leading-relaxed">
            <span aria-hidden="true" className="mt-[0.6rem] size-2 shrink-0 rounded-full bg-accent" />
            {highlight}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ModerationBarProps extends ModeratedItem {
  itineraryId: string;
}

/** For moderators: the visibility of a story, a way to change it, and a link to its record. */
function ModerationBar({ itineraryId, hidden, send }: ModerationBarProps) {
  const { t } = useTranslation('social');
  const isModerator = useIsModerator();
  const [isPending, setPending] = useState(false);
  const moderate = useModeration('story', {
    hidden,
    send: async (next) => {
      setPending(true);
      await send(next).finally(() => setPending(false));
    },
  });
  if (!isModerator) return null;
  return (
    <section
      aria-label={t('moderation.label')}
      className="flex flex-wrap items-center gap-3 rounded-card border border-line-strong/60 border-dashed px-4 py-3"
    >
      <ShieldCheck aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <p className="mr-auto flex flex-wrap items-center gap-2 font-semibold text-small">
        {t('moderation.label')}
        <Badge tone={hidden ? 'warning' : 'success'} role="status">
          {hidden ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          {t(hidden ? 'moderation.hidden' : 'moderation.shown')}
        </Badge>
      </p>
      <LinkButton
        size="sm"
        variant="quiet"
        icon={<SquareArrowOutUpRight aria-hidden="true" />}
        href={`/admin/itineraries/${encodeURIComponent(itineraryId)}/show`}
      >
        {t('moderation.inAdmin')}
      </LinkButton>
      <Button
        size="sm"
        variant={hidden ? 'secondary' : 'danger'}
        loading={isPending}
        icon={hidden ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />}
        onClick={() => void moderate()}
      >
        {t(hidden ? 'moderation.restore' : 'moderation.hide')}
      </Button>
    </section>
  );
}
