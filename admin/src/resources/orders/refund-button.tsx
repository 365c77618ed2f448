import { Button } from '@mui/material';
import { browserLocale } from '@waystory/client/environment.ts';
import { moneyText } from '@waystory/proto/billing/money.ts';
import type { Order } from '@waystory/proto/billing/order.ts';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useRecordContext } from 'react-admin';
import { api } from '../../data/product.ts';
import { useCall } from '../../data/use-call.ts';
import { ReasonDialog } from '../../moderation/reason-dialog.tsx';
import { reachOf } from '../../session/rights.ts';
import { currentRole } from '../../session/session.ts';

/** Gives the money of an order back, after a question and with a reason; what was not paid cannot be. */
export function RefundButton() {
  const order = useRecordContext<Order>();
  const { run, isPending } = useCall();
  const [isOpen, setOpen] = useState(false);
  if (!order || reachOf('orders.refund', currentRole()) !== 'all') return null;
  const isPaid = order.paidAt !== null || order.problem === 'AMOUNT_DIFFERS';
  if (!isPaid || order.refundedAt !== null) return null;
  const { id, accountId, amount, currency, credits } = order;
  const money = moneyText(amount, currency, browserLocale());
  const refund = (reason: string): void => {
    setOpen(false);
    void run(() => api.refundOrder({ params: { id, accountId }, body: { reason } }), 'Stripe gives the money back');
  };
  return (
    <>
      <Button size="small" color="error" loading={isPending} onClick={() => setOpen(true)} startIcon={<Undo2 size={16} aria-hidden="true" />}>
        Refund
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`Give ${money} back?`}
          text={`Stripe gives ${money} back to whoever paid, and the account loses ${credits} credits, also those that were spent. This cannot be undone.`}
          confirmLabel={`Give ${money} back`}
          readBy="It is kept with the order, and its owner reads it."
          onClose={() => setOpen(false)}
          onConfirm={refund}
        />
      )}
    </>
  );
}
