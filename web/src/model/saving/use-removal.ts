import { useSelector } from '@tanstack/react-store';
import { toast } from '@waystory/ui/toast-store.ts';
import { useTranslation } from 'react-i18next';
import type { UndoStack } from '../editing/undo-stack.ts';
import { deletions, undoTime } from './deletions.ts';

/** A thing to delete, with its messages. */
export interface Removal {
  id: string;
  message: string;
  failed: string;
  /** Deletes it and refreshes what shows it. */
  run: () => Promise<void>;
}

/**
 * Deletes after the time in which it can be taken back; it is out of sight at once.
 * @param undoStack Of the story that it belongs to, if it is part of one.
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

/** Ids of what was deleted and can still be taken back. */
export const usePendingDeletions = (): ReadonlySet<string> => useSelector(deletions.pending);
