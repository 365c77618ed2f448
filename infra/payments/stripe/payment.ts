import type { Dispute, Payment } from '@waystory/proto/billing/payment.ts';
import type { Stripe } from 'stripe';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The id of an order that we gave to Stripe; on the same account others may write there what they like. */
export const orderIdOf = (word: string | null | undefined): string | null => (word && uuid.test(word) ? word : null);

/** What Stripe says of a session, its payment, and what of it went back. */
export function paymentOf(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
  refunds: readonly Stripe.Refund[],
  disputes: readonly Stripe.Dispute[],
): Payment {
  const paid = intent?.status === 'succeeded' ? intent : null;
  const asked = askedFor(session);
  // What was asked for was paid, in the currency of who paid.
  const isConverted =
    paid !== null && session.currency_conversion != null && paid.currency === session.currency && paid.amount_received === session.amount_total;
  const parts = (amounts: readonly number[]): number[] => (isConverted ? partsOf(amounts, paid.amount_received, asked.amount) : [...amounts]);
  const { amount, currency } = paid && !isConverted ? { amount: paid.amount_received, currency: paid.currency } : asked;
  const lasting = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled').toSorted((a, b) => a.created - b.created);
  const given = parts(lasting.map((refund) => refund.amount));
  /** Banks count in a currency of their own at times; then all of it is in dispute. */
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

/** What a session asks for. Where prices are converted, older versions of the API name it in the currency of who pays, and in ours beside that. */
function askedFor({ amount_total, currency, currency_conversion: ours }: Stripe.Checkout.Session): { amount: number; currency: string } {
  return ours ? { amount: ours.amount_total, currency: ours.source_currency } : { amount: amount_total ?? 0, currency: currency ?? '' };
}

/** Parts of what was paid, as parts of what was asked for. They are rounded by their sum, so that all of one is all of the other. */
function partsOf(amounts: readonly number[], paid: number, asked: number): number[] {
  const upTo = (index: number): number => Math.round((amounts.slice(0, index).reduce((sum, amount) => sum + amount, 0) * asked) / paid);
  return amounts.map((_, index) => upTo(index + 1) - upTo(index));
}

/** A payment that failed leaves the intent without a method; while the session is open, another can be tried. */
function stateOf({ status }: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): Payment['state'] {
  if (intent?.status === 'succeeded') return 'SUCCEEDED';
  if (status !== 'complete' || !intent) return 'NONE';
  return intent.status === 'requires_payment_method' || intent.status === 'canceled' ? 'DECLINED' : 'PROCESSING';
}

/** Inquiries, which Stripe names warnings, move no money; what was prevented neither. */
function disputeOf(id: string, amount: number, status: Stripe.Dispute.Status): Dispute[] {
  if (status.startsWith('warning_') || status === 'prevented') return [];
  return [{ id, amount, outcome: status === 'won' ? 'WON' : status === 'lost' ? 'LOST' : 'OPEN' }];
}
