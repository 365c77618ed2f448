import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Image } from '../../ui/image.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { photoAtWidth } from './photo-width.ts';
import { placeItineraries } from './place.query.ts';

/** Itineraries that come by here, most liked first; each leads to its story. */
export function PlaceItineraries({ stops }: { stops: readonly { itineraryId: string }[] }) {
  const { t } = useTranslation('place');
  const { data, isPending, isError } = useQuery(placeItineraries(stops));
  if (isPending) return <Skeleton className="h-20" />;
  if (isError) return <p className="text-muted text-small">{t('failed')}</p>;
  return (
    <ul className="space-y-2">
      {data.map(({ id, title, imageUrl, countryImageUrl, accountUserName, daysCount, stopsCount, likeCount }) => (
        <li key={id}>
          <Link
            to="/itineraries/$id"
            params={{ id }}
            className="group flex items-center gap-3.5 rounded-control p-2 transition-colors duration-fast hover:bg-sunken md:-mx-2"
          >
            <span className="relative size-16 shrink-0 overflow-hidden rounded-[0.75rem]">
              <Image fill src={photoAtWidth(imageUrl ?? countryImageUrl, 240)} alt="" />
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
        </li>
      ))}
    </ul>
  );
}
