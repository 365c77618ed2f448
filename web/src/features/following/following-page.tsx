import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { serverNow } from '@waystory/client/environment.ts';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { SkeletonBlocks, SkeletonCards } from '@waystory/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '@waystory/ui/state-panel.tsx';
import { BookOpen, Compass, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { relativeDay } from '../../lib/relative-day.ts';
import { isFollowing } from '../../model/social/follow.query.ts';
import { FollowButton } from '../../model/social/follow-button.tsx';
import { StoryCard } from '../../model/social/story-card.tsx';
import { type FeedItem, feedQuery, type LikedAuthor, likedAuthors } from './following.query.ts';

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
  // All text namespaces of the page load together, so that no component suspends later.
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
  const { data, isPending, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(feedQuery);
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

const listStyles = 'grid gap-x-8 gap-y-4 sm:grid-cols-2';

interface NothingToReadProps {
  /** A refetch of the feed is pending. */
  isLooking: boolean;
  onLook: () => void;
}

/** Empty state of the feed: suggests authors to follow. */
function NothingToRead({ isLooking, onLook }: NothingToReadProps) {
  const { t } = useTranslation('following');
  return (
    <div className="mx-auto max-w-3xl">
      <EmptyState
        icon={<Users />}
        title={t('empty.title')}
        text={t('empty.text')}
        action={
          <LinkButton asChild variant="secondary" icon={<Compass aria-hidden="true" />}>
            <Link to="/">{t('empty.explore')}</Link>
          </LinkButton>
        }
      />
      <section aria-labelledby="liked-authors" className="mt-8">
        <h2 id="liked-authors" className="mb-5 text-heading">
          {t('authors.title')}
        </h2>
        <Authors isLooking={isLooking} onLook={onLook} />
      </section>
    </div>
  );
}

function Authors({ isLooking, onLook }: NothingToReadProps) {
  const { t } = useTranslation('following');
  const { data, isPending, isFetching, refetch } = useQuery(likedAuthors);
  const follows = useQueries({ queries: (data ?? []).map(({ person }) => isFollowing(person.id)) });
  if (isPending) return <AuthorsSkeleton />;
  if (!data) return <ErrorState headingLevel={3} title={t('authors.failed')} onRetry={() => void refetch()} retrying={isFetching} />;
  if (data.length === 0) return <p className="text-muted text-small">{t('authors.none')}</p>;
  return (
    <>
      <ul className={listStyles}>
        {data.map((liked) => (
          <AuthorRow key={liked.person.id} {...liked} />
        ))}
      </ul>
      {/* The list stays after a first follow, because the reader may follow several authors. */}
      {follows.some((query) => query.data) && (
        <Button className="mx-auto mt-8 flex" icon={<BookOpen aria-hidden="true" />} loading={isLooking} onClick={onLook}>
          {t('authors.read')}
        </Button>
      )}
    </>
  );
}

function AuthorRow({ person: { id, userName, avatarUrl }, title }: LikedAuthor) {
  const { t } = useTranslation('following');
  const name = userName ? `@${userName}` : t('nameless');
  return (
    <li className="flex min-w-0 items-center justify-between gap-3">
      <Link to="/users/$userId" params={{ userId: id }} className="flex min-w-0 items-center gap-3 rounded-full pr-4 hover:bg-ink/5">
        <Avatar name={userName ?? '?'} src={avatarUrl} size="md" />
        <span className="min-w-0">
          <span className="block truncate font-semibold">{name}</span>
          <span className="block truncate text-muted text-small">{title}</span>
        </span>
      </Link>
      <FollowButton accountId={id} name={name} />
    </li>
  );
}

const AuthorsSkeleton = () => <SkeletonBlocks count={4} className={listStyles} blockClassName="h-11 rounded-full" />;
