import { auth } from '@waystory/client/identity/auth.ts';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import type { Account } from '@waystory/proto/accounts/account.ts';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { EmptyState } from '@waystory/ui/empty-state.tsx';
import { ErrorState } from '@waystory/ui/error-state.tsx';
import { SkeletonCard } from '@waystory/ui/skeleton.tsx';
import { UserRound } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { VisitedPlaces } from '../../map/visited/visited-places.tsx';
import { useAccount } from '../../model/account/account.query.ts';
import { DeleteAccount } from './delete-account.tsx';
import { MyStories } from './my-stories.tsx';
import { People } from './people.tsx';
import { ProfileForm } from './profile-form.tsx';

/** The person as others see them, with details that only they see. */
function ProfileHeader({ account }: { account: Account }) {
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

interface ProfilePageProps {
  /** Section with credits and ledger of the signed-in user. */
  credits: ComponentType<{ account: Account }>;
}

/** spec 2.1: the own profile; visitors are invited to have one. */
export function ProfilePage({ credits }: ProfilePageProps) {
  // All texts of the page at once, so that no part of it waits for its own.
  const { t } = useTranslation(['profile', 'map']);
  useDocumentTitle(t('title'));
  const { attempted, person } = useAuth(true);
  if (person) return <OwnProfile credits={credits} />;
  if (!attempted) return <ProfileSkeleton />;
  return (
    <div className="grid min-h-[70dvh] place-content-center p-6">
      <EmptyState
        icon={<UserRound />}
        title={t('visitor.title')}
        text={t('visitor.text')}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button onClick={() => void auth.signIn({ signUp: true })}>{t('visitor.signUp')}</Button>
            <Button variant="secondary" onClick={() => void auth.signIn()}>
              {t('visitor.logIn')}
            </Button>
          </div>
        }
      />
    </div>
  );
}

function OwnProfile({ credits: Credits }: ProfilePageProps) {
  const { t } = useTranslation('profile');
  const { data: account, isError, refetch } = useAccount();
  if (isError && !account) {
    return (
      <div className="grid min-h-[70dvh] place-content-center p-6">
        <ErrorState title={t('error')} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (!account) return <ProfileSkeleton />;
  return (
    <div className="mx-auto w-full max-w-5xl space-y-12 px-6 py-10 md:py-14">
      <ProfileHeader account={account} />
      <Credits account={account} />
      <ProfileForm key={account.id} account={account} />
      <MyStories accountId={account.id} />
      <VisitedPlaces accountId={account.id} name={null} />
      <People account={account} />
      <DeleteAccount account={account} />
    </div>
  );
}

const ProfileSkeleton = () => (
  <div aria-busy="true" className="mx-auto w-full max-w-5xl space-y-8 px-6 py-14">
    <SkeletonCard className="h-32" />
    <SkeletonCard className="h-72" />
  </div>
);
