import { useSelector } from '@tanstack/react-store';
import { toast } from '@waystory/ui/toast-store.ts';
import { useTranslation } from 'react-i18next';
import type { UndoStack } from '../editing/undo-stack.ts';
import { deletions, undoTime } from './deletions.ts';

/** An item to delete, with its messages. */
export interface Removal {
  id: string;
  message: string;
  failed: string;
  /** Deletes the item and refreshes the data. */
  run: () => Promise<void>;
}

/**
 * Hides the item at once and deletes it after the undo time.
 * @param undoStack Undo stack of the story that the item belongs to, if any
 */
export function useRemoval(undoStack?: UndoStack): (removal: Removal) => void {
  const { t } = useTranslation();
  return ({ id, message, failed, run }) => {
    const toastId = `removal-${id}`;
    const dismiss = (): void => toast.dismiss(toastId);
    deletions.schedule(id, { run, onFailure: () => toast.error(failed), onTimeOver: dismiss });
    const undo = (): void => {
      deletions.undo(id);
      dismiss();
    };
    const takeBack = undoStack?.push({ undo, isPossible: () => deletions.pending.state.has(id) }) ?? undo;
    toast(message, { id: toastId, duration: undoTime, action: { label: t('common.undo'), onClick: takeBack } });
  };
}

/** Ids of deleted items that can still be restored. */
export const usePendingDeletions = (): ReadonlySet<string> => useSelector(deletions.pending);
