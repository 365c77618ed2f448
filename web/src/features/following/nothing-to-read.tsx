import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { EmptyState } from '@waystory/ui/empty-state.tsx';
import { ErrorState } from '@waystory/ui/error-state.tsx';
import { LinkButton } from '@waystory/ui/link-button.tsx';
import { Skeleton, SkeletonGroup } from '@waystory/ui/skeleton.tsx';
import { BookOpen, Compass, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isFollowing } from '../../model/social/follow.query.ts';
import { FollowButton } from '../../model/social/follow-button.tsx';
import { type LikedAuthor, likedAuthors } from './following.query.ts';

const listStyles = 'grid gap-x-8 gap-y-4 sm:grid-cols-2';

interface NothingToReadProps {
  /** A refetch of the feed is pending. */
  isLooking: boolean;
  onLook: () => void;
}

/** Empty state of the feed: suggests authors to follow. */
export function NothingToRead({ isLooking, onLook }: NothingToReadProps) {
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

const places = [0, 1, 2, 3];
const AuthorsSkeleton = () => (
  <SkeletonGroup className={listStyles}>
    {places.map((place) => (
      <Skeleton key={place} className="h-11 rounded-full" />
    ))}
  </SkeletonGroup>
);
