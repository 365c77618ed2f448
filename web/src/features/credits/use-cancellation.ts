import { useMutation } from '@tanstack/react-query';
import { problemCode } from '@waystory/client/api.ts';
import type { Order } from '@waystory/proto/billing/order.ts';
import { useConfirm } from '@waystory/ui/confirm-dialog.tsx';
import { toast } from '@waystory/ui/toast-store.ts';
import { useTranslation } from 'react-i18next';
import { cancelOrder } from '../../model/credits/credits.query.ts';
import { invalidate } from '../../model/queries/invalidation.ts';

/** Cancels an order after the user has confirmed it in a dialog. */
export function useCancellation(order: Order): { cancel: () => void; isPending: boolean } {
  const { t } = useTranslation('credits');
  const confirm = useConfirm();
  const { mutate, isPending } = useMutation({
    mutationFn: () => cancelOrder(order),
    onSuccess: () => toast.success(t('cancel.done')),
    onError: (error) => {
      // The order may have been paid meanwhile, so its current state is read.
      invalidate({ kind: 'credits' });
      toast.error(t(problemCode(error) === 'order/not-cancellable' ? 'cancel.late' : 'cancel.failed'));
    },
  });
  const ask = async (): Promise<void> => {
    const words = { title: t('cancel.title'), text: t('cancel.text'), confirmLabel: t('cancel.confirm'), cancelLabel: t('cancel.keep') };
    if (await confirm({ ...words, danger: true })) mutate();
  };
  return { cancel: () => void ask(), isPending };
}
