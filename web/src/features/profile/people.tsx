import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Account, Profile } from '@waystory/proto/accounts/account.ts';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { SkeletonBlocks } from '@waystory/ui/skeleton.tsx';
import { ErrorState } from '@waystory/ui/state-panel.tsx';
import { Tab, TabList, TabPanel, Tabs } from '@waystory/ui/tabs.tsx';
import { useTranslation } from 'react-i18next';
import { FollowButton } from '../../model/social/follow-button.tsx';
import { type FollowSide, followsOf } from './follows.query.ts';

const gridStyles = 'grid gap-x-8 gap-y-3 sm:grid-cols-2';

/** Followers of the person, and the accounts they follow. */
export function FollowLists({ account: { id, followersCount, followingCount } }: { account: Account }) {
  const { t } = useTranslation('profile');
  return (
    <section aria-labelledby="people">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="people" className="text-heading">
          {t('people.title')}
        </h2>
        <Link to="/following" className="rounded font-semibold text-accent-text text-small hover:underline">
          {t('people.stories')}
        </Link>
      </div>
      <Tabs defaultValue="followers" className="mt-3">
        <TabList aria-labelledby="people">
          <Tab value="followers" count={followersCount}>
            {t('people.followers')}
          </Tab>
          <Tab value="following" count={followingCount}>
            {t('people.following')}
          </Tab>
        </TabList>
        {(['followers', 'following'] as const).map((side) => (
          <TabPanel key={side} value={side}>
            <PeopleOn accountId={id} side={side} />
          </TabPanel>
        ))}
      </Tabs>
    </section>
  );
}

function PeopleOn({ accountId, side }: { accountId: string; side: FollowSide }) {
  const { t } = useTranslation('profile');
  const { data, isPending, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(followsOf(accountId, side));
  if (isPending) return <PeopleSkeleton />;
  if (!data) return <ErrorState headingLevel={3} title={t('people.failed')} onRetry={() => void refetch()} retrying={isFetching} />;
  const people = data.pages.flatMap((page) => page.people);
  if (people.length === 0) return <p className="text-muted text-small">{t(side === 'followers' ? 'people.noFollowers' : 'people.noFollowing')}</p>;
  return (
    <>
      <ul className={gridStyles}>
        {people.map((person) => (
          <Person key={person.id} person={person} isFollowed={side === 'following'} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="secondary" size="sm" className="mx-auto mt-6 flex" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('people.more')}
        </Button>
      )}
    </>
  );
}

function Person({ person: { id, userName, avatarUrl }, isFollowed }: { person: Profile; isFollowed: boolean }) {
  const { t } = useTranslation('profile');
  const name = userName ? `@${userName}` : t('people.nameless');
  return (
    <li className="flex min-w-0 items-center justify-between gap-3">
      <Link to="/users/$userId" params={{ userId: id }} className="flex min-w-0 items-center gap-3 rounded-full pr-4 hover:bg-ink/5">
        <Avatar name={userName ?? '?'} src={avatarUrl} size="md" />
        <span className="truncate font-semibold">{name}</span>
      </Link>
      {isFollowed && <FollowButton accountId={id} name={name} />}
    </li>
  );
}

const PeopleSkeleton = () => <SkeletonBlocks count={2} className={gridStyles} blockClassName="h-11 rounded-full" />;
