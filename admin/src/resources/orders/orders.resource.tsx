import { DataTable } from 'react-admin';
import { History } from '../../detail/history/history.tsx';
import { Fact, Facts, ShowPage } from '../../detail/show-page.tsx';
import { StateMark, type Tone } from '../../fields/mark.tsx';
import { Money } from '../../fields/money.tsx';
import { Person } from '../../fields/person.tsx';
import { When } from '../../fields/when.tsx';
import { Words } from '../../fields/words.tsx';
import { filtersOf } from '../../list/filters.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { RefundButton } from './refund-button.tsx';

const states = {
  PENDING: ['Not paid yet', 'warn'],
  PROCESSING: ['Waits for the money', 'warn'],
  PAID: ['Paid, credits to come', 'warn'],
  FULFILLED: ['Paid', 'good'],
  EXPIRED: ['Expired', 'plain'],
  CANCELLED: ['Cancelled', 'plain'],
  FAILED: ['Failed', 'bad'],
  REFUNDED: ['Given back', 'plain'],
} as const satisfies Record<string, readonly [string, Tone]>;
const problems = {
  DECLINED: ['The payment was declined', 'plain'],
  UNAVAILABLE: ['Stripe could not be asked', 'bad'],
  AMOUNT_DIFFERS: ['Another amount was paid', 'bad'],
  null: ['–', 'plain'],
} as const satisfies Record<string, readonly [string, Tone]>;

const status = <StateMark source="status" states={states} />;

export const list = () => (
  <ListPage
    filters={filtersOf('orders', 'status', 'accountId', 'createdAt')}
    hidden={['updatedAt', 'problem']}
    small={{ primary: <Person source="accountId" />, secondary: status, tertiary: <Money /> }}
  >
    <DataTable.Col source="accountId" label="Account" disableSort>
      <Person source="accountId" />
    </DataTable.Col>
    <DataTable.Col source="packageName" label="Package" disableSort />
    <DataTable.NumberCol source="credits" disableSort />
    <DataTable.Col source="amount">
      <Money />
    </DataTable.Col>
    <DataTable.Col source="status" disableSort>
      {status}
    </DataTable.Col>
    <DataTable.Col source="problem" disableSort>
      <StateMark source="problem" states={problems} />
    </DataTable.Col>
    <DataTable.Col source="createdAt" label="Made">
      <When source="createdAt" />
    </DataTable.Col>
    <DataTable.Col source="updatedAt" label="Changed">
      <When source="updatedAt" />
    </DataTable.Col>
  </ListPage>
);

export const show = () => (
  <ShowPage actions={<RefundButton />}>
    <Facts>
      <Fact name="account">
        <Person source="accountId" empty="An account that is gone" />
      </Fact>
      <Fact name="package">
        <Words source="packageName" />
      </Fact>
      <Fact name="credits">
        <Words source="credits" />
      </Fact>
      <Fact name="amount">
        <Money />
      </Fact>
      <Fact name="status">{status}</Fact>
      <Fact name="problem">
        <StateMark source="problem" states={problems} />
      </Fact>
      <Fact name="made">
        <When source="createdAt" />
      </Fact>
      <Fact name="paid">
        <When source="paidAt" />
      </Fact>
      <Fact name="givenBack">
        <When source="refundedAt" />
      </Fact>
      <Fact name="stripeSession" wide>
        <Words source="stripeSessionId" />
      </Fact>
      <Fact name="refundReason" wide>
        <Words source="refundReason" />
      </Fact>
    </Facts>
    <History of="orders" />
  </ShowPage>
);
