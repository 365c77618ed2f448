import type { Checkout } from '../checkout/checkout.ts';
import { changeAlone, type Fall } from '../checkout/checkout-store.ts';
import { attempt, expire } from '../checkout/rules.ts';
import type { Sandbox } from '../sandbox.ts';
import type { PayAction } from './pay-page.ts';

/** How long money takes that comes later, or does not, seconds. */
export const settlesAfter = 10;

/** Does what a button of the page says. @throws StripeRefusal when the session is not open any more */
export function act(sandbox: Sandbox, sessionId: string, action: PayAction): Promise<Checkout> {
  const later = (what: Fall['what']): Fall => ({ what, at: sandbox.now() + settlesAfter });
  switch (action) {
    case 'pay':
      return changeAlone(sandbox, sessionId, attempt('succeeds'));
    case 'decline':
      return changeAlone(sandbox, sessionId, attempt('declined'));
    case 'pay-later':
      return changeAlone(sandbox, sessionId, attempt('later'), later('succeeds'));
    case 'fail-later':
      return changeAlone(sandbox, sessionId, attempt('later'), later('fails'));
    case 'expire':
      return changeAlone(sandbox, sessionId, expire);
  }
}
