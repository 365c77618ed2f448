import { useBlocker } from '@tanstack/react-router';
import { useConfirm } from '@waystory/ui/confirm-dialog.tsx';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { warnBeforeLeaving } from './leave-warning.ts';

/** Longest wait for the last save before the question, milliseconds. */
const patience = 1_500;

interface LeaveGuardProps {
  isUnsaved: () => boolean;
  /** Saves pending text; omitted when nothing may be sent without a request. */
  save?: () => Promise<void>;
  /** Paths that keep the unsaved text. */
  staysHere?: (path: string) => boolean;
  /** Description of the unsaved text. */
  text: string;
}

/** Asks before a page with unsaved text is left, after trying to save it. */
export function LeaveGuard({ isUnsaved, save, staysHere, text }: LeaveGuardProps) {
  const { t } = useTranslation('form');
  const confirm = useConfirm();
  useEffect(() => warnBeforeLeaving(isUnsaved), [isUnsaved]);
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || staysHere?.(next.pathname) || !isUnsaved()) return false;
      const saving = save?.();
      if (saving) await Promise.race([saving, new Promise((resolve) => setTimeout(resolve, patience))]);
      if (!isUnsaved()) return false;
      // On a slow connection, the save may finish while the question is open.
      const moot = saving?.then(() => !isUnsaved());
      return !(await confirm({ title: t('leave.title'), text, confirmLabel: t('leave.confirm'), cancelLabel: t('leave.stay'), moot }));
    },
    // `warnBeforeLeaving` covers this, and remains active while writes outlive the page.
    enableBeforeUnload: false,
  });
  return null;
}
