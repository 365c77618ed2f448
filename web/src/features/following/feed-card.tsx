import { Link } from '@tanstack/react-router';
import { serverNow } from '@waystory/client/environment.ts';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { useTranslation } from 'react-i18next';
import { relativeDay } from '../../lib/relative-day.ts';
import { StoryCard } from '../../model/social/story-card.tsx';
import type { FeedItem } from './following.query.ts';

/** A story below who told it, and when. */
export function FeedCard({ story }: { story: FeedItem }) {
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
