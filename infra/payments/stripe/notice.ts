import type { StripeNotice } from '@waystory/proto/billing/stripe-event.ts';
import type { Stripe } from 'stripe';
import { BadSignature, type Posted } from '../port.ts';
import { orderIdOf } from './payment.ts';

/** Longest age of a signature, seconds. */
const tolerance = 300;

/** @throws BadSignature when no secret matches, regardless of the content. */
export function requireSignature({ webhooks }: Stripe, secrets: readonly string[], body: Buffer, signature = ''): void {
  const isSignedBy = (secret: string): boolean => {
    try {
      return webhooks.signature?.verifyHeader(body, signature, secret, tolerance) ?? false;
    } catch {
      return false;
    }
  };
  if (!secrets.some(isSignedBy)) throw new BadSignature('No secret of ours has signed it');
}

/** Members of an event or object; any may be missing or of any type. */
type Loose = Readonly<Record<string, unknown>>;
const members = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {}); // as: checked to be an object
const wordOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Parses a signed body. @param isLive True for a live key, false for a test key; null when unknown. */
export function postedIn(body: Buffer, isLive: boolean | null): Posted {
  try {
    return postedOf(JSON.parse(body.toString('utf8')), isLive);
  } catch {
    return { unused: 'it is no JSON', type: null };
  }
}

/** Parses the used fields of an event. Its API version may be older or newer than ours. */
export function postedOf(event: unknown, isLive: boolean | null = null): Posted {
  const { id, object, type: named, created, data, livemode, account } = members(event);
  const type = wordOf(named);
  const unused = (reason: string): Posted => ({ unused: reason, type });
  if (object === 'v2.core.event') return unused('it is a thin event: let the destination send snapshots');
  if (typeof id !== 'string' || type === null) return unused('it is no event');
  if (typeof account === 'string') return unused('it is about a connected account');
  if (isLive !== null && typeof livemode === 'boolean' && livemode !== isLive)
    return unused(livemode ? 'it is about real money, and our key is for tests' : 'it is of a test, and our key is for real money');
  const about = members(members(data).object);
  const createdAt = typeof created === 'number' ? new Date(created * 1_000) : new Date(Number.NaN);
  if (Object.keys(about).length === 0 || Number.isNaN(createdAt.getTime())) return unused('it does not say what it is about, or when');
  return { notice: noticeOf(id, type, createdAt.toISOString(), about) };
}

/** Extracts ids alone. */
function noticeOf(eventId: string, type: string, createdAt: string, about: Loose): StripeNotice {
  const objectId = wordOf(about.id) ?? '';
  return {
    eventId,
    type,
    createdAt,
    objectId,
    orderId: orderIdOf(wordOf(about.client_reference_id)) ?? orderIdOf(wordOf(members(about.metadata).orderId)),
    sessionId: about.object === 'checkout.session' ? objectId : null,
    paymentIntentId: about.object === 'payment_intent' ? objectId : (wordOf(about.payment_intent) ?? wordOf(members(about.payment_intent).id)),
  };
}
