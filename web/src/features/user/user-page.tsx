import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { problemCode } from '@waystory/client/api.ts';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { EmptyState } from '@waystory/ui/empty-state.tsx';
import { ErrorState } from '@waystory/ui/error-state.tsx';
import { LinkButton } from '@waystory/ui/link-button.tsx';
import { Skeleton, SkeletonGroup, SkeletonText } from '@waystory/ui/skeleton.tsx';
import { Compass, UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isId } from '../../lib/identifier.ts';
import { VisitedPlaces } from '../../map/visited/visited-places.tsx';
import { profileOf } from '../../model/social/follow.query.ts';
import { UserHeader } from './user-header.tsx';
import { StoriesSkeleton, UserStories } from './user-stories.tsx';

const route = getRouteApi('/users/$userId');

/** spec 2.1: public profile with the stories of an account, or the reason why it is unavailable. */
export function UserPage() {
  const { userId } = route.useParams();
  // All texts of the page at once, so that no part of it waits for its own.
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
