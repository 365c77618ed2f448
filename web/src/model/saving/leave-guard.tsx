import { useBlocker } from '@tanstack/react-router';
import { useConfirm } from '@waystory/ui/confirm-dialog.tsx';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { warnBeforeLeaving } from './leave-warning.ts';

/** How long leaving waits for the last text to arrive before it asks, milliseconds. */
const patience = 1_500;

interface LeaveGuardProps {
  isUnsaved: () => boolean;
  /** Saves what waits; without it nothing is sent that was not asked for. */
  save?: () => Promise<void>;
  /** Pages to which one may go without losing anything. */
  staysHere?: (path: string) => boolean;
  /** Description of the unsaved text. */
  text: string;
}

/** Asks before a page is left with something that is not saved, and saves it before that where it can. */
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
      // On a weak line the text arrives while somebody reads the question.
      const moot = saving?.then(() => !isUnsaved());
      return !(await confirm({ title: t('leave.title'), text, confirmLabel: t('leave.confirm'), cancelLabel: t('leave.stay'), moot }));
    },
    // `warnBeforeLeaving` does, and as long as the writing goes on after its page.
    enableBeforeUnload: false,
  });
  return null;
}
