import { api } from '@waystory/client/api.ts';
import type { Order } from '@waystory/proto/billing/order.ts';
import { putOrder } from './credits.query.ts';
import { buyPackage, type PurchaseDeps, type PurchaseOutcome, resumePayment } from './payable-order.ts';
import { type Purchase, purchaseKeys } from './purchase-keys.ts';

const deps: PurchaseDeps = {
  calls: api,
  keys: purchaseKeys,
  isOnline: () => navigator.onLine,
  now: Date.now,
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** A new purchase, or an earlier order to pay. */
export type PaymentTarget = { purchase: Purchase } | { order: Order };

/** Prepares a payment, and caches the order if there is one. */
export async function preparePayment(wanted: PaymentTarget): Promise<PurchaseOutcome> {
  const outcome = 'purchase' in wanted ? await buyPackage(wanted.purchase, deps) : await resumePayment(wanted.order, deps);
  if ('order' in outcome) putOrder(outcome.order);
  return outcome;
}
