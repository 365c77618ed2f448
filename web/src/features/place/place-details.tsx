import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useConfig } from '@waystory/client/config-context.tsx';
import type { Place } from '@waystory/proto/itineraries/place.ts';
import type { Stop, StopView } from '@waystory/proto/itineraries/stop.ts';
import type { PostView } from '@waystory/proto/social/post.ts';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { Badge } from '@waystory/ui/badge.tsx';
import { Image } from '@waystory/ui/image.tsx';
import { SkeletonText } from '@waystory/ui/skeleton.tsx';
import { Stat, StatList } from '@waystory/ui/stat.tsx';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { photoOf } from '../../model/photo/photo.ts';
import { LocatorMap } from '../../model/place/locator-map.tsx';
import { usePlaceKinds } from '../../model/place/place-kinds.ts';
import { type PlacePhoto, placeCountsOf, placePhotosOf, placeTextsOf, placeTitleOf } from '../../model/place/place-summary.ts';
import { CommentByline } from '../../model/social/comment-byline.tsx';
import { SaveButton } from '../../model/social/save-button.tsx';
import { TripButton } from '../../model/trip/trip-button.tsx';
import { type PlaceComments, placeComments, placeFacts, placeLikes } from './place.query.ts';
import { PlaceItineraries } from './place-itineraries.tsx';

/** Photos of a place side by side; the first loads with priority. */
function PlacePhotos({ photos }: { photos: readonly PlacePhoto[] }) {
  const { t } = useTranslation('place');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={t('photos')} className="no-scrollbar -mx-5 flex snap-x gap-3 overflow-x-auto px-5 md:-mx-6 md:px-6">
      {photos.map(({ title, ...picture }, place) => (
        <Image
          key={picture.imageUrl}
          src={null}
          {...photoOf(picture, 'card')}
          alt={title}
          ratio="4 / 3"
          priority={place === 0}
          className={`shrink-0 snap-start scroll-ml-5 rounded-photo ${photos.length === 1 ? 'w-full' : 'w-52'}`}
        />
      ))}
    </section>
  );
}

/** Counts, photos, texts, comments and itineraries of a place. */
export function PlaceDetails({ stops, place }: { stops: readonly StopView[]; place: Place | undefined }) {
  const { t } = useTranslation('place');
  const photos = placePhotosOf(stops, place);
  const title = placeTitleOf(stops, place);
  const placeId = place?.id ?? stops[0]?.placeId;
  const coordinates = place?.coordinates ?? stops[0]?.coordinates;
  const ids = stops.map(({ id }) => id);
  const comments = useQuery(placeComments(ids));
  const likes = useQuery(placeLikes(ids));
  // A pending count reserves its position; a failed count is left out.
  const counts = {
    ...placeCountsOf(stops, place),
    ...(!likes.isError && { likes: likes.data }),
    ...(!comments.isError && { comments: comments.data?.count }),
  };
  return (
    <div className="space-y-7">
      <StatList className="grid-cols-6 gap-2 [&>*]:col-span-2 [&>*:nth-child(n+4)]:col-span-3">
        {Object.entries(counts).map(([what, count]) => (
          <Stat
            key={what}
            value={count ?? '–'}
            label={t(`counts.${what}`, { count: count ?? 0 })}
            className="rounded-control bg-sunken px-3 py-2.5"
          />
        ))}
      </StatList>
      <div className="flex flex-wrap gap-2">
        {/* Saves the stop whose title is the heading of the sheet. */}
        {stops[0] && <SaveButton kind="stop" id={stops[0].id} />}
        {title && placeId && <TripButton title={title.title} placeId={placeId} />}
      </div>
      {photos.length > 0 ? (
        <PlacePhotos photos={photos} />
      ) : (
        coordinates && <LocatorMap at={coordinates} className="aspect-3/2 w-full rounded-photo" />
      )}
      <AboutPlace stops={stops} place={place} />
      <Section title={t('comments')}>
        <TravellerComments query={comments} stops={stops} />
      </Section>
      <Section title={t('itineraries')}>
        <PlaceItineraries stops={stops} />
      </Section>
    </div>
  );
}

function AboutPlace({ stops, place }: { stops: readonly StopView[]; place: Place | undefined }) {
  const { t } = useTranslation('place');
  const { wordOf } = usePlaceKinds();
  const texts = placeTextsOf(stops);
  const categories = place?.poiCategories ?? [];
  return (
    <Section title={t('about')}>
      {categories.length > 0 && (
        <ul className="mb-3 flex flex-wrap gap-1.5">
          {categories.map((category) => (
            <li key={category}>
              <Badge tone="teal" className="inline-block first-letter:uppercase">
                {wordOf(category)}
              </Badge>
            </li>
          ))}
        </ul>
      )}
      {texts.length > 0 ? (
        <div className="space-y-3 text-pretty text-[0.9375rem] leading-relaxed">
          {texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      ) : (
        <p className="text-muted text-small">{t('nothingWritten')}</p>
      )}
      <PlaceFacts place={place} />
    </Section>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-2.5 text-subheading">{title}</h3>
    {children}
  </section>
);

/** Encyclopedic facts about a place with their credit. The component renders nothing without a source, and until the facts arrive. */
export function PlaceFacts({ place }: { place: Place | undefined }) {
  const { t, i18n } = useTranslation('place');
  const { openServices } = useConfig();
  const isAsked = openServices.some(({ thing }) => thing === 'facts');
  const { data: facts } = useQuery(placeFacts(isAsked && place?.wikidataId ? place.id : null, i18n.resolvedLanguage));
  if (!facts) return null;
  const { summary, website } = facts;
  return (
    <div className="mt-4 space-y-2 border-line border-l-2 pl-3.5 text-small">
      {summary && (
        <p lang={summary.language} className="text-pretty leading-relaxed">
          {summary.text}{' '}
          <a
            href={summary.url}
            target="_blank"
            rel="noreferrer"
            className="whitespace-nowrap rounded text-caption text-muted underline underline-offset-2"
          >
            {summary.source}, {summary.licence}
          </a>
        </p>
      )}
      {website && (
        <p>
          <a href={website} target="_blank" rel="noreferrer" className="rounded font-semibold text-accent-text hover:underline">
            {t('facts.website')} <ExternalLink aria-hidden="true" className="inline size-3.5 align-[-0.125em]" />
          </a>
        </p>
      )}
    </div>
  );
}

/** Comments on the stops of a place, with handle and date, and a link to the discussion. */
function TravellerComments({ query: { data, isError }, stops }: { query: UseQueryResult<PlaceComments>; stops: readonly Stop[] }) {
  const { t } = useTranslation('place');
  const [stop] = stops;
  if (isError && !data) return <p className="text-muted text-small">{t('failed')}</p>;
  if (!data) return <SkeletonText lines={3} />;
  return (
    <>
      {data.newest.length > 0 ? (
        <ul className="space-y-4">
          {data.newest.map((comment) => (
            <li key={comment.id}>
              <TravellerComment comment={comment} stop={stops.find(({ id }) => id === comment.postableId)} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted text-small">{t('noComments')}</p>
      )}
      {stop && (
        <p className="mt-3">
          <Link
            to="/itineraries/$itineraryId/stops/$stopId"
            params={{ itineraryId: stop.itineraryId, stopId: stop.id }}
            className="rounded font-semibold text-accent-text text-small hover:underline"
          >
            {t('saySomething')}
          </Link>
        </p>
      )}
    </>
  );
}

function TravellerComment({ comment, stop }: { comment: PostView; stop: Stop | undefined }) {
  const { t } = useTranslation('place');
  const { text, account } = comment;
  return (
    <div className="flex gap-3">
      <Avatar size="sm" name={account?.userName ?? t('someone')} src={account?.avatarUrl ?? null} />
      <div className="min-w-0">
        <CommentByline comment={comment} className="text-small">
          {stop && <span className="text-muted"> · {stop.title}</span>}
        </CommentByline>
        <p className="line-clamp-6 whitespace-pre-line text-pretty break-words text-[0.9375rem]">{text}</p>
      </div>
    </div>
  );
}
