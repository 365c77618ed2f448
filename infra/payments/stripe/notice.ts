import type { StripeNotice } from '@waystory/proto/billing/stripe-event.ts';
import type { Stripe } from 'stripe';
import { BadSignature } from '../port.ts';
import { orderIdOf } from './payment.ts';

/** Signatures that are older are not believed, seconds. */
const tolerance = 300;

/** The event in a body, if one of the secrets signed it. */
export function signedEvent({ webhooks }: Stripe, secrets: readonly string[], body: Buffer, signature = ''): Stripe.Event {
  for (const secret of secrets) {
    try {
      return webhooks.constructEvent(body, signature, secret, tolerance);
    } catch {
      // By another secret, or by nobody.
    }
  }
  throw new BadSignature('No secret of ours has signed it');
}

/** Of an object of Stripe, what may be in any of those that events are about. */
interface StripeObject {
  object?: unknown;
  id?: unknown;
  payment_intent?: unknown;
  client_reference_id?: unknown;
  metadata?: { orderId?: unknown } | null;
}

const wordOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** What an event is about, by ids alone. */
export function noticeOf({ id, type, created, data }: Stripe.Event): StripeNotice {
  const about: StripeObject = data.object; // each kind of object has other fields, and any of these may be missing
  const objectId = wordOf(about.id) ?? '';
  const intent = about.payment_intent;
  const intentId = wordOf(intent) ?? wordOf(Object(intent).id);
  return {
    eventId: id,
    type,
    createdAt: new Date(created * 1_000).toISOString(),
    objectId,
    orderId: orderIdOf(wordOf(about.client_reference_id)) ?? orderIdOf(wordOf(about.metadata?.orderId)),
    sessionId: about.object === 'checkout.session' ? objectId : null,
    paymentIntentId: about.object === 'payment_intent' ? objectId : intentId,
  };
}
