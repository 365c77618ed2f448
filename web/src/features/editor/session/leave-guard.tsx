import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { EditSession } from '../../../model/editing/edit-session.ts';
import { deletions } from '../../../model/saving/deletions.ts';
import { useConfirm } from '../../../ui/confirm-dialog.tsx';

/** How long leaving waits for the last text to arrive before it asks, milliseconds. */
const patience = 1_500;

/** The session goes on from page to page of the same itinerary. */
const staysInEditor = (path: string, id: string): boolean => path.startsWith(`/itineraries/${id}/`) && /\/(edit|form)\/?$/.test(path);

/** Saves what waits when the page is left, and asks when that does not work. */
export function LeaveGuard({ session }: { session: EditSession }) {
  const { t } = useTranslation('editor');
  const confirm = useConfirm();
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || staysInEditor(next.pathname, session.id) || !session.overall().isUnsaved) return false;
      await Promise.race([session.flush(), new Promise((resolve) => setTimeout(resolve, patience))]);
      if (!session.overall().isUnsaved) return false;
      const leave = await confirm({
        title: t('leave.title'),
        text: t('leave.text'),
        confirmLabel: t('leave.confirm'),
        cancelLabel: t('leave.stay'),
      });
      return !leave;
    },
    enableBeforeUnload: () => session.overall().isUnsaved || deletions.isWaiting,
  });
  return null;
}
