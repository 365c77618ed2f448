import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { Card } from '@waystory/ui/card.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { Skeleton } from '@waystory/ui/skeleton.tsx';
import { ArrowLeft, ArrowRight, Clock, MapPin, MapPinOff, MessageCircle, Undo2 } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { dateText, isDated, timesOf } from '../../lib/measures.ts';
import { useReader } from '../../lib/use-reader.ts';
import type { Chapter, Entry, Stop } from '../../model/itinerary/chapters.ts';
import { chapterColorOf } from '../../model/itinerary/day-colors.ts';
import { stopTimes } from '../../model/itinerary/stop-where.ts';
import { allowsLikesAndComments, type Story } from '../../model/itinerary/use-story.ts';
import { DirectionsButton } from '../../model/place/directions-button.tsx';
import { addressLine } from '../../model/place/place-summary.ts';
import { outdatedBy } from '../../model/queries/invalidation.ts';
import { queryClient } from '../../model/query-client.ts';
import { stopLikes } from '../../model/social/reaction.query.ts';
import { ReactionButtons } from '../../model/social/reaction-buttons.tsx';
import { ReportMenu } from '../../model/social/report-menu.tsx';
import { SaveButton } from '../../model/social/save-button.tsx';
import { ShareButton } from '../../model/social/share-button.tsx';
import { type CachedLikes, useReaction } from '../../model/social/use-reaction.ts';
import { TripButton } from '../../model/trip/trip-button.tsx';
import { StopPictures } from './stop-pictures.tsx';
import { CommentsSection, goToComments } from './talk.tsx';

/** Cached likes of a stop. A change outdates the likes of the place sheet, which include them. */
const likesOf = (stopId: string): CachedLikes => {
  const { queryKey } = stopLikes(stopId);
  return {
    queryKey,
    add: (by) => queryClient.setQueryData(queryKey, (likes) => (likes === undefined ? undefined : likes + by)),
    outdates: outdatedBy({ kind: 'like', of: 'stop' }),
  };
};

/** A reader's actions on one stop. */
function StopActions({ story: { itinerary, isOwner }, stop: { id, title, placeId, isLocated } }: { story: Story; stop: Stop }) {
  const { t } = useTranslation('social');
  const likes = useQuery({ ...stopLikes(id), enabled: allowsLikesAndComments(itinerary) }).data;
  const thing = { reactableType: 'stop', reactableId: id } as const;
  const { opinion, react } = useReaction(thing, likesOf(id));
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {allowsLikesAndComments(itinerary) && (
        <>
          <ReactionButtons label={t('reaction.ofStop')} thing={thing} opinion={opinion} likes={likes} onReact={react} />
          <Button variant="secondary" size="sm" icon={<MessageCircle aria-hidden="true" />} onClick={goToComments}>
            {t('comments.title')}
          </Button>
        </>
      )}
      <SaveButton kind="stop" id={id} />
      {isLocated && <TripButton title={title} placeId={placeId} />}
      {!isOwner && <ReportMenu reportableType="stop" reportableId={id} />}
    </div>
  );
}

const StopMap = lazyPart(async () => (await import('./stop-map.tsx')).StopMap);

interface StopViewProps {
  story: Story;
  chapter: Chapter;
  entry: Entry;
  before: Entry | null;
  after: Entry | null;
}

/** Page of one stop: content, location, and links to its neighbours. */
export function StopView({ story, chapter, entry, before, after }: StopViewProps) {
  const { t } = useTranslation('story');
  const { stop } = entry;
  useDocumentTitle(`${stop.title} · ${story.itinerary.title}`);
  return (
    <article className="mx-auto flex max-w-[76rem] flex-col gap-8 px-5 pt-6 pb-16 sm:px-10">
      <nav aria-label={t('stop.path')} className="flex items-center justify-between gap-3 print:hidden">
        <LinkButton asChild variant="quiet" size="sm" icon={<Undo2 aria-hidden="true" />} className="-ml-3.5 min-w-0 shrink">
          <Link to="/itineraries/$id" params={{ id: stop.itineraryId }} hash={entry.key}>
            <span className="sr-only">{t('stop.back')}: </span>
            <span className="truncate">{story.itinerary.title}</span>
          </Link>
        </LinkButton>
        <ShareButton title={stop.title} />
      </nav>
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <Heading chapter={chapter} entry={entry} />
          <StopActions story={story} stop={stop} />
          <StopPictures stop={stop} />
          {stop.highlight && <p className="border-accent border-l-[3px] pl-5 text-pretty text-heading italic">{stop.highlight}</p>}
          {stop.description && <p className="whitespace-pre-line text-pretty break-words text-[1.0625rem] leading-[1.75]">{stop.description}</p>}
        </div>
        <Whereabouts entry={entry} color={chapterColorOf(chapter)} />
      </div>
      <Neighbours before={before} after={after} />
      {allowsLikesAndComments(story.itinerary) && (
        <CommentsSection thing={{ kind: 'stop', id: stop.id }} className="w-full max-w-[46rem] border-line border-t pt-8" />
      )}
    </article>
  );
}

function Heading({ chapter, entry }: { chapter: Chapter; entry: Entry }) {
  const { t } = useTranslation('story');
  const { day } = chapter;
  const place =
    day && entry.number !== null
      ? t('stop.inStory', { number: entry.number, day: day.number })
      : day
        ? t('day', { number: day.number })
        : t('moreStops.title');
  return (
    <header>
      <p>
        <span className="rounded-full px-3 py-1 font-bold text-small text-white" style={{ backgroundColor: chapterColorOf(chapter) }}>
          {place}
        </span>
      </p>
      <h1 className="mt-4 break-words text-display">{entry.stop.title}</h1>
    </header>
  );
}

function Whereabouts({ entry: { stop }, color }: { entry: Entry; color: string }) {
  const { t } = useTranslation('story');
  const reader = useReader();
  const when = stopTimes(stop, reader, t);
  const times = timesOf(stop);
  const address = addressLine(stop.address) ?? stop.placeFullName;
  return (
    <Card padding="none" className="lg:sticky lg:top-20">
      {stop.isLocated && (
        <div className="relative isolate h-64 print:hidden">
          <Suspense fallback={<Skeleton className="size-full rounded-none" />}>
            <StopMap at={stop.coordinates} color={color} />
          </Suspense>
        </div>
      )}
      <dl className="flex flex-col gap-5 p-6">
        {stop.isLocated ? (
          <Fact icon={<MapPin />} label={t('stop.where')}>
            <span className="font-semibold">{stop.placeName}</span>
            {address !== stop.placeName && <span className="block text-muted">{address}</span>}
          </Fact>
        ) : (
          <Fact icon={<MapPinOff />} label={t('stop.where')}>
            <span className="text-muted">{t('stop.nowhere')}</span>
          </Fact>
        )}
        {when && (
          <Fact icon={<Clock />} label={t('stop.when')}>
            {times && isDated(times.from) && <span className="block font-semibold">{dateText(times.from, reader)}</span>}
            <span className="tabular-nums">{when}</span>
          </Fact>
        )}
      </dl>
      {stop.isLocated && (
        <div className="flex gap-2 px-6 pb-6 print:hidden">
          <DirectionsButton coordinates={stop.coordinates} name={stop.placeName} />
        </div>
      )}
    </Card>
  );
}

function Fact({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:text-muted">
      <dt className="contents">
        <span aria-hidden="true">{icon}</span>
        <span className="sr-only">{label}</span>
      </dt>
      <dd className="col-start-2 row-start-1 break-words">{children}</dd>
    </div>
  );
}

function Neighbours({ before, after }: { before: Entry | null; after: Entry | null }) {
  const { t } = useTranslation('story');
  if (!before && !after) return null;
  return (
    <nav aria-label={t('stop.neighbours')} className="grid gap-4 border-line border-t pt-8 sm:grid-cols-2 print:hidden">
      {before && <Neighbour entry={before} label={t('stop.before')} icon={<ArrowLeft aria-hidden="true" />} />}
      {after && <Neighbour entry={after} label={t('stop.after')} icon={<ArrowRight aria-hidden="true" />} isAfter />}
    </nav>
  );
}

function Neighbour({ entry: { stop }, label, icon, isAfter = false }: { entry: Entry; label: string; icon: ReactNode; isAfter?: boolean }) {
  return (
    <Card asChild interactive className={cn(isAfter && 'text-right sm:col-start-2')}>
      <Link to="/itineraries/$itineraryId/stops/$stopId" params={{ itineraryId: stop.itineraryId, stopId: stop.id }}>
        <span className={cn('flex items-center gap-2 text-small text-muted [&_svg]:size-4', isAfter && 'flex-row-reverse')}>
          {icon}
          {label}
        </span>
        <span className="mt-1 block truncate text-subheading">{stop.title}</span>
      </Link>
    </Card>
  );
}
