import { Link } from '@tanstack/react-router';
import type { PostView } from '@waystory/proto/social/post.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface CommentBylineProps {
  comment: Pick<PostView, 'account' | 'createdAt'>;
  className?: string;
  /** Content after the date. */
  children?: ReactNode;
}

/** Author and date of a comment. */
export function CommentByline({ comment: { account, createdAt }, className, children }: CommentBylineProps) {
  const { t, i18n } = useTranslation('social');
  const handle = account?.userName;
  return (
    <p className={className}>
      {account && handle ? (
        <Link to="/users/$userId" params={{ userId: account.id }} className="rounded font-semibold hover:underline">
          @{handle}
        </Link>
      ) : (
        <span className="font-semibold">{t('someone')}</span>
      )}{' '}
      <time dateTime={createdAt} className="whitespace-nowrap text-muted">
        {new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(createdAt))}
      </time>
      {children}
    </p>
  );
}
