import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { serverNow } from '@waystory/client/environment.ts';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { ErrorState } from '@waystory/ui/error-state.tsx';
import { SkeletonCards } from '@waystory/ui/skeleton.tsx';
import { useTranslation } from 'react-i18next';
import { relativeDay } from '../../lib/relative-day.ts';
import { StoryCard } from '../../model/social/story-card.tsx';
import { type FeedItem, feed } from './following.query.ts';
import { NothingToRead } from './nothing-to-read.tsx';

/** A story card below its author and publication date. */
function FeedCard({ story }: { story: FeedItem }) {
  const { t, i18n } = useTranslation('following');
  const { accountId, account, publishedAt } = story;
  const userName = account?.userName;
  return (
    <>
      <p className="mb-2 flex items-center justify-between gap-3 text-small">
        <Link to="/users/$userId" params={{ userId: accountId }} className="flex min-w-0 items-center gap-2 rounded-full pr-3 hover:bg-ink/5">
          <Avatar name={userName ?? '?'} src={account?.avatarUrl ?? null} size="sm" />
          <span className="truncate font-semibold">{userName ? `@${userName}` : t('nameless')}</span>
        </Link>
        <time dateTime={publishedAt} className="shrink-0 text-muted">
          {relativeDay(publishedAt, new Date(serverNow()).toISOString(), i18n.language)}
        </time>
      </p>
      <div className="grid flex-1">
        <StoryCard story={story} />
      </div>
    </>
  );
}

const gridStyles = 'grid gap-x-5 gap-y-8 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

/** Feed of stories by followed authors. */
export function FollowingPage() {
  // All texts of the page at once, so that no part of it waits for its own.
  const { t } = useTranslation(['following', 'social']);
  useDocumentTitle(t('title'));
  return (
    <div className="px-4 py-8 md:px-8 md:py-10">
      <header className="mb-8">
        <h1 className="text-title">{t('title')}</h1>
        <p className="mt-1 text-muted">{t('text')}</p>
      </header>
      <Feed />
    </div>
  );
}

function Feed() {
  const { t } = useTranslation('following');
  const { data, isPending, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(feed);
  if (isPending) return <SkeletonCards count={4} className={gridStyles} cardClassName="mt-10" />;
  if (!data) return <ErrorState title={t('failed.title')} text={t('failed.text')} onRetry={() => void refetch()} retrying={isFetching} />;
  const stories = data.pages.flatMap(({ items }) => items);
  if (stories.length === 0) return <NothingToRead isLooking={isFetching} onLook={() => void refetch()} />;
  return (
    <>
      <ul className={gridStyles}>
        {stories.map((story) => (
          <li key={story.id} className="flex min-w-0 flex-col">
            <FeedCard story={story} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="secondary" className="mx-auto mt-8 flex" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  );
}
