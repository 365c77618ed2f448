import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AccountView } from '@waystory/proto/accounts/account.ts';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { LinkButton } from '@waystory/ui/link-button.tsx';
import { Stat, StatList } from '@waystory/ui/stat.tsx';
import { Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../model/account/account.query.ts';
import { FollowButton } from '../../model/social/follow-button.tsx';
import { ReportMenu } from '../../model/social/report-menu.tsx';
import { ShareButton } from '../../model/social/share-button.tsx';
import { storiesOf } from './user.query.ts';

/** An account with its followers, and the button to follow it. */
export function UserHeader({ account }: { account: AccountView }) {
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

/** Names of followers are shown to the person alone, on their profile. */
function Counts({ account: { id, followersCount, followingCount }, isMe }: { account: AccountView; isMe: boolean }) {
  const { t, i18n } = useTranslation('user');
  const stories = useInfiniteQuery(storiesOf(id)).data?.pages[0]?.total;
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
