import { given } from '@waystory/infra/commands/given.ts';
import type { OrderEvent } from '@waystory/proto/billing/order.ts';
import type { Payment } from '@waystory/proto/billing/payment.ts';
import { describe, expect, test } from 'vitest';
import {
  accountId,
  checkoutOpened,
  explorerPackage,
  orderFulfilled,
  orderId,
  orderPaid,
  orderPlaced,
  paidPayment,
  paymentOf,
} from './order.fixture.ts';
import { keptAmountOf, type Order, type OrderCommand, orderCreditsOf, orderStream, orderViewOf } from './order.ts';

const follow = (payment: Payment): OrderCommand => ({ type: 'FollowPayment', payment });
const after = (...events: OrderEvent[]) => given(orderStream, [orderPlaced, checkoutOpened, ...events], orderId);
const stateOf = ({ state }: { state: Order | null }): Order => state ?? expect.fail('there is no order');

const event = {
  awaited: { type: 'PaymentAwaited', data: {} },
  expired: { type: 'OrderExpired', data: {} },
  cancelled: { type: 'OrderCancelled', data: {} },
  declined: { type: 'OrderFailed', data: { problem: 'DECLINED' } },
  unavailable: { type: 'OrderFailed', data: { problem: 'UNAVAILABLE' } },
  cancelling: { type: 'CancellationRequested', data: { reason: 'OWNER' } },
  asked: { type: 'RefundRequested', data: { reason: 'Bought twice' } },
} as const satisfies Record<string, OrderEvent>;
const refunded = (refundId: string, amount: number): OrderEvent => ({ type: 'OrderRefunded', data: { refundId, amount } });
const disputed = (disputeId: string, amount: number): OrderEvent => ({ type: 'OrderDisputed', data: { disputeId, amount } });
const expired = paymentOf({ session: 'EXPIRED', url: null });
const processing = paymentOf({ session: 'COMPLETE', state: 'PROCESSING', paymentIntentId: 'pi_1' });
const declined = { ...processing, state: 'DECLINED' } as const;

describe('order', () => {
  test('is placed once, opened at Stripe, paid and fulfilled', () => {
    given(orderStream, [], orderId)
      .when({ type: 'PlaceOrder', accountId, package: explorerPackage, returnTo: '/profile' })
      .then([orderPlaced])
      .when({ type: 'PlaceOrder', accountId, package: { ...explorerPackage, price: 1 }, returnTo: '/' })
      .then([])
      .when(follow(paymentOf()))
      .then([checkoutOpened])
      .when(follow(paymentOf()))
      .then([])
      .when(follow(paidPayment()))
      .then([orderPaid])
      .when({ type: 'FulfilOrder' })
      .then([orderFulfilled])
      .when({ type: 'FulfilOrder' })
      .then([])
      .when(follow(paidPayment()))
      .then([]);
  });

  test("records CheckoutOpened and OrderPaid together when Stripe's event precedes the response to the creation of the session", () => {
    given(orderStream, [orderPlaced], orderId)
      .when(follow(paidPayment({ url: null })))
      .then([{ type: 'CheckoutOpened', data: { sessionId: 'cs_1', url: null, expiresAt: '2026-01-01T01:00:00.000Z' } }, orderPaid]);
  });

  test('that was never placed rejects the state of a payment with order/unknown', () => {
    given(orderStream, [], orderId).when(follow(paidPayment())).rejects('order/unknown');
  });

  test('shows its payment page only while it is payable, and no internal data', () => {
    expect(orderViewOf(stateOf(after()))).toMatchObject({ id: orderId, status: 'PENDING', stripeCheckoutUrl: 'https://stripe.example/cs_1' });
    expect(orderViewOf(stateOf(after(event.awaited)))).toMatchObject({ status: 'PROCESSING', stripeCheckoutUrl: null });
    expect(Object.keys(orderViewOf(stateOf(after(orderPaid))))).not.toContain('paymentIntentId');
  });
});

describe('order updated from Stripe', () => {
  test.each<[string, OrderEvent[], Payment, OrderEvent[]]>([
    ['an open session changes nothing', [], paymentOf(), []],
    ['processing payment is awaited', [], processing, [event.awaited]],
    ['processing payment is awaited once', [event.awaited], processing, []],
    ['awaited payment succeeds', [event.awaited], paidPayment(), [orderPaid]],
    ['awaited payment is declined', [event.awaited], declined, [event.declined]],
    ['expired session expires the order', [], expired, [event.expired]],
    ['expired session after a cancellation request cancels the order', [event.cancelling], expired, [event.cancelled]],
    ['payment after a cancellation request is paid', [event.cancelling], paidPayment(), [orderPaid]],
    ['an expired order stays expired', [event.expired], expired, []],
    ['an expired order awaits no processing payment', [event.expired], processing, []],
    ['an expired order with a payment is paid', [event.expired], paidPayment(), [orderPaid]],
    ['a cancelled order with a payment is paid', [event.cancelling, event.cancelled], paidPayment(), [orderPaid]],
    ['a declined order with a payment is paid', [event.awaited, event.declined], paidPayment(), [orderPaid]],
    ['a paid order does not expire', [orderPaid], expired, []],
    ['a fulfilled order does not fail', [orderPaid, orderFulfilled], declined, []],
    [
      'payment refunded before its first event is paid and refunded',
      [],
      paidPayment({ refunds: [{ id: 're_1', amount: 1_500 }] }),
      [orderPaid, refunded('re_1', 1_500)],
    ],
  ])('%s', (_, events, payment, expected) => {
    after(...events)
      .when(follow(payment))
      .then(expected);
  });

  test('fails when its session could not be opened, unless it is paid after all', () => {
    given(orderStream, [orderPlaced], orderId)
      .when({ type: 'FailOrder', problem: 'UNAVAILABLE' })
      .then([event.unavailable])
      .when({ type: 'FailOrder', problem: 'DECLINED' })
      .then([])
      .when(follow(paidPayment({ url: 'https://stripe.example/cs_1' })))
      .then([checkoutOpened, orderPaid]);
  });
});

describe('payment of another amount or currency', () => {
  test.each([{ amount: 1_499 }, { amount: 1_501 }, { currency: 'usd' }])('%j is never granted and can be refunded', (other) => {
    const { amount, currency } = { amount: 1_500, currency: 'eur', ...other };
    const differed = { type: 'PaymentDiffered', data: { paymentIntentId: 'pi_1', amount, currency } } as const;
    const order = after()
      .when(follow(paidPayment(other)))
      .then([differed]);
    expect(stateOf(order)).toMatchObject({ status: 'FAILED', problem: 'AMOUNT_DIFFERS' });
    expect([orderCreditsOf(stateOf(order)), keptAmountOf(stateOf(order))]).toEqual([null, amount]);
    order.when({ type: 'FulfilOrder' }).then([]);
    const back = order
      .when(follow(paidPayment(other)))
      .then([])
      .when({ type: 'RequestRefund', reason: 'Bought twice' })
      .then([event.asked])
      .when(follow(paidPayment({ ...other, refunds: [{ id: 're_1', amount }] })))
      .then([refunded('re_1', amount)]);
    expect([stateOf(back).status, orderCreditsOf(stateOf(back)), keptAmountOf(stateOf(back))]).toEqual(['REFUNDED', null, 0]);
  });
});

test('Order whose payment an older release recorded in a converted currency is paid when Stripe is read again', () => {
  const differed = { type: 'PaymentDiffered', data: { paymentIntentId: 'pi_1', amount: 2_550, currency: 'jpy' } } as const;
  const order = after(differed).when(follow(paidPayment())).then([orderPaid]);
  expect(stateOf(order)).toMatchObject({ status: 'PAID', problem: null, paidAmount: 1_500 });
  after(differed, refunded('re_1', 2_550))
    .when(follow(paidPayment({ refunds: [{ id: 're_1', amount: 1_500 }] })))
    .then([]);
});

describe('order cancellation', () => {
  const cancel = { type: 'CancelOrder', reason: 'OWNER' } as const;
  test('is possible once, and only before payment', () => {
    after().when(cancel).then([event.cancelling]).when(cancel).then([]);
    for (const events of [[event.awaited], [orderPaid], [orderPaid, orderFulfilled], [event.expired], [event.declined]])
      after(...events)
        .when(cancel)
        .rejects('order/not-cancellable');
    after(event.cancelling, event.cancelled).when(cancel).then([]);
  });

  test('for a deleted account is accepted even while a payment is processing', () => {
    const gone = { type: 'CancelOrder', reason: 'ACCOUNT_GONE' } as const;
    after(event.awaited)
      .when(gone)
      .then([{ type: 'CancellationRequested', data: { reason: 'ACCOUNT_GONE' } }])
      .when(gone)
      .then([]);
    after(orderPaid).when(gone).then([]);
    after(event.expired).when(gone).then([]);
  });
});

describe('order refund', () => {
  const ask = { type: 'RequestRefund', reason: 'Bought twice' } as const;
  test('is possible while money is kept', () => {
    after(orderPaid).when(ask).then([event.asked]).when(ask).then([]);
    for (const events of [[], [event.awaited], [event.expired], [orderPaid, refunded('re_1', 1_500)], [orderPaid, disputed('dp_1', 1_500)]])
      after(...events)
        .when(ask)
        .rejects('order/not-refundable');
  });

  test('can be requested again after Stripe declined it', () => {
    const decline = { type: 'DeclineRefund', code: 'charge_disputed' } as const;
    after(orderPaid, event.asked)
      .when(decline)
      .then([{ type: 'RefundDeclined', data: { code: 'charge_disputed' } }])
      .when(decline)
      .then([])
      .when(ask)
      .then([event.asked]);
  });

  test('revokes the credits of each refunded part once', () => {
    const parts = [{ id: 're_1', amount: 501 }];
    const some = after(orderPaid, orderFulfilled)
      .when(follow(paidPayment({ refunds: parts })))
      .then([refunded('re_1', 501)]);
    expect([stateOf(some).status, orderCreditsOf(stateOf(some))]).toEqual(['FULFILLED', { credits: 200, refunded: 67, disputed: 0 }]);
    const all = some
      .when(follow(paidPayment({ refunds: parts })))
      .then([])
      .when(follow(paidPayment({ refunds: [...parts, { id: 're_2', amount: 999 }] })))
      .then([refunded('re_2', 999)]);
    expect([stateOf(all).status, orderCreditsOf(stateOf(all))]).toEqual(['REFUNDED', { credits: 200, refunded: 200, disputed: 0 }]);
    const failed = all.when(follow(paidPayment({ refunds: parts }))).then([{ type: 'RefundFailed', data: { refundId: 're_2' } }]);
    expect([stateOf(failed).status, orderCreditsOf(stateOf(failed))]).toEqual(['PAID', { credits: 200, refunded: 67, disputed: 0 }]);
  });
});

describe('order dispute', () => {
  const dispute = (outcome: 'OPEN' | 'WON' | 'LOST') => paidPayment({ disputes: [{ id: 'dp_1', amount: 1_500, outcome }] });
  const won: OrderEvent = { type: 'DisputeWon', data: { disputeId: 'dp_1' } };

  test('revokes the credits until it is won', () => {
    const open = after(orderPaid, orderFulfilled)
      .when(follow(dispute('OPEN')))
      .then([disputed('dp_1', 1_500)])
      .when(follow(dispute('LOST')))
      .then([]);
    expect(orderCreditsOf(stateOf(open))).toEqual({ credits: 200, refunded: 0, disputed: 200 });
    const back = open
      .when(follow(dispute('WON')))
      .then([won])
      .when(follow(dispute('WON')))
      .then([]);
    expect(orderCreditsOf(stateOf(back))).toEqual({ credits: 200, refunded: 0, disputed: 0 });
  });

  test('revokes nothing when it was won before its first event', () => {
    after(orderPaid)
      .when(follow(dispute('WON')))
      .then([]);
  });

  test('revokes nothing twice after a refund', () => {
    const both = after(orderPaid, orderFulfilled, refunded('re_1', 1_500), disputed('dp_1', 1_500));
    expect([keptAmountOf(stateOf(both)), orderCreditsOf(stateOf(both))]).toEqual([0, { credits: 200, refunded: 200, disputed: 0 }]);
  });
});
