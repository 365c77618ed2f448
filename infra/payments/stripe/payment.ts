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
  const isPaid = intent?.status === 'succeeded';
  return {
    sessionId: session.id,
    orderId: orderIdOf(session.client_reference_id),
    session: session.status === 'complete' ? 'COMPLETE' : session.status === 'expired' ? 'EXPIRED' : 'OPEN',
    url: session.url,
    expiresAt: new Date(session.expires_at * 1_000).toISOString(),
    state: stateOf(session, intent),
    paymentIntentId: intent?.id ?? null,
    amount: isPaid ? intent.amount_received : (session.amount_total ?? 0),
    currency: (isPaid ? intent.currency : session.currency) ?? '',
    refunds: refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled').map(({ id, amount }) => ({ id, amount })),
    disputes: disputes.flatMap(({ id, amount, status }) => disputeOf(id, amount, status)),
  };
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
