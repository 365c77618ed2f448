import type { CreditPackage, OrderEvent } from '@waystory/proto/billing/order.ts';
import type { Payment } from '@waystory/proto/billing/payment.ts';

export const orderId = 'f0000000-0000-8000-8000-000000000000';
export const accountId = 'a0000000-0000-8000-8000-000000000001';
export const explorerPackage: CreditPackage = { id: 'explorer', name: 'Explorer', credits: 200, price: 1_500, currency: 'eur', popular: true };
const expiresAt = '2026-01-01T01:00:00.000Z';

export const orderPlaced: OrderEvent = {
  type: 'OrderPlaced',
  data: { accountId, packageId: 'explorer', packageName: 'Explorer', credits: 200, amount: 1_500, currency: 'eur', returnTo: '/profile' },
};
export const checkoutOpened: OrderEvent = { type: 'CheckoutOpened', data: { sessionId: 'cs_1', url: 'https://stripe.example/cs_1', expiresAt } };
export const orderPaid: OrderEvent = { type: 'OrderPaid', data: { paymentIntentId: 'pi_1', amount: 1_500, currency: 'eur' } };
export const orderFulfilled: OrderEvent = { type: 'OrderFulfilled', data: {} };

/** An open session, with overrides. */
export const paymentOf = (other: Partial<Payment> = {}): Payment => ({
  sessionId: 'cs_1',
  orderId,
  session: 'OPEN',
  url: 'https://stripe.example/cs_1',
  expiresAt,
  state: 'NONE',
  paymentIntentId: null,
  amount: 1_500,
  currency: 'eur',
  refunds: [],
  disputes: [],
  ...other,
});
export const paidPayment = (other: Partial<Payment> = {}): Payment =>
  paymentOf({ session: 'COMPLETE', url: null, state: 'SUCCEEDED', paymentIntentId: 'pi_1', ...other });
