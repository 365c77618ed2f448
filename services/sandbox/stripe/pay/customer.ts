import { z } from 'zod';
import type { Checkout } from '../checkout/checkout.ts';
import { changeAlone, type Fall } from '../checkout/checkout-store.ts';
import { attempt, expire } from '../checkout/rules.ts';
import type { Asks, Sandbox } from '../sandbox.ts';
import { keepSetting, readSetting } from '../settings.ts';
import type { PayAction } from './pay-page.ts';

/** How long money takes that comes later, or does not, seconds; until something else is chosen. */
const usualDelay = 10;
const delay = 'settles-after';

/** Chooses how long money takes from now on that comes later. */
export const chooseDelay = (asks: Asks, seconds: number): Promise<void> => keepSetting(asks, delay, seconds);

/** Does what a button of the page says. @throws StripeRefusal when the session is not open any more */
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
