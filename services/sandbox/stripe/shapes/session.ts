import type Stripe from 'stripe';
import type { Checkout, Item } from '../checkout/checkout.ts';
import { payPath } from '../keys.ts';
import { checkExpansion, type Expansion, expansionBelow, isExpanded } from './expansion.ts';
import { stripeListOf } from './list.ts';
import { intentShape } from './payment.ts';

/** The session of a checkout in Stripe's shape. */
export function sessionShape(checkout: Checkout, origin: string, expand: Expansion = []) {
  checkExpansion(expand, ['payment_intent', 'line_items']);
  const { intent } = checkout;
  const whole = intent && isExpanded(expand, 'payment_intent') ? intentShape(checkout, intent, expansionBelow(expand, 'payment_intent')) : undefined;
  return {
    id: checkout.id,
    object: 'checkout.session',
    amount_subtotal: checkout.amount,
    amount_total: checkout.amount,
    cancel_url: checkout.cancelUrl,
    client_reference_id: checkout.reference,
    created: checkout.created,
    currency: checkout.currency,
    customer: null,
    customer_email: checkout.email,
    expires_at: checkout.expiresAt,
    livemode: false,
    metadata: { ...checkout.metadata },
    mode: 'payment',
    payment_intent: (whole ?? intent?.id ?? null) as string | null, // as: Stripe's type does not allow the sandbox's subset of an intent
    payment_method_types: ['card'],
    payment_status: checkout.paymentStatus,
    status: checkout.status,
    success_url: checkout.successUrl,
    url: checkout.status === 'open' ? `${origin}${payPath(checkout.id)}` : null,
    ...(isExpanded(expand, 'line_items') && { line_items: lineItems(checkout) as unknown as Stripe.ApiList<Stripe.LineItem> }), // as: a subset of the fields of line items
  } satisfies Partial<Stripe.Checkout.Session>;
}

const lineItems = ({ id, currency, items }: Checkout) =>
  stripeListOf(
    items.map((item) => itemShape(item, currency)),
    `/v1/checkout/sessions/${id}/line_items`,
  );

const itemShape = ({ id, name, quantity, unitAmount }: Item, currency: string) =>
  ({
    id,
    object: 'item',
    amount_discount: 0,
    amount_subtotal: quantity * unitAmount,
    amount_tax: 0,
    amount_total: quantity * unitAmount,
    currency,
    description: name,
    quantity,
  }) satisfies Partial<Stripe.LineItem>;
