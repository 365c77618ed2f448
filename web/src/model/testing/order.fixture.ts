import type { Order } from '@waystory/proto/billing/order.ts';

/** A payable order. */
export const openOrder: Order = {
  id: '0198f000-0000-7000-8000-0000000000aa',
  accountId: '0198f000-0000-7000-8000-000000000001',
  packageId: 'explorer',
  packageName: 'Explorer',
  credits: 200,
  amount: 1_499,
  currency: 'eur',
  status: 'PENDING',
  problem: null,
  stripeCheckoutUrl: 'https://checkout.stripe.com/c/pay/cs_test_1',
  stripeSessionId: 'cs_test_1',
  expiresAt: '2026-11-26T10:00:00Z',
  paidAt: null,
  refundedAt: null,
  refundReason: null,
  createdAt: '2026-11-26T09:00:00Z',
  updatedAt: '2026-11-26T09:00:00Z',
};
