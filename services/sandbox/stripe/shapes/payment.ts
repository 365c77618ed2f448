import type Stripe from 'stripe';
import { type Charge, type Checkout, type Dispute, type Intent, paidCharge, type Refund, totalsOf } from '../checkout/checkout.ts';
import { checkExpansion, type Expansion, expansionBelow, isExpanded } from './expansion.ts';
import { stripeListOf } from './list.ts';

const testCard = { brand: 'visa', exp_month: 12, exp_year: 2034, funding: 'credit', last4: '4242' } as const;
const decline = { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' } as const;

/** The intent of a checkout in Stripe's shape. */
export function intentShape(checkout: Checkout, intent: Intent, expand: Expansion = []) {
  checkExpansion(expand, ['latest_charge']);
  const latest = intent.charges.at(-1);
  const whole =
    latest && isExpanded(expand, 'latest_charge') ? chargeShape(checkout, intent, latest, expansionBelow(expand, 'latest_charge')) : undefined;
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: checkout.amount,
    amount_capturable: 0,
    amount_received: intent.status === 'succeeded' ? checkout.amount : 0,
    canceled_at: intent.canceledAt,
    cancellation_reason: intent.status === 'canceled' ? 'automatic' : null,
    capture_method: 'automatic',
    confirmation_method: 'automatic',
    created: intent.created,
    currency: checkout.currency,
    customer: null,
    description: checkout.description,
    last_payment_error:
      latest?.status === 'failed'
        ? { type: 'card_error', ...decline, charge: latest.id, doc_url: 'https://stripe.com/docs/error-codes/card-declined' }
        : null,
    latest_charge: (whole ?? latest?.id ?? null) as string | null, // as: Stripe's type does not allow the sandbox's subset of a charge
    livemode: false,
    metadata: { ...checkout.intentMetadata },
    next_action: null,
    payment_method_types: ['card'],
    receipt_email: null,
    status: intent.status,
  } satisfies Partial<Stripe.PaymentIntent>;
}

/** A charge of a checkout in Stripe's shape. */
export function chargeShape(checkout: Checkout, intent: Intent, charge: Charge, expand: Expansion = []) {
  checkExpansion(expand, ['refunds']);
  const paid = charge.status === 'succeeded';
  const { refunded } = totalsOf(checkout);
  const failed = charge.status === 'failed';
  return {
    id: charge.id,
    object: 'charge',
    amount: checkout.amount,
    amount_captured: paid ? checkout.amount : 0,
    amount_refunded: paid ? refunded : 0,
    captured: paid,
    created: charge.created,
    currency: checkout.currency,
    customer: null,
    description: checkout.description,
    disputed: paid && checkout.disputes.length > 0,
    failure_code: failed ? decline.code : null,
    failure_message: failed ? decline.message : null,
    livemode: false,
    metadata: { ...checkout.intentMetadata },
    paid,
    payment_intent: intent.id,
    payment_method_details: { type: 'card', card: { ...testCard } as Stripe.Charge.PaymentMethodDetails.Card }, // as: the subset that a receipt may show
    receipt_email: null,
    refunded: paid && refunded === checkout.amount,
    status: charge.status,
    ...(isExpanded(expand, 'refunds') && {
      refunds: stripeListOf(
        checkout.refunds.map((refund) => refundShape(checkout, refund)),
        `/v1/charges/${charge.id}/refunds`,
      ) as unknown as Stripe.ApiList<Stripe.Refund>, // as: a subset of the fields of refunds
    }),
  } satisfies Partial<Stripe.Charge>;
}

const paidBy = (checkout: Checkout): { intent: string | null; charge: string } => ({
  intent: checkout.intent?.id ?? null,
  charge: paidCharge(checkout)?.id ?? '',
});

/** A refund of a checkout in Stripe's shape. */
export function refundShape(checkout: Checkout, refund: Refund) {
  const { intent, charge } = paidBy(checkout);
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    charge,
    created: refund.created,
    currency: checkout.currency,
    metadata: { ...refund.metadata },
    payment_intent: intent,
    reason: refund.reason,
    receipt_number: null,
    status: 'succeeded',
  } satisfies Partial<Stripe.Refund>;
}

/** A dispute of a checkout in Stripe's shape. */
export function disputeShape(checkout: Checkout, dispute: Dispute) {
  const { intent, charge } = paidBy(checkout);
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: [],
    charge,
    created: dispute.created,
    currency: checkout.currency,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent,
    reason: dispute.reason,
    status: dispute.status,
  } satisfies Partial<Stripe.Dispute>;
}
