import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../ui/avatar.tsx';
import { Image } from '../../ui/image.tsx';
import { photoAtWidth } from '../place/photo-width.ts';
import { whereOf } from '../story/stop-where.ts';
import { MarkedText } from './marked-text.tsx';
import { ResultRow, resultLink } from './result-row.tsx';
import type { Found } from './search.query.ts';

const joined = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

const Photo = ({ src }: { src: string | null }) => (
  <span className="relative aspect-square w-20 shrink-0 overflow-hidden rounded-control sm:aspect-4/3 sm:w-32">
    <Image fill src={photoAtWidth(src, 240)} alt="" />
  </span>
);

export function StoryResult({ found: { entity, highlights } }: { found: Found<'stories'> }) {
  const { t } = useTranslation('search');
  const { id, title, imageUrl, image, countryImageUrl, daysCount, stopsCount, likeCount, accountUserName, shortDescription } = entity;
  const counts = [t('days', { count: daysCount }), t('stops', { count: stopsCount }), likeCount > 0 && t('likes', { count: likeCount })];
  const why = highlights.shortDescription ?? highlights.description ?? highlights.highlights;
  return (
    <Link to="/itineraries/$id" params={{ id }} data-result className={resultLink}>
      <ResultRow
        picture={<Photo src={imageUrl ?? image?.thumbnailUrl ?? countryImageUrl} />}
        title={<MarkedText highlight={highlights.title} plain={title} />}
        facts={joined(...counts.map((count) => count || null), accountUserName && `@${accountUserName}`)}
        excerpt={<MarkedText highlight={why} plain={shortDescription} />}
      />
    </Link>
  );
}

export function StopResult({ found: { entity, highlights } }: { found: Found<'stops'> }) {
  const { id, itineraryId, title, imageUrl, image, highlight } = entity;
  const why = highlights.highlight ?? highlights.description;
  return (
    <Link to="/itineraries/$itineraryId/stops/$stopId" params={{ itineraryId, stopId: id }} data-result className={resultLink}>
      <ResultRow
        picture={<Photo src={imageUrl ?? image?.thumbnailUrl ?? null} />}
        title={<MarkedText highlight={highlights.title} plain={title} />}
        facts={joined(whereOf(entity), entity.addressCountry)}
        excerpt={<MarkedText highlight={why} plain={highlight} />}
      />
    </Link>
  );
}

export function PersonResult({ found: { entity, highlights } }: { found: Found<'people'> }) {
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
