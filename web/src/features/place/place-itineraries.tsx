import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { itineraryCard } from '@waystory/proto/itineraries/itinerary.ts';
import { Image } from '@waystory/ui/image.tsx';
import { PhotoCredit } from '@waystory/ui/image-notes.tsx';
import { Skeleton } from '@waystory/ui/skeleton.tsx';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { coverOf } from '../../model/photo/photo.ts';
import { placeItineraries } from './place.query.ts';

/** Itineraries with a stop at the place, most liked first, with links to their stories. */
export function PlaceItineraries({ stops }: { stops: readonly { itineraryId: string }[] }) {
  const { t } = useTranslation('place');
  const { data, isPending, isError } = useQuery(placeItineraries(stops));
  if (isPending) return <Skeleton className="h-20" />;
  if (isError) return <p className="text-muted text-small">{t('failed')}</p>;
  return (
    <ul className="space-y-2">
      {data.map((itinerary) => (
        <li key={itinerary.id}>
          <ItineraryLine itinerary={itinerary} />
        </li>
      ))}
    </ul>
  );
}

function ItineraryLine({ itinerary }: { itinerary: z.output<typeof itineraryCard> }) {
  const { t } = useTranslation('place');
  const { id, title, accountUserName, daysCount, stopsCount, likeCount } = itinerary;
  const photo = coverOf(itinerary, 'thumbnail');
  return (
    <>
      <Link
        to="/itineraries/$id"
        params={{ id }}
        className="group flex items-center gap-3.5 rounded-control p-2 transition-colors duration-fast hover:bg-sunken md:-mx-2"
      >
        <span className="relative size-16 shrink-0 overflow-hidden rounded-[0.75rem]">
          <Image fill src={photo?.src} alt="" />
        </span>
        <span className="min-w-0">
          <span className="line-clamp-2 font-semibold text-[0.9375rem] leading-snug group-hover:text-accent-text">{title}</span>
          <span className="mt-0.5 block truncate text-caption text-muted">
            {[
              t('days', { count: daysCount }),
              t('stops', { count: stopsCount }),
              likeCount > 0 && t('likes', { count: likeCount }),
              accountUserName && `@${accountUserName}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      </Link>
      {photo?.credit && <PhotoCredit credit={photo.credit} className="mb-1 block pl-21.5 text-[0.6875rem] text-muted leading-4 md:pl-19.5" />}
    </>
  );
}
