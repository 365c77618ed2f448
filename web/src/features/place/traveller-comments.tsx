import type { PostView } from '@waystory/proto/social/post.ts';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../ui/avatar.tsx';

/** What travellers wrote about stops here, with handle and date. */
export function TravellerComments({ comments }: { comments: readonly PostView[] }) {
  const { t, i18n } = useTranslation('place');
  const dates = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' });
  return (
    <ul className="space-y-4">
      {comments.map(({ id, text, account, createdAt }) => (
        <li key={id} className="flex gap-3">
          <Avatar size="sm" name={account?.userName ?? t('someone')} src={account?.avatarUrl ?? null} />
          <div className="min-w-0">
            <p className="text-small">
              <span className="font-semibold">{account?.userName ? `@${account.userName}` : t('someone')}</span>{' '}
              <time dateTime={createdAt} className="text-muted">
                {dates.format(new Date(createdAt))}
              </time>
            </p>
            <p className="whitespace-pre-line text-pretty text-[0.9375rem]">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
