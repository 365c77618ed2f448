import { useSelector } from '@tanstack/react-store';
import { toast } from '@waystory/ui/toast-store.ts';
import { useTranslation } from 'react-i18next';
import { deletions, undoTime } from './deletions.ts';

/** What is deleted, and the sentences about it. */
export interface Removal {
  id: string;
  message: string;
  failed: string;
  /** Deletes it and refreshes what shows it. */
  run: () => Promise<void>;
}

/** Deletes after the time in which it can be taken back; it is out of sight at once. */
export function useRemoval(): (removal: Removal) => void {
  const { t } = useTranslation();
  return ({ id, message, failed, run }) => {
    const toastId = `removal-${id}`;
    const perform = async (): Promise<void> => {
      toast.dismiss(toastId);
      await run();
    };
    deletions.schedule(id, perform, () => toast.error(failed));
    toast(message, { id: toastId, duration: undoTime, action: { label: t('common.undo'), onClick: () => deletions.undo(id) } });
  };
}

/** Ids of what was deleted and can still be taken back. */
export const usePendingDeletions = (): ReadonlySet<string> => useSelector(deletions.pending);
