import { EngineUnavailable } from '@waystory/infra/errors.ts';
import type { EventStore, RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { newId } from '@waystory/infra/identifier.ts';
import type { Payments } from '@waystory/infra/payments/port.ts';
import type { CreditEvent } from '@waystory/proto/billing/credit.ts';
import type { OrderEvent } from '@waystory/proto/billing/order.ts';
import type { Payment } from '@waystory/proto/billing/payment.ts';
import { describe, expect, test } from 'vitest';
import { auditOrders } from './audit-orders.ts';
import { accountId, checkoutOpened, orderFulfilled, orderId, orderPaid, orderPlaced, paidPayment, paymentOf } from './order.fixture.ts';

const at = '2026-01-01T00:00:00.000Z';
const now = new Date('2026-01-01T00:01:00.000Z');

/** A log written without the rules, so that it may hold faults. */
function logOf(...events: (OrderEvent | CreditEvent)[]): Pick<EventStore, 'readAll'> {
  const recorded = events.map((event, index): RecordedEvent => {
    const stream = event.type.startsWith('Credits') ? `credit-${accountId}` : `order-${orderId}`;
    const schema = ['CreditsGranted', 'CreditsRevoked'].includes(event.type) ? 2 : 1;
    return { ...event, id: newId(), stream, schema, version: index + 1, position: index + 1, meta: { actorId: null, commandId: newId() }, at };
  });
  return { readAll: async (after, limit) => recorded.filter(({ position }) => position > after).slice(0, limit) };
}
/** A payment provider that always answers this payment. */
const stripeWith = (payment: Payment): Payments => ({ read: async () => payment }) as Partial<Payments> as Payments; // the audit only reads
const granted = (credits: number, grantId = orderId): CreditEvent => ({
  type: 'CreditsGranted',
  data: { accountId, grantId, credits, reason: 'PURCHASE', asOf: 3 },
});
const revoked = (credits: number): CreditEvent => ({
  type: 'CreditsRevoked',
  data: { accountId, revocationId: newId(), grantId: orderId, credits, reason: 'REFUND', asOf: 4 },
});
const refund = (amount: number) => ({ refunds: [{ id: 're_1', amount }] });

describe('order audit', () => {
  test('finds no fault where credits match the money kept', async () => {
    const bought = [orderPlaced, checkoutOpened, orderPaid, granted(200), orderFulfilled];
    expect(await auditOrders(logOf(...bought), stripeWith(paidPayment()), now)).toEqual({ orders: 1, compared: 1, kept: { eur: 1_500 }, faults: [] });
    expect(await auditOrders(logOf(...bought, revoked(67)), stripeWith(paidPayment(refund(501))), now)).toMatchObject({
      kept: { eur: 999 },
      faults: [],
    });
    expect(await auditOrders(logOf(orderPlaced, checkoutOpened), stripeWith(paymentOf()), now)).toMatchObject({ faults: [] });
    expect(await auditOrders(logOf(), null, now)).toEqual({ orders: 0, compared: 0, kept: {}, faults: [] });
  });

  test.each<[string, (OrderEvent | CreditEvent)[], Payment, string]>([
    ['credits that are one too few', [orderPlaced, checkoutOpened, orderPaid, granted(199)], paidPayment(), 'has 199 credits and not 200'],
    ['credits that were never paid', [orderPlaced, checkoutOpened, granted(200)], paymentOf(), 'has 200 credits and not 0'],
    [
      'credits for money that went back',
      [orderPlaced, checkoutOpened, orderPaid, granted(200)],
      paidPayment(refund(1_500)),
      'has 200 credits and not 0',
    ],
    [
      'one credit too many for money that went back',
      [orderPlaced, checkoutOpened, orderPaid, granted(200), revoked(199)],
      paidPayment(refund(1_500)),
      'has 1 credits and not 0',
    ],
    ['money without credits', [orderPlaced, checkoutOpened], paidPayment(), 'has 0 credits and not 200'],
    ['another amount', [orderPlaced, checkoutOpened], paidPayment({ amount: 1_499 }), 'was paid with 1499 eur and not 1500 eur'],
    ['credits of no order', [granted(5, newId())], paymentOf(), 'an order that there is not'],
  ])('reports the fault: %s', async (_, events, payment, said) => {
    expect((await auditOrders(logOf(...events), stripeWith(payment), now)).faults).toEqual([expect.stringContaining(said)]);
  });

  test('reports overdue orders, and null compared orders when Stripe is unavailable', async () => {
    const later = new Date('2026-01-02T00:00:00.000Z');
    expect((await auditOrders(logOf(orderPlaced, checkoutOpened), stripeWith(paymentOf()), later)).faults).toEqual([
      `order ${orderId} is PENDING since ${at}`,
    ]);
    const away = { read: async () => Promise.reject(new EngineUnavailable('stripe', null)) } as Partial<Payments> as Payments; // the audit only reads
    expect(await auditOrders(logOf(orderPlaced, checkoutOpened, orderPaid, granted(200), orderFulfilled), away, now)).toMatchObject({
      compared: null,
      faults: [],
    });
  });
});
