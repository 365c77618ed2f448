import { useQuery } from '@tanstack/react-query';
import type { CollectionView } from '@waystory/proto/social/collection.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Checkbox } from '@waystory/ui/checkbox.tsx';
import { Popover, type PopoverProps } from '@waystory/ui/popover.tsx';
import { SkeletonGroup, SkeletonText } from '@waystory/ui/skeleton.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { useTranslation } from 'react-i18next';
import { deletions, undoTime } from '../saving/deletions.ts';
import { usePendingDeletions, useRemoval } from '../saving/use-removal.ts';
import { cacheListMembership, type Listable, listsHolding, myCollections } from './collection.query.ts';
import { addToCollection, createCollection, deleteCollection, listProblem, removalId, removeFromCollection } from './collection-writes.ts';
import { NewListForm } from './new-list-form.tsx';

interface ListPopoverProps extends Pick<PopoverProps, 'anchor' | 'open' | 'onOpenChange'> {
  thing: Listable;
  isSaved: boolean;
  onToggleSaved: () => void;
}

/** Saved state of an item, and the lists that contain it. */
export function ListPopover({ thing, isSaved, onToggleSaved, ...popover }: ListPopoverProps) {
  const { t } = useTranslation('lists');
  return (
    <Popover {...popover} label={t('menu.label')} align="start" className="flex flex-col gap-3">
      <Checkbox label={t('menu.saved')} checked={isSaved} onCheckedChange={onToggleSaved} />
      <section aria-labelledby="lists-of-thing" className="border-line border-t pt-3">
        <h2 id="lists-of-thing" className="font-semibold text-muted text-small">
          {t('menu.add')}
        </h2>
        <Choices thing={thing} />
        <NewListForm className="mt-3" onCreate={useListWith(thing)} />
      </section>
    </Popover>
  );
}

function Choices({ thing }: { thing: Listable }) {
  const { t } = useTranslation('lists');
  const lists = useQuery(myCollections);
  const holding = useQuery(listsHolding(thing.id));
  if (lists.data && holding.data)
    return (
      lists.data.length > 0 && (
        <ul className="-mx-2 mt-2 flex max-h-52 flex-col gap-2.5 overflow-y-auto px-2 py-1">
          {lists.data.map((list) => (
            <li key={list.id}>
              <Choice list={list} thing={thing} />
            </li>
          ))}
        </ul>
      )
    );
  if (lists.isError || holding.isError)
    return (
      <p role="alert" className="mt-2 flex items-center justify-between gap-2 text-small">
        {t('menu.failed')}
        <Button size="sm" variant="quiet" onClick={() => void Promise.all([lists.refetch(), holding.refetch()])}>
          {t('menu.again')}
        </Button>
      </p>
    );
  return (
    <SkeletonGroup className="mt-3">
      <SkeletonText lines={2} />
    </SkeletonGroup>
  );
}

function Choice({ list, thing }: { list: CollectionView; thing: Listable }) {
  const { isOn, put } = useOnList(list, thing);
  return <Checkbox label={<span className="break-words">{list.title}</span>} checked={isOn} onCheckedChange={(to) => put(to === true)} />;
}

/** Creates a list with an item on it; the undo removes both. */
function useListWith(thing: Listable): (title: string) => Promise<boolean> {
  const { t } = useTranslation('lists');
  const fill = async (id: string, title: string): Promise<void> => {
    const takeBack = (): void => void deleteCollection(id).catch(() => toast.error(t('deleteFailed', { title })));
    await addToCollection(id, thing);
    toast(t('added', { title }), {
      id: `added-${id}`,
      duration: undoTime,
      action: { label: t('common.undo', { ns: 'translation' }), onClick: takeBack },
    });
  };
  return async (title) => {
    const made = await createCollection(title).catch((error) => void toast.error(listProblem(error, t, t('new.failed'))));
    // The list exists, even when adding the item failed.
    await (made && fill(made.id, title).catch((error) => toast.error(listProblem(error, t, t('addFailed', { title })))));
    return made !== undefined;
  };
}

/** Whether a list contains an item, with toggles to add and remove it. Both can be undone for a while. */
function useOnList({ id, title }: { id: string; title: string }, thing: Listable): { isOn: boolean; put: (isOn: boolean) => void } {
  const { t } = useTranslation('lists');
  const removal = removalId(id, thing.id);
  const isLeaving = usePendingDeletions().has(removal);
  const { data: isHeld = false } = useQuery({ ...listsHolding(thing.id), select: (ids) => ids.includes(id) });
  const remove = useRemoval();
  const takeBack = (): void => void removeFromCollection(id, thing.id).catch(() => toast.error(t('removeFailed', { title })));
  const add = async (): Promise<void> => {
    cacheListMembership(thing.id, id, true);
    try {
      await addToCollection(id, thing);
      toast(t('added', { title }), {
        id: `added-${removal}`,
        duration: undoTime,
        action: { label: t('common.undo', { ns: 'translation' }), onClick: takeBack },
      });
    } catch (error) {
      cacheListMembership(thing.id, id, false);
      toast.error(listProblem(error, t, t('addFailed', { title })));
    }
  };
  const put = (isOn: boolean): void => {
    toast.dismiss(`added-${removal}`);
    if (!isOn)
      remove({ id: removal, message: t('removed', { title }), failed: t('removeFailed', { title }), run: () => removeFromCollection(id, thing.id) });
    else if (!deletions.undo(removal)) void add();
    else toast.dismiss(`removal-${removal}`);
  };
  return { isOn: isHeld && !isLeaving, put };
}
