import { invalidRequest } from '../refusal.ts';
import { type Charge, type Checkout, type Dispute, type Intent, paidCharge, type Refund, totalsOf } from './checkout.ts';

/** Time of a change in seconds since 1970, and the source of new ids. */
export interface RuleContext {
  now: number;
  newId: (prefix: string) => string;
}

/** Object that an event is about. A checkout may have several refunds and disputes, so they need an id. */
export type EventSubject = { kind: 'session' | 'intent' | 'charge' } | { kind: 'refund' | 'dispute'; id: string };

/** Change of an object, for which Stripe sends an event. */
export interface CheckoutChange {
  type: string;
  about: EventSubject;
  /** The checkout directly after the change. */
  at: Checkout;
}

/** A checkout after a rule, with the resulting events. */
export interface RuleOutcome {
  checkout: Checkout;
  happenings: readonly CheckoutChange[];
}

export type CheckoutRule = (checkout: Checkout, moment: RuleContext) => RuleOutcome;

const happeningsOf = (
  checkout: Checkout,
  ...all: readonly (readonly [type: string, about: EventSubject['kind'] | EventSubject])[]
): CheckoutChange[] =>
  // as: a kind alone is allowed for objects that a checkout has only once
  all.map(([type, about]) => ({ type, about: typeof about === 'string' ? ({ kind: about } as EventSubject) : about, at: checkout }));

const withIntent = (checkout: Checkout, intent: Intent): Checkout => ({ ...checkout, intent });
const withLastCharge = (intent: Intent, status: Charge['status']): readonly Charge[] =>
  intent.charges.map((charge, index) => (index === intent.charges.length - 1 ? { ...charge, status } : charge));

function mustBeOpen({ status }: Checkout, what: string): void {
  if (status !== 'open')
    throw invalidRequest(`Only Checkout Sessions with a status in ["open"] can be ${what}. This Checkout Session has a status of ${status}.`);
}

/** States of the intent and of its last charge, and the events of both, by the outcome of a payment. */
const payments = {
  succeeds: { intent: 'succeeded', charge: 'succeeded', told: ['charge.succeeded', 'payment_intent.succeeded'] },
  later: { intent: 'processing', charge: 'pending', told: ['charge.pending', 'payment_intent.processing'] },
  fails: { intent: 'requires_payment_method', charge: 'failed', told: ['charge.failed', 'payment_intent.payment_failed'] },
} as const;

/** Result of a payment: the checkout, with the events of its charge and its intent, and the session event `ofSession` unless that is null. */
function paying(checkout: Checkout, how: keyof typeof payments, ofSession: string | null): RuleOutcome {
  const after: Checkout = how === 'succeeds' ? { ...checkout, paymentStatus: 'paid' } : checkout;
  const [ofCharge, ofIntent] = payments[how].told;
  const last = ofSession === null ? [] : ([[ofSession, 'session']] as const);
  return { checkout: after, happenings: happeningsOf(after, [ofCharge, 'charge'], [ofIntent, 'intent'], ...last) };
}

/** A payment attempt: it succeeds, the bank declines it, or its payment is delayed. The session stays open after a declined attempt. */
export const attemptPayment =
  (how: 'succeeds' | 'declined' | 'later'): CheckoutRule =>
  (before, { now, newId }) => {
    mustBeOpen(before, 'paid');
    const first: Intent = before.intent ?? { id: newId('pi'), created: now, status: 'requires_payment_method', canceledAt: null, charges: [] };
    const beginning = before.intent ? [] : happeningsOf(withIntent(before, first), ['payment_intent.created', 'intent']);
    const isAccepted = how !== 'declined';
    const way = isAccepted ? how : 'fails';
    const { intent: status, charge } = payments[way];
    const tried = withIntent(before, { ...first, status, charges: [...first.charges, { id: newId('ch'), created: now, status: charge }] });
    const { checkout, happenings } = isAccepted
      ? paying({ ...tried, status: 'complete' }, way, 'checkout.session.completed')
      : paying(tried, way, null);
    return { checkout, happenings: [...beginning, ...happenings] };
  };

/** The outcome of a delayed payment. */
export const settleDelayedPayment =
  (how: 'succeeds' | 'fails'): CheckoutRule =>
  (before) => {
    const { intent } = before;
    if (intent?.status !== 'processing') throw invalidRequest('No payment of this Checkout Session is under way.');
    const { intent: status, charge } = payments[how];
    const settled = withIntent(before, { ...intent, status, charges: withLastCharge(intent, charge) });
    return paying(settled, how, `checkout.session.async_payment_${how === 'fails' ? 'failed' : 'succeeded'}`);
  };

/** Expiry of an open session without a payment. */
export const expireSession: CheckoutRule = (before, { now }) => {
  mustBeOpen(before, 'expired');
  const { intent } = before;
  const checkout: Checkout = { ...before, status: 'expired', intent: intent && { ...intent, status: 'canceled', canceledAt: now } };
  const ofIntent = intent ? happeningsOf(checkout, ['payment_intent.canceled', 'intent']) : [];
  return { checkout, happenings: [...ofIntent, ...happeningsOf(checkout, ['checkout.session.expired', 'session'])] };
};

/** A refund, by default of the whole remaining amount. */
export const refund =
  ({ amount, reason, metadata }: Pick<Refund, 'reason' | 'metadata'> & { amount?: number | undefined }): CheckoutRule =>
  (before, { now, newId }) => {
    const charge = paidCharge(before);
    if (!charge) throw invalidRequest('This payment does not have a successful charge to refund.', { param: 'payment_intent' });
    const money = totalsOf(before);
    if (money.disputed > 0)
      throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed', param: 'charge' });
    const left = money.paid - money.refunded;
    if (left === 0) throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
    const given = amount ?? left;
    if (given > left) throw invalidRequest(`Refund amount (${given}) is greater than unrefunded amount on charge (${left})`, { param: 'amount' });
    const made: Refund = { id: newId('re'), created: now, amount: given, reason, metadata };
    const checkout = { ...before, refunds: [...before.refunds, made] };
    return { checkout, happenings: happeningsOf(checkout, ['refund.created', { kind: 'refund', id: made.id }], ['charge.refunded', 'charge']) };
  };

/** A new dispute: the bank withdraws an amount, by default the whole remaining amount. */
export const openDispute =
  ({ amount, reason }: Pick<Dispute, 'reason'> & { amount?: number | undefined }): CheckoutRule =>
  (before, { now, newId }) => {
    if (!paidCharge(before)) throw invalidRequest('Nothing was paid that could be disputed.');
    const { paid, refunded, disputed } = totalsOf(before);
    const left = paid - refunded - disputed;
    if ((amount ?? left) > left || left === 0) throw invalidRequest(`Only ${left} of this payment can be disputed.`, { param: 'amount' });
    const made: Dispute = { id: newId('du'), created: now, amount: amount ?? left, reason, status: 'needs_response' };
    const checkout = { ...before, disputes: [...before.disputes, made] };
    const about = { kind: 'dispute', id: made.id } as const;
    return { checkout, happenings: happeningsOf(checkout, ['charge.dispute.created', about], ['charge.dispute.funds_withdrawn', about]) };
  };

/** The bank's decision on a dispute: the withdrawn amount is returned or lost. */
export const closeDispute =
  (id: string, outcome: 'won' | 'lost'): CheckoutRule =>
  (before) => {
    const dispute = before.disputes.find((one) => one.id === id);
    if (dispute?.status !== 'needs_response') throw invalidRequest(`Dispute ${id} is closed.`, { param: 'dispute' });
    const disputes = before.disputes.map((one): Dispute => (one.id === id ? { ...one, status: outcome } : one));
    const checkout = { ...before, disputes };
    const about = { kind: 'dispute', id } as const;
    const back = outcome === 'won' ? happeningsOf(checkout, ['charge.dispute.funds_reinstated', about]) : [];
    return { checkout, happenings: [...happeningsOf(checkout, ['charge.dispute.closed', about]), ...back] };
  };
