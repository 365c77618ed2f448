import { useQuery } from '@tanstack/react-query';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { Check, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../account/account.query.ts';
import { useSignInGate } from '../identity/sign-in-gate.ts';
import { outdatedBy } from '../queries/invalidation.ts';
import { queryClient } from '../query-client.ts';
import { changeFollowCounts, isFollowing, profileOf, sendFollow } from './follow.query.ts';
import { useOptimisticWrite } from './optimistic-write.ts';

export interface FollowButtonProps {
  accountId: string;
  /** Displayed name, with `@` before a user name. */
  name: string;
}

/** Button that follows or unfollows an account; absent for the user's own account. */
export function FollowButton({ accountId, name }: FollowButtonProps) {
  const { t } = useTranslation('social');
  const { person } = useAuth();
  const { data: me } = useAccount();
  const gate = useSignInGate();
  const query = isFollowing(accountId);
  const follows = useQuery({ ...query, enabled: person !== null && me?.id !== accountId }).data ?? false;
  const write = useOptimisticWrite<boolean>({
    key: `follow ${accountId}`,
    queries: [query.queryKey, profileOf(accountId).queryKey],
    outdates: outdatedBy({ kind: 'follow' }),
    show: (to) => {
      queryClient.setQueryData(query.queryKey, to);
      changeFollowCounts(accountId, to ? 1 : -1);
    },
    send: (to) => sendFollow(accountId, to),
    failed: (to) => t(to ? 'follow.failed' : 'follow.undoFailed', { name }),
  });
  if (me?.id === accountId) return null;
  const reason = {
    title: t('follow.signInTitle', { name }),
    description: t('follow.signInText'),
    intent: { kind: 'follow', accountId, name },
  } as const;
  const press = (): void => gate(reason, () => write(!follows, follows));
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={t(follows ? 'follow.undoLabel' : 'follow.label', { name })}
      onClick={press}
      icon={follows ? <Check aria-hidden="true" /> : <UserPlus aria-hidden="true" />}
      className={cn('min-w-24 sm:min-w-28 max-sm:[&>svg]:hidden', follows && 'text-teal-text')}
    >
      {t(follows ? 'follow.following' : 'follow.action')}
    </Button>
  );
}
