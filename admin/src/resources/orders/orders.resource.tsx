import { Button } from '@mui/material';
import { browserLocale } from '@waystory/client/environment.ts';
import { moneyText } from '@waystory/proto/billing/money.ts';
import type { Order } from '@waystory/proto/billing/order.ts';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useRecordContext } from 'react-admin';
import { api } from '../../data/product.ts';
import { useCall } from '../../data/use-call.ts';
import { History } from '../../detail/history/history.tsx';
import { ShowPage } from '../../detail/show-page.tsx';
import { countField, customField, personField, stateField, textField, timeField } from '../../fields/field.tsx';
import type { StateLabels } from '../../fields/mark.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { ReasonDialog } from '../../moderation/reason-dialog.tsx';
import { accessLevelOf } from '../../session/rights.ts';
import { currentRole } from '../../session/session.ts';

/** Price of an order in the reader's number format. */
function Money({ source = 'amount' }: { source?: string; label?: string }) {
  const record = useRecordContext();
  return record ? <span>{moneyText(Number(record[source]), String(record.currency), browserLocale())}</span> : null;
}

/** Refunds a paid order after a confirmation with a reason. */
function RefundButton() {
  const order = useRecordContext<Order>();
  const { run, isPending } = useCall();
  const [isOpen, setOpen] = useState(false);
  if (!order || accessLevelOf('orders.refund', currentRole()) !== 'all') return null;
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

const states: StateLabels = {
  PENDING: ['Not paid yet', 'warn'],
  PROCESSING: ['Payment under way', 'warn'],
  PAID: ['Paid, credits pending', 'warn'],
  FULFILLED: ['Paid', 'good'],
  EXPIRED: ['Expired', 'plain'],
  CANCELLED: ['Cancelled', 'plain'],
  FAILED: ['Failed', 'bad'],
  REFUNDED: ['Refunded', 'plain'],
};
const problems: StateLabels = {
  DECLINED: ['The payment was declined', 'plain'],
  UNAVAILABLE: ['Stripe was not reachable', 'bad'],
  AMOUNT_DIFFERS: ['A different amount was paid', 'bad'],
  null: ['–', 'plain'],
};

const fields = [
  personField('accountId', { label: 'Account', empty: 'An account that is gone', small: 'primary' }),
  textField('packageName', { label: 'Package' }),
  countField('credits'),
  customField('amount', <Money />, { small: 'tertiary' }),
  stateField('status', states, { small: 'secondary' }),
  stateField('problem', problems, { hidden: true }),
  timeField('createdAt', { label: 'Made' }),
  timeField('updatedAt', { label: 'Changed', only: 'list', hidden: true }),
  timeField('paidAt', { label: 'Paid', only: 'show' }),
  timeField('refundedAt', { label: 'Refunded', only: 'show' }),
  textField('stripeSessionId', { label: 'Stripe session', only: 'show', wide: true }),
  textField('refundReason', { only: 'show', wide: true }),
];

export const list = () => <ListPage fields={fields} filters={['status', 'accountId', 'createdAt']} />;

export const show = () => (
  <ShowPage facts={fields} actions={<RefundButton />}>
    <History of="orders" />
  </ShowPage>
);
