import { History } from '../../detail/history/history.tsx';
import { Facts, ShowPage } from '../../detail/show-page.tsx';
import { count, custom, mark, person, when, words } from '../../fields/field.tsx';
import type { States } from '../../fields/mark.tsx';
import { Money } from '../../fields/money.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { RefundButton } from './refund-button.tsx';

const states: States = {
  PENDING: ['Not paid yet', 'warn'],
  PROCESSING: ['Payment under way', 'warn'],
  PAID: ['Paid, credits pending', 'warn'],
  FULFILLED: ['Paid', 'good'],
  EXPIRED: ['Expired', 'plain'],
  CANCELLED: ['Cancelled', 'plain'],
  FAILED: ['Failed', 'bad'],
  REFUNDED: ['Refunded', 'plain'],
};
const problems: States = {
  DECLINED: ['The payment was declined', 'plain'],
  UNAVAILABLE: ['Stripe was not reachable', 'bad'],
  AMOUNT_DIFFERS: ['A different amount was paid', 'bad'],
  null: ['–', 'plain'],
};

const fields = [
  person('accountId', { label: 'Account', empty: 'An account that is gone', small: 'primary' }),
  words('packageName', { label: 'Package' }),
  count('credits'),
  custom('amount', <Money />, { small: 'tertiary' }),
  mark('status', states, { small: 'secondary' }),
  mark('problem', problems, { hidden: true }),
  when('createdAt', { label: 'Made' }),
  when('updatedAt', { label: 'Changed', only: 'list', hidden: true }),
  when('paidAt', { label: 'Paid', only: 'show' }),
  when('refundedAt', { label: 'Refunded', only: 'show' }),
  words('stripeSessionId', { label: 'Stripe session', only: 'show', wide: true }),
  words('refundReason', { only: 'show', wide: true }),
];

export const list = () => <ListPage fields={fields} filters={['status', 'accountId', 'createdAt']} />;

export const show = () => (
  <ShowPage actions={<RefundButton />}>
    <Facts of={fields} />
    <History of="orders" />
  </ShowPage>
);
