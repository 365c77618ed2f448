import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StripeRefusal } from '../refusal.ts';
import { type Checkout, paidCharge, totalsOf } from './checkout.ts';
import {
  attemptPayment,
  type CheckoutRule,
  closeDispute,
  expireSession,
  openDispute,
  type RuleContext,
  refund,
  settleDelayedPayment,
} from './rules.ts';

const open: Checkout = {
  id: 'cs_1',
  created: 0,
  expiresAt: 86_400,
  status: 'open',
  paymentStatus: 'unpaid',
  amount: 1_499,
  currency: 'eur',
  items: [],
  reference: 'order-1',
  email: null,
  metadata: {},
  intentMetadata: {},
  description: null,
  successUrl: 'http://localhost:4000/',
  cancelUrl: null,
  intent: null,
  refunds: [],
  disputes: [],
};

function moments(): RuleContext {
  let count = 0;
  return {
    now: 100,
    newId: (prefix) => {
      count += 1;
      return `${prefix}_${count}`;
    },
  };
}

/** The checkout after these rules, and the types of the resulting events. */
function after(...rules: CheckoutRule[]): { checkout: Checkout; said: string[] } {
  const moment = moments();
  const said: string[] = [];
  const checkout = rules.reduce((before, rule) => {
    const outcome = rule(before, moment);
    said.push(...outcome.happenings.map(({ type }) => type));
    return outcome.checkout;
  }, open);
  return { checkout, said };
}

const all = { amount: undefined, reason: null, metadata: {} } as const;

describe('Open session', () => {
  test('is complete and paid after a successful attempt', () => {
    const { checkout, said } = after(attemptPayment('succeeds'));
    expect(checkout).toMatchObject({ status: 'complete', paymentStatus: 'paid' });
    expect(totalsOf(checkout)).toEqual({ paid: 1_499, refunded: 0, disputed: 0 });
    expect(said).toEqual(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded', 'checkout.session.completed']);
  });

  test('stays open after a declined attempt, and the next attempt has the same payment intent', () => {
    const { checkout, said } = after(attemptPayment('declined'), attemptPayment('succeeds'));
    expect(checkout.intent?.charges.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    expect(said.filter((type) => type === 'payment_intent.created')).toHaveLength(1);
  });

  test('is complete but unpaid until a delayed payment succeeds', () => {
    expect(after(attemptPayment('later')).checkout).toMatchObject({ status: 'complete', paymentStatus: 'unpaid', intent: { status: 'processing' } });
    expect(after(attemptPayment('later'), settleDelayedPayment('succeeds')).checkout).toMatchObject({
      paymentStatus: 'paid',
      intent: { status: 'succeeded' },
    });
    expect(after(attemptPayment('later'), settleDelayedPayment('fails')).checkout).toMatchObject({
      paymentStatus: 'unpaid',
      intent: { status: 'requires_payment_method' },
    });
  });

  test('cancels its payment intent when it expires', () => {
    const { checkout, said } = after(attemptPayment('declined'), expireSession);
    expect(checkout).toMatchObject({ status: 'expired', intent: { status: 'canceled', canceledAt: 100 } });
    expect(said.slice(-2)).toEqual(['payment_intent.canceled', 'checkout.session.expired']);
  });

  test('has events with the object as of each event', () => {
    const { happenings } = attemptPayment('succeeds')(open, moments());
    expect(happenings.map(({ at }) => at.status)).toEqual(['open', 'complete', 'complete', 'complete']);
  });
});

describe('Rule refuses', () => {
  test.each<[string, CheckoutRule[], string]>([
    ['to pay twice', [attemptPayment('succeeds'), attemptPayment('succeeds')], 'complete'],
    ['to pay what expired', [expireSession, attemptPayment('succeeds')], 'expired'],
    ['to let a paid session expire', [attemptPayment('succeeds'), expireSession], 'complete'],
    ['to settle a payment that is not pending', [settleDelayedPayment('succeeds')], 'under way'],
    ['to refund an unpaid session', [attemptPayment('declined'), refund(all)], 'successful charge'],
    ['to refund more than was paid', [attemptPayment('succeeds'), refund({ ...all, amount: 1_500 })], 'greater'],
    ['to refund the whole amount twice', [attemptPayment('succeeds'), refund(all), refund(all)], 'already been refunded'],
    ['to refund a disputed amount', [attemptPayment('succeeds'), openDispute({ reason: 'general' }), refund(all)], 'charged back'],
    ['to dispute a refunded amount', [attemptPayment('succeeds'), refund(all), openDispute({ reason: 'general' })], 'Only 0'],
    ['to close a dispute that is not open', [attemptPayment('succeeds'), closeDispute('du_9', 'won')], 'closed'],
  ])('%s', (_, rules, said) => {
    expect(() => after(...rules)).toThrow(said);
  });
});

test('Rules in any order refund no more than was paid, and keep final states', () => {
  const rule = fc.oneof(
    fc.constantFrom('succeeds' as const, 'declined' as const, 'later' as const).map((how) => attemptPayment(how)),
    fc.constantFrom('succeeds' as const, 'fails' as const).map((how) => settleDelayedPayment(how)),
    fc.constant(expireSession),
    fc.option(fc.integer({ min: 1, max: 2_000 }), { nil: undefined }).map((amount) => refund({ ...all, amount })),
    fc.option(fc.integer({ min: 1, max: 2_000 }), { nil: undefined }).map((amount) => openDispute({ amount, reason: 'general' })),
    fc.constantFrom('won' as const, 'lost' as const).map(
      (outcome): CheckoutRule =>
        (checkout, moment) =>
          closeDispute(checkout.disputes.at(-1)?.id ?? '', outcome)(checkout, moment),
    ),
  );
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 12 }), (rules) => {
      const moment = moments();
      let checkout = open;
      for (const one of rules) {
        const before = checkout;
        try {
          checkout = one(before, moment).checkout;
        } catch (error) {
          expect(error).toBeInstanceOf(StripeRefusal);
        }
        const { paid, refunded, disputed } = totalsOf(checkout);
        expect(refunded + disputed).toBeLessThanOrEqual(paid);
        expect(checkout.paymentStatus === 'paid').toBe(paidCharge(checkout) !== undefined);
        if (before.status !== 'open') expect(checkout.status).toBe(before.status);
        if (before.paymentStatus === 'paid') expect(checkout.paymentStatus).toBe('paid');
        expect(checkout.intent?.charges.filter(({ status }) => status === 'succeeded').length ?? 0).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 2_000 },
  );
});
