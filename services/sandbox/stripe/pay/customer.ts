import { z } from 'zod';
import type { Checkout } from '../checkout/checkout.ts';
import { changeCheckoutInTransaction, type ScheduledChange } from '../checkout/checkout-store.ts';
import { attemptPayment, expireSession } from '../checkout/rules.ts';
import { keepSetting, type Queryable, readSetting, type Sandbox } from '../sandbox.ts';
import type { PayAction } from './pay-page.ts';

/** Default delay of a delayed payment, seconds. */
const usualDelay = 10;
const delay = 'settles-after';

/** Sets the delay of future delayed payments. */
export const setPaymentDelay = (asks: Queryable, seconds: number): Promise<void> => keepSetting(asks, delay, seconds);

/**
 * Executes the action of a button on the hosted page.
 * @throws StripeRefusal when the session is no longer open
 */
export async function executePayAction(sandbox: Sandbox, sessionId: string, action: PayAction): Promise<Checkout> {
  switch (action) {
    case 'pay':
      return changeCheckoutInTransaction(sandbox, sessionId, attemptPayment('succeeds'));
    case 'decline':
      return changeCheckoutInTransaction(sandbox, sessionId, attemptPayment('declined'));
    case 'pay-later':
      return changeCheckoutInTransaction(sandbox, sessionId, attemptPayment('later'), await afterDelay(sandbox, 'succeeds'));
    case 'fail-later':
      return changeCheckoutInTransaction(sandbox, sessionId, attemptPayment('later'), await afterDelay(sandbox, 'fails'));
    case 'expire':
      return changeCheckoutInTransaction(sandbox, sessionId, expireSession);
  }
}

async function afterDelay({ pool, now }: Sandbox, what: ScheduledChange['what']): Promise<ScheduledChange> {
  return { what, at: now() + (await readSetting(pool, delay, z.number(), usualDelay)) };
}
