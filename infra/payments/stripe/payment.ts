import type { Dispute, Payment } from '@waystory/proto/billing/payment.ts';
import type { Stripe } from 'stripe';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Id of an order; null for other content, because the Stripe account may be shared. */
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
  // The full price was paid in the payer's currency.
  const isConverted =
    paid !== null && session.currency_conversion != null && paid.currency === session.currency && paid.amount_received === session.amount_total;
  const parts = (amounts: readonly number[]): number[] => (isConverted ? partsOf(amounts, paid.amount_received, asked.amount) : [...amounts]);
  const { amount, currency } = paid && !isConverted ? { amount: paid.amount_received, currency: paid.currency } : asked;
  const lasting = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled').toSorted((a, b) => a.created - b.created);
  const given = parts(lasting.map((refund) => refund.amount));
  /** Banks may dispute in another currency; then the whole amount counts. */
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

/** Price of a session. Older API versions state a converted price in the payer's currency, and ours beside it. */
function askedFor({ amount_total, currency, currency_conversion: ours }: Stripe.Checkout.Session): { amount: number; currency: string } {
  return ours ? { amount: ours.amount_total, currency: ours.source_currency } : { amount: amount_total ?? 0, currency: currency ?? '' };
}

/** Scales parts of the paid amount to the price. Rounding by running sums keeps the total exact. */
function partsOf(amounts: readonly number[], paid: number, asked: number): number[] {
  const upTo = (index: number): number => Math.round((amounts.slice(0, index).reduce((sum, amount) => sum + amount, 0) * asked) / paid);
  return amounts.map((_, index) => upTo(index + 1) - upTo(index));
}

/** A failed attempt leaves the intent without a method, and another may follow while the session is open. */
function stateOf({ status }: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): Payment['state'] {
  if (intent?.status === 'succeeded') return 'SUCCEEDED';
  if (status !== 'complete' || !intent) return 'NONE';
  return intent.status === 'requires_payment_method' || intent.status === 'canceled' ? 'DECLINED' : 'PROCESSING';
}

/** Inquiries, which Stripe calls warnings, and prevented disputes move no money. */
function disputeOf(id: string, amount: number, status: Stripe.Dispute.Status): Dispute[] {
  if (status.startsWith('warning_') || status === 'prevented') return [];
  return [{ id, amount, outcome: status === 'won' ? 'WON' : status === 'lost' ? 'LOST' : 'OPEN' }];
}
