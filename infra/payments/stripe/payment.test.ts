import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { parseStripeEvent, paymentOf } from './payment.ts';

// A session as Stripe returns it, with the fields that are read.
const session = (other: object = {}): Stripe.Checkout.Session =>
  ({
    id: 'cs_1',
    client_reference_id: null,
    status: 'complete',
    url: null,
    expires_at: 1,
    amount_total: 499,
    currency: 'eur',
    ...other,
  }) as Stripe.Checkout.Session;
const intent = (amount: number, currency: string): Stripe.PaymentIntent =>
  ({ id: 'pi_1', status: 'succeeded', amount_received: amount, currency }) as Stripe.PaymentIntent;
const refund = (id: string, amount: number, created: number, currency = 'jpy'): Stripe.Refund =>
  ({ id, amount, created, currency, status: 'succeeded' }) as Stripe.Refund;
const dispute = (amount: number, currency: string): Stripe.Dispute => ({ id: 'dp_1', amount, currency, status: 'needs_response' }) as Stripe.Dispute;
/** A converted price as in API versions before 2025. */
const converted = session({
  amount_total: 849,
  currency: 'jpy',
  currency_conversion: { amount_subtotal: 499, amount_total: 499, fx_rate: '0.5877', source_currency: 'eur' },
});

describe("Stripe price converted to the payer's currency", () => {
  test('is paid in full by a payment of the converted amount', () => {
    expect(paymentOf(converted, intent(849, 'jpy'), [], [])).toMatchObject({ state: 'SUCCEEDED', amount: 499, currency: 'eur' });
    expect(paymentOf(converted, null, [], [])).toMatchObject({ amount: 499, currency: 'eur' });
  });

  test('is replaced by the amount and currency of the payment when these differ from the converted price', () => {
    expect(paymentOf(converted, intent(848, 'jpy'), [], [])).toMatchObject({ amount: 848, currency: 'jpy' });
    expect(paymentOf(converted, intent(499, 'usd'), [], [])).toMatchObject({ amount: 499, currency: 'usd' });
  });

  test('is refunded in parts whose sum is the full price', () => {
    const refunds = [refund('re_3', 283, 30), refund('re_1', 283, 10), refund('re_2', 283, 20)];
    const { refunds: told } = paymentOf(converted, intent(849, 'jpy'), refunds, []);
    expect(told.map(({ id }) => id)).toEqual(['re_1', 're_2', 're_3']);
    expect(told.reduce((sum, { amount }) => sum + amount, 0)).toBe(499);
    expect(paymentOf(converted, intent(849, 'jpy'), [], [dispute(849, 'jpy')]).disputes).toMatchObject([{ amount: 499 }]);
    expect(paymentOf(converted, intent(849, 'jpy'), [], [dispute(425, 'jpy')]).disputes).toMatchObject([{ amount: 250 }]);
    expect(paymentOf(converted, intent(849, 'jpy'), [], [dispute(512, 'usd')]).disputes).toMatchObject([{ amount: 499 }]);
  });
});

test('Stripe amount without conversion is the amount paid', () => {
  const payment = paymentOf(
    session({ presentment_details: { presentment_amount: 849, presentment_currency: 'jpy' } }),
    intent(499, 'eur'),
    [refund('re_1', 99, 1, 'eur')],
    [],
  );
  expect(payment).toMatchObject({ amount: 499, currency: 'eur', refunds: [{ amount: 99 }] });
  expect(paymentOf(session(), intent(400, 'eur'), [], [])).toMatchObject({ amount: 400 });
});

test('Stripe test event is ignored with a live key, and a live event with a test key', () => {
  const event = { id: 'evt_1', type: 'refund.created', created: 1, data: { object: { id: 're_1' } } };
  const isUsed = (livemode: boolean | undefined, isLive: boolean | null): boolean => 'notice' in parseStripeEvent({ ...event, livemode }, isLive);
  expect([isUsed(true, true), isUsed(false, false), isUsed(undefined, true), isUsed(true, null)]).toEqual([true, true, true, true]);
  expect([isUsed(true, false), isUsed(false, true)]).toEqual([false, false]);
});
