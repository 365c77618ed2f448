import { useQuery } from '@tanstack/react-query';
import { toast } from '@waystory/ui/toast-store.ts';
import { useTranslation } from 'react-i18next';
import { deletions, undoTime } from '../saving/deletions.ts';
import { usePendingDeletions, useRemoval } from '../saving/use-removal.ts';
import { type Listable, listsHolding, putHolding } from './collection.query.ts';
import { addToCollection, removalId, takeFromCollection } from './collection-writes.ts';
import { listProblem } from './list-problem.ts';

/** Whether a list contains an item, with toggles to add and remove it. Both can be undone for a while. */
export function useOnList({ id, title }: { id: string; title: string }, thing: Listable): { isOn: boolean; put: (isOn: boolean) => void } {
  const { t } = useTranslation('lists');
  const removal = removalId(id, thing.id);
  const isLeaving = usePendingDeletions().has(removal);
  const { data: isHeld = false } = useQuery({ ...listsHolding(thing.id), select: (ids) => ids.includes(id) });
  const remove = useRemoval();
  const takeBack = (): void => void takeFromCollection(id, thing.id).catch(() => toast.error(t('removeFailed', { title })));
  const add = async (): Promise<void> => {
    putHolding(thing.id, id, true);
    try {
      await addToCollection(id, thing);
      toast(t('added', { title }), {
        id: `added-${removal}`,
        duration: undoTime,
        action: { label: t('common.undo', { ns: 'translation' }), onClick: takeBack },
      });
    } catch (error) {
      putHolding(thing.id, id, false);
      toast.error(listProblem(error, t, t('addFailed', { title })));
    }
  };
  const put = (isOn: boolean): void => {
    toast.dismiss(`added-${removal}`);
    if (!isOn)
      remove({ id: removal, message: t('removed', { title }), failed: t('removeFailed', { title }), run: () => takeFromCollection(id, thing.id) });
    else if (!deletions.undo(removal)) void add();
    else toast.dismiss(`removal-${removal}`);
  };
  return { isOn: isHeld && !isLeaving, put };
}
