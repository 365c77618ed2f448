import { useQuery } from '@tanstack/react-query';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { useTranslation } from 'react-i18next';
import { useSignInGate } from '../identity/sign-in-gate.ts';
import { queryClient } from '../query-client.ts';
import { useOptimisticWrite, usePendingWrite } from './optimistic-write.ts';
import { type Savable, savedIds, sendSaved } from './saved.query.ts';

/** Whether the signed-in user saved an item, with a toggle. */
export function useSaved(kind: Savable, id: string): { isSaved: boolean; toggle: () => void } {
  const { t } = useTranslation();
  const { person } = useAuth();
  const gate = useSignInGate();
  const list = savedIds(kind);
  const { data } = useQuery({ ...list, enabled: person !== null, select: (ids) => ids.includes(id) });
  const key = `saved ${kind} ${id}`;
  // Saved items may not have loaded yet after a sign-in.
  const pending = usePendingWrite<boolean>(key);
  const isSaved = data ?? pending ?? false;
  const save = useOptimisticWrite<boolean>({
    key,
    queries: [list.queryKey],
    show: (to) => queryClient.setQueryData(list.queryKey, (ids) => ids && [...(to ? [id] : []), ...ids.filter((other) => other !== id)]),
    send: (to) => sendSaved(kind, id, to),
    failed: (to) => t(to ? 'common.save.failed' : 'common.save.undoFailed'),
  });
  const reason = { title: t('common.save.signInTitle'), description: t('common.save.signInText'), intent: { kind: 'save', what: kind, id } } as const;
  const toggle = (): void => gate(reason, () => save(!isSaved, isSaved));
  return { isSaved, toggle };
}
