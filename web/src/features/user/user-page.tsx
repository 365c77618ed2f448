import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { problemCode } from '@waystory/client/api.ts';
import type { AccountView } from '@waystory/proto/accounts/account.ts';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { Skeleton, SkeletonCards, SkeletonGroup, SkeletonText } from '@waystory/ui/skeleton.tsx';
import { Stat, StatList } from '@waystory/ui/stat.tsx';
import { EmptyState, ErrorState } from '@waystory/ui/state-panel.tsx';
import { BookOpen, Compass, Pencil, Plus, UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isId } from '../../lib/identifier.ts';
import { VisitedPlaces } from '../../map/visited/visited-places.tsx';
import { useAccount } from '../../model/account/account.query.ts';
import { profileOf } from '../../model/social/follow.query.ts';
import { FollowButton } from '../../model/social/follow-button.tsx';
import { ReportMenu } from '../../model/social/report-menu.tsx';
import { ShareButton } from '../../model/social/share-button.tsx';
import { StoryCard } from '../../model/social/story-card.tsx';
import { publicStoriesOf } from './user.query.ts';

const route = getRouteApi('/users/$userId');

/** spec 2.1: public profile with the stories of an account, or the reason why it is unavailable. */
export function UserPage() {
  const { userId } = route.useParams();
  // All text namespaces of the page load together, so that no component suspends later.
  useTranslation(['user', 'social', 'map']);
  return isId(userId) ? <UserOf key={userId} id={userId} /> : <UserUnknown />;
}

function UserOf({ id }: { id: string }) {
  const { t } = useTranslation('user');
  const { data: account, isPending, error, isFetching, refetch } = useQuery(profileOf(id));
  useDocumentTitle(account ? (account.userName ? `@${account.userName}` : t('nameless')) : undefined);
  if (account)
    return (
      <Frame>
        <UserHeader account={account} />
        <VisitedPlaces accountId={id} name={account.userName ? `@${account.userName}` : t('nameless')} />
        <UserStories account={account} />
      </Frame>
    );
  if (isPending) return <UserSkeleton />;
  if (problemCode(error) === 'account/unknown') return <UserUnknown />;
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <ErrorState headingLevel={1} title={t('unreachable.title')} text={t('unreachable.text')} onRetry={() => void refetch()} retrying={isFetching} />
    </div>
  );
}

function UserUnknown() {
  const { t } = useTranslation('user');
  useDocumentTitle(t('unknown.title'));
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <EmptyState
        headingLevel={1}
        icon={<UserRoundX />}
        title={t('unknown.title')}
        text={t('unknown.text')}
        action={
          <LinkButton asChild icon={<Compass aria-hidden="true" />}>
            <Link to="/">{t('explore')}</Link>
          </LinkButton>
        }
      />
    </div>
  );
}

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto w-full max-w-6xl space-y-10 px-4 py-8 md:px-8 md:py-12">{children}</div>
);

/** Skeleton with the size of the page, so the layout stays. */
function UserSkeleton() {
  const { t } = useTranslation('user');
  return (
    <Frame>
      <SkeletonGroup label={t('loading')} className="flex flex-col gap-6 sm:flex-row">
        <Skeleton className="size-24 shrink-0 rounded-full" />
        <div className="min-w-0 flex-1 space-y-5">
          <Skeleton className="h-10 w-64 max-w-full" />
          <SkeletonText lines={2} className="max-w-prose" />
          <Skeleton className="h-14 w-72 max-w-full" />
        </div>
      </SkeletonGroup>
      <StoriesSkeleton />
    </Frame>
  );
}

/** An account with its followers, and the button to follow it. */
function UserHeader({ account }: { account: AccountView }) {
  const { t } = useTranslation('user');
  const { data: me } = useAccount();
  const { id, userName, avatarUrl, aboutMe } = account;
  const name = userName ? `@${userName}` : t('nameless');
  const isMe = me?.id === id;
  return (
    <header className="flex flex-col gap-6 sm:flex-row">
      <Avatar name={userName ?? '?'} src={avatarUrl} size="xl" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <h1 className="mr-auto min-w-0 break-words text-title">{name}</h1>
          <div className="flex flex-wrap items-center gap-2">
            {isMe ? (
              <LinkButton asChild variant="secondary" size="sm" icon={<Pencil aria-hidden="true" />}>
                <Link to="/profile">{t('edit')}</Link>
              </LinkButton>
            ) : (
              <FollowButton accountId={id} name={name} />
            )}
            <ShareButton title={name} />
            {!isMe && <ReportMenu reportableType="account" reportableId={id} />}
          </div>
        </div>
        {aboutMe && <p className="mt-3 max-w-prose whitespace-pre-line text-pretty break-words text-muted">{aboutMe}</p>}
        <Counts account={account} isMe={isMe} />
      </div>
    </header>
  );
}

/** Followers are listed on the user's own profile page only, so only the user's own counts link to the list. */
function Counts({ account: { id, followersCount, followingCount }, isMe }: { account: AccountView; isMe: boolean }) {
  const { t, i18n } = useTranslation('user');
  const stories = useInfiniteQuery(publicStoriesOf(id)).data?.pages[0]?.total;
  const compact = new Intl.NumberFormat(i18n.language, { notation: 'compact' });
  const counts = { stories, followers: followersCount, following: followingCount };
  return (
    <StatList className="mt-6 max-w-sm grid-cols-3">
      {Object.entries(counts).map(([what, count]) => {
        const label = t(`counts.${what}`, { count: count ?? 0 });
        return (
          <Stat
            key={what}
            value={count === undefined ? '–' : compact.format(count)}
            label={isMe && what !== 'stories' ? <People>{label}</People> : label}
          />
        );
      })}
    </StatList>
  );
}

const People = ({ children }: { children: string }) => (
  <Link to="/profile" hash="people" className="rounded-sm underline decoration-current/50 underline-offset-2 hover:decoration-current">
    {children}
  </Link>
);

const gridStyles = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3';

/** Public stories of an account, newest first. */
function UserStories({ account }: { account: AccountView }) {
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
  const { data, isPending, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(publicStoriesOf(id));
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

const StoriesSkeleton = () => <SkeletonCards count={3} className={gridStyles} />;
