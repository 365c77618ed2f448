import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AccountView } from '@waystory/proto/accounts/account.ts';
import { Button } from '@waystory/ui/button.tsx';
import { EmptyState } from '@waystory/ui/empty-state.tsx';
import { ErrorState } from '@waystory/ui/error-state.tsx';
import { LinkButton } from '@waystory/ui/link-button.tsx';
import { SkeletonCards } from '@waystory/ui/skeleton.tsx';
import { BookOpen, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../model/account/account.query.ts';
import { StoryCard } from '../../model/social/story-card.tsx';
import { storiesOf } from './user.query.ts';

const gridStyles = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3';

/** Public stories of an account, newest first. */
export function UserStories({ account }: { account: AccountView }) {
  const { t } = useTranslation('user');
  return (
    <section aria-labelledby="stories">
      <h2 id="stories" className="mb-5 text-heading">
        {t('stories.title')}
      </h2>
      <Stories account={account} />
    </section>
  );
}

function Stories({ account: { id, userName } }: { account: AccountView }) {
  const { t } = useTranslation('user');
  const { data, isPending, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(storiesOf(id));
  if (isPending) return <StoriesSkeleton />;
  if (!data) return <ErrorState headingLevel={3} title={t('stories.failed')} onRetry={() => void refetch()} retrying={isFetching} />;
  const stories = data.pages.flatMap(({ items }) => items);
  if (stories.length === 0) return <NoStories accountId={id} name={userName ? `@${userName}` : t('nameless')} />;
  return (
    <>
      <ul className={gridStyles}>
        {stories.map((story) => (
          <li key={story.id} className="grid">
            <StoryCard story={story} hidden={story.hidden} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="secondary" className="mx-auto mt-8 flex" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('stories.more')}
        </Button>
      )}
    </>
  );
}

function NoStories({ accountId, name }: { accountId: string; name: string }) {
  const { t } = useTranslation('user');
  const isMe = useAccount().data?.id === accountId;
  const action = isMe && (
    <LinkButton asChild icon={<Plus aria-hidden="true" />}>
      <Link to="/itineraries/create">{t('stories.create')}</Link>
    </LinkButton>
  );
  return (
    <EmptyState
      headingLevel={3}
      icon={<BookOpen />}
      title={t('stories.emptyTitle')}
      text={isMe ? t('stories.emptyMine') : t('stories.emptyText', { name })}
      action={action || undefined}
    />
  );
}

export const StoriesSkeleton = () => <SkeletonCards count={3} className={gridStyles} />;
