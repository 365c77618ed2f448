import { z } from 'zod';
import type { Checkout } from '../checkout/checkout.ts';
import { changeAlone, type Fall } from '../checkout/checkout-store.ts';
import { attempt, expire } from '../checkout/rules.ts';
import { type Asks, keepSetting, readSetting, type Sandbox } from '../sandbox.ts';
import type { PayAction } from './pay-page.ts';

/** Default delay of a delayed payment, seconds. */
const usualDelay = 10;
const delay = 'settles-after';

/** Sets the delay of future delayed payments. */
export const chooseDelay = (asks: Asks, seconds: number): Promise<void> => keepSetting(asks, delay, seconds);

/**
 * Executes the action of a button on the hosted page.
 * @throws StripeRefusal when the session is no longer open
 */
export async function act(sandbox: Sandbox, sessionId: string, action: PayAction): Promise<Checkout> {
  switch (action) {
    case 'pay':
      return changeAlone(sandbox, sessionId, attempt('succeeds'));
    case 'decline':
      return changeAlone(sandbox, sessionId, attempt('declined'));
    case 'pay-later':
      return changeAlone(sandbox, sessionId, attempt('later'), await afterDelay(sandbox, 'succeeds'));
    case 'fail-later':
      return changeAlone(sandbox, sessionId, attempt('later'), await afterDelay(sandbox, 'fails'));
    case 'expire':
      return changeAlone(sandbox, sessionId, expire);
  }
}

async function afterDelay({ pool, now }: Sandbox, what: Fall['what']): Promise<Fall> {
  return { what, at: now() + (await readSetting(pool, delay, z.number(), usualDelay)) };
}
