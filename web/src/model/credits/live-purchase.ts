import { api } from '@waystory/client/api.ts';
import type { Order } from '@waystory/proto/billing/order.ts';
import { putOrder } from './credits.query.ts';
import { buy, goOnPaying, type PurchaseDeps, type PurchaseOutcome } from './payable-order.ts';
import { type Purchase, purchaseKeys } from './purchase-keys.ts';

const deps: PurchaseDeps = {
  calls: api,
  keys: purchaseKeys,
  isOnline: () => navigator.onLine,
  now: Date.now,
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** Something to pay for: a new purchase, or an earlier order. */
export type Wanted = { purchase: Purchase } | { order: Order };

/** Brings it about that it can be paid. The lists know of it then. */
export async function preparePayment(wanted: Wanted): Promise<PurchaseOutcome> {
  const outcome = 'purchase' in wanted ? await buy(wanted.purchase, deps) : await goOnPaying(wanted.order, deps);
  if ('order' in outcome) putOrder(outcome.order);
  return outcome;
}
