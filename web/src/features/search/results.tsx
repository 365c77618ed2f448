import { Link } from '@tanstack/react-router';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { Image } from '@waystory/ui/image.tsx';
import { PhotoCredit } from '@waystory/ui/image-notes.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { whereOf } from '../../model/itinerary/stop-where.ts';
import { coverOf, type Photo, photoOf } from '../../model/photo/photo.ts';
import { MarkedText } from './highlight.tsx';
import type { SearchResult } from './search.query.ts';

interface ResultRowProps {
  picture: ReactNode;
  title: ReactNode;
  /** One line under the title. */
  facts: string;
  /** Why it was found, where the title does not say it. */
  excerpt?: ReactNode;
}

/** Content of a result; the link around it is a `group`. */
const ResultRow = ({ picture, title, facts, excerpt }: ResultRowProps) => (
  <>
    {picture}
    <span className="min-w-0 flex-1">
      <span className="line-clamp-2 font-semibold leading-snug group-hover:text-accent-text">{title}</span>
      <span className="mt-0.5 block truncate text-muted text-small">{facts}</span>
      {excerpt && <span className="mt-1.5 line-clamp-2 text-[0.9375rem] text-muted">{excerpt}</span>}
    </span>
  </>
);

/** Of the link around a result; `data-result` lets the arrow keys find it. */
const resultLink = 'group flex items-start gap-4 rounded-card p-3 transition-colors duration-fast hover:bg-sunken sm:-mx-3';

const joined = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

const Thumbnail = ({ photo }: { photo: Photo | null }) => (
  <span className="relative aspect-square w-20 shrink-0 overflow-hidden rounded-control sm:aspect-4/3 sm:w-32">
    <Image fill src={photo?.src} alt="" />
  </span>
);

/** Below the link that the picture is in, in line with its words. */
const Credit = ({ photo }: { photo: Photo | null }) =>
  photo?.credit && <PhotoCredit credit={photo.credit} className="-mt-1 mb-2 block pl-27 text-[0.6875rem] text-muted leading-4 sm:pl-36" />;

export function StoryResult({ result: { entity, highlights } }: { result: SearchResult<'stories'> }) {
  const { t } = useTranslation('search');
  const { id, title, daysCount, stopsCount, likeCount, accountUserName, shortDescription } = entity;
  const photo = coverOf(entity, 'thumbnail');
  const counts = [t('days', { count: daysCount }), t('stops', { count: stopsCount }), likeCount > 0 && t('likes', { count: likeCount })];
  const why = highlights.shortDescription ?? highlights.description ?? highlights.highlights;
  return (
    <>
      <Link to="/itineraries/$id" params={{ id }} data-result className={resultLink}>
        <ResultRow
          picture={<Thumbnail photo={photo} />}
          title={<MarkedText highlight={highlights.title} plain={title} />}
          facts={joined(...counts.map((count) => count || null), accountUserName && `@${accountUserName}`)}
          excerpt={<MarkedText highlight={why} plain={shortDescription} />}
        />
      </Link>
      <Credit photo={photo} />
    </>
  );
}

export function StopResult({ result: { entity, highlights } }: { result: SearchResult<'stops'> }) {
  const { id, itineraryId, title, highlight } = entity;
  const photo = photoOf(entity, 'thumbnail');
  const why = highlights.highlight ?? highlights.description ?? highlights.otherNames;
  const where = whereOf(entity);
  const { addressCountry } = entity;
  const country = addressCountry && where?.endsWith(addressCountry) ? null : addressCountry;
  return (
    <>
      <Link to="/itineraries/$itineraryId/stops/$stopId" params={{ itineraryId, stopId: id }} data-result className={resultLink}>
        <ResultRow
          picture={<Thumbnail photo={photo} />}
          title={<MarkedText highlight={highlights.title} plain={title} />}
          facts={joined(where, country)}
          excerpt={<MarkedText highlight={why} plain={highlight} />}
        />
      </Link>
      <Credit photo={photo} />
    </>
  );
}

export function PersonResult({ result: { entity, highlights } }: { result: SearchResult<'people'> }) {
  const { t } = useTranslation('search');
  const { id, userName, aboutMe, avatarUrl, followersCount } = entity;
  const name = userName ?? t('nameless');
  return (
    <Link to="/users/$userId" params={{ userId: id }} data-result className={resultLink}>
      <ResultRow
        picture={<Avatar name={name} src={avatarUrl} size="lg" />}
        title={<MarkedText highlight={highlights.userName} plain={name} />}
        facts={t('followers', { count: followersCount })}
        excerpt={<MarkedText highlight={highlights.aboutMe} plain={aboutMe} />}
      />
    </Link>
  );
}
