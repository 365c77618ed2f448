import { useQuery } from '@tanstack/react-query';
import type { Place } from '@waystory/proto/itineraries/place.ts';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import { Badge } from '@waystory/ui/badge.tsx';
import { Image } from '@waystory/ui/image.tsx';
import { Stat, StatList } from '@waystory/ui/stat.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { photoOf } from '../../model/photo/photo.ts';
import { LocatorMap } from '../../model/place/locator-map.tsx';
import { usePlaceKinds } from '../../model/place/place-kinds.ts';
import { countsOf, type PlacePhoto, photosOf, textsOf, titleOf } from '../../model/place/place-summary.ts';
import { SaveButton } from '../../model/social/save-button.tsx';
import { TripButton } from '../../model/trip/trip-button.tsx';
import { placeComments, placeLikes } from './place.query.ts';
import { PlaceFacts } from './place-facts.tsx';
import { PlaceItineraries } from './place-itineraries.tsx';
import { TravellerComments } from './traveller-comments.tsx';

/** Photos of a place side by side; the first is wanted at once. */
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
  const photos = photosOf(stops, place);
  const title = titleOf(stops, place);
  const placeId = place?.id ?? stops[0]?.placeId;
  const coordinates = place?.coordinates ?? stops[0]?.coordinates;
  const ids = stops.map(({ id }) => id);
  const comments = useQuery(placeComments(ids));
  const likes = useQuery(placeLikes(ids));
  // A pending count keeps its slot; a failed one gives it up.
  const counts = {
    ...countsOf(stops, place),
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
        {/* The stop that the sheet is named after. */}
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
  const texts = textsOf(stops);
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
