import { Link } from '@tanstack/react-router';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { useTranslation } from 'react-i18next';
import { coverOf } from '../../model/photo/photo.ts';
import { MarkedText } from './highlight.tsx';
import { Credit, joined, ResultRow, resultLink, Thumbnail } from './result-row.tsx';
import type { SearchResult } from './search.query.ts';

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
