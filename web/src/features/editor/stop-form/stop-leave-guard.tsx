import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../../ui/confirm-dialog.tsx';

/** Asks before a stop that is not saved is left. */
export function StopLeaveGuard({ isUnsaved }: { isUnsaved: () => boolean }) {
  const { t } = useTranslation('stop-form');
  const confirm = useConfirm();
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || !isUnsaved()) return false;
      const leave = await confirm({
        title: t('leave.title'),
        text: t('leave.text'),
        confirmLabel: t('leave.confirm'),
        cancelLabel: t('leave.stay'),
      });
      return !leave;
    },
    enableBeforeUnload: isUnsaved,
  });
  return null;
}
