import type { Dispute, Payment } from '@waystory/proto/billing/payment.ts';
import type { StripeNotice } from '@waystory/proto/billing/stripe-event.ts';
import type { Stripe } from 'stripe';
import { BadSignature, type ParsedWebhook } from '../port.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The text when it is an order id (UUID); null otherwise, because another product may share the Stripe account. */
export const orderIdOf = (word: string | null | undefined): string | null => (word && uuid.test(word) ? word : null);

/** State of a session with its payment, refunds and disputes. */
export function paymentOf(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
  refunds: readonly Stripe.Refund[],
  disputes: readonly Stripe.Dispute[],
): Payment {
  const paid = intent?.status === 'succeeded' ? intent : null;
  const asked = askedFor(session);
  // True when the full price was paid in the payer's currency.
  const isConverted =
    paid !== null && session.currency_conversion != null && paid.currency === session.currency && paid.amount_received === session.amount_total;
  const parts = (amounts: readonly number[]): number[] => (isConverted ? partsOf(amounts, paid.amount_received, asked.amount) : [...amounts]);
  const { amount, currency } = paid && !isConverted ? { amount: paid.amount_received, currency: paid.currency } : asked;
  const lasting = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled').toSorted((a, b) => a.created - b.created);
  const given = parts(lasting.map((refund) => refund.amount));
  /** A bank may dispute in another currency; the disputed amount is then the full price. */
  const inDispute = (dispute: Stripe.Dispute): number => (paid && dispute.currency !== paid.currency ? amount : (parts([dispute.amount])[0] ?? 0));
  return {
    sessionId: session.id,
    orderId: orderIdOf(session.client_reference_id),
    session: session.status === 'complete' ? 'COMPLETE' : session.status === 'expired' ? 'EXPIRED' : 'OPEN',
    url: session.url,
    expiresAt: new Date(session.expires_at * 1_000).toISOString(),
    state: stateOf(session, intent),
    paymentIntentId: intent?.id ?? null,
    amount,
    currency,
    refunds: lasting.map(({ id }, index) => ({ id, amount: given[index] ?? 0 })),
    disputes: disputes.flatMap((dispute) => disputeOf(dispute.id, inDispute(dispute), dispute.status)),
  };
}

/** Price of a session in our currency. Older API versions state the price in the payer's currency, and ours in `currency_conversion`. */
function askedFor({ amount_total, currency, currency_conversion: ours }: Stripe.Checkout.Session): { amount: number; currency: string } {
  return ours ? { amount: ours.amount_total, currency: ours.source_currency } : { amount: amount_total ?? 0, currency: currency ?? '' };
}

/** Scales parts of the paid amount to the price. Rounding by running sums keeps the total exact. */
function partsOf(amounts: readonly number[], paid: number, asked: number): number[] {
  const upTo = (index: number): number => Math.round((amounts.slice(0, index).reduce((sum, amount) => sum + amount, 0) * asked) / paid);
  return amounts.map((_, index) => upTo(index + 1) - upTo(index));
}

/** A failed attempt leaves the intent without a payment method; a further attempt may follow while the session is open. */
function stateOf({ status }: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): Payment['state'] {
  if (intent?.status === 'succeeded') return 'SUCCEEDED';
  if (status !== 'complete' || !intent) return 'NONE';
  return intent.status === 'requires_payment_method' || intent.status === 'canceled' ? 'DECLINED' : 'PROCESSING';
}

/** Converts a dispute. Empty for inquiries, which Stripe calls warnings, and for prevented disputes, because both move no money. */
function disputeOf(id: string, amount: number, status: Stripe.Dispute.Status): Dispute[] {
  if (status.startsWith('warning_') || status === 'prevented') return [];
  return [{ id, amount, outcome: status === 'won' ? 'WON' : status === 'lost' ? 'LOST' : 'OPEN' }];
}

/** Longest age of a signature, seconds. */
const tolerance = 300;

/** @throws BadSignature when no secret verifies the signature, or when it is older than `tolerance`. */
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
export function parseWebhook(body: Buffer, isLive: boolean | null): ParsedWebhook {
  try {
    return parseStripeEvent(JSON.parse(body.toString('utf8')), isLive);
  } catch {
    return { unused: 'it is no JSON', type: null };
  }
}

/** Parses the used fields of an event. Its API version may be older or newer than ours. */
export function parseStripeEvent(event: unknown, isLive: boolean | null = null): ParsedWebhook {
  const { id, object, type: named, created, data, livemode, account } = members(event);
  const type = wordOf(named);
  const unused = (reason: string): ParsedWebhook => ({ unused: reason, type });
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

/** Extracts only ids; the payment itself is read from Stripe. */
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
