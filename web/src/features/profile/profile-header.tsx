import { useAuth } from '@waystory/client/identity/use-auth.ts';
import type { Account } from '@waystory/proto/accounts/account.ts';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { useTranslation } from 'react-i18next';

/** The person as others see them, with details that only they see. */
export function ProfileHeader({ account }: { account: Account }) {
  const { t, i18n } = useTranslation('profile');
  const { person } = useAuth();
  const since = new Intl.DateTimeFormat(i18n.resolvedLanguage, { month: 'long', year: 'numeric' }).format(new Date(account.createdAt));
  return (
    <header className="flex flex-wrap items-center gap-4 sm:gap-6">
      <Avatar name={account.userName ?? person?.name ?? ''} src={account.avatarUrl} size="xl" />
      <div className="min-w-[min(100%,12rem)] flex-1">
        <h1 className="wrap-anywhere text-title">{account.userName}</h1>
        <p className="mt-1 text-muted">{t('since', { since })}</p>
        <p className="text-muted text-small wrap-anywhere">
          {person?.email} <span className="text-caption">({t('onlyYou')})</span>
        </p>
      </div>
    </header>
  );
}
