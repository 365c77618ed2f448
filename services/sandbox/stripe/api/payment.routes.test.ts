import { stripePayments } from '@waystory/infra/payments/stripe.ts';
import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeCheckoutInTransaction } from '../checkout/checkout-store.ts';
import { closeDispute, openDispute } from '../checkout/rules.ts';
import { basePath } from '../keys.ts';
import { executePayAction } from '../pay/customer.ts';
import { sessionOf, startSandbox, type TestSandbox } from '../sandbox.fixture.ts';

let database: TestDatabase;
let served: TestSandbox;
let stripe: Stripe;

beforeAll(async () => {
  database = await testDatabase();
  served = await startSandbox(database.pool);
  stripe = served.stripe;
});
afterAll(async () => {
  await served?.close();
  await database?.close();
});

const paidIntent = async (order: string): Promise<{ session: string; intent: string }> => {
  const { id } = await stripe.checkout.sessions.create(sessionOf(order));
  await executePayAction(served.sandbox, id, 'pay');
  const { payment_intent } = await stripe.checkout.sessions.retrieve(id);
  return { session: id, intent: String(payment_intent) };
};
const chargeOf = async (intent: string): Promise<Stripe.Charge> => {
  const { latest_charge } = await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] });
  return latest_charge as Stripe.Charge; // as: the charge was expanded
};

describe('Refund', () => {
  test('returns a partial amount, then the remaining amount, and is refused above the remaining amount', async () => {
    const { intent } = await paidIntent('order-1');
    const some = await stripe.refunds.create({ payment_intent: intent, amount: 500, reason: 'requested_by_customer', metadata: { by: 'admin' } });
    expect(some).toMatchObject({ object: 'refund', amount: 500, status: 'succeeded', payment_intent: intent, metadata: { by: 'admin' } });
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 500, refunded: false });
    await expect(stripe.refunds.create({ payment_intent: intent, amount: 1_000 })).rejects.toMatchObject({ param: 'amount', statusCode: 400 });
    const { id } = await chargeOf(intent);
    expect(await stripe.refunds.create({ charge: id })).toMatchObject({ amount: 999 });
    expect(await stripe.charges.retrieve(id, { expand: ['refunds'] })).toMatchObject({ refunded: true, refunds: { data: [{}, {}] } });
    await expect(stripe.refunds.create({ charge: id })).rejects.toMatchObject({ code: 'charge_already_refunded' });
    const { lastResponse: _, ...read } = await stripe.refunds.retrieve(some.id);
    const { lastResponse: __, ...first } = some;
    expect(read).toEqual(first);
    expect((await stripe.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount)).toEqual([999, 500]);
  });

  test('is refused for an unpaid session', async () => {
    const { id } = await stripe.checkout.sessions.create(sessionOf('order-2'));
    await executePayAction(served.sandbox, id, 'decline');
    const { payment_intent } = await stripe.checkout.sessions.retrieve(id);
    await expect(stripe.refunds.create({ payment_intent: String(payment_intent) })).rejects.toThrow('successful charge');
    await expect(stripe.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({ code: 'resource_missing', param: 'payment_intent' });
    await expect(stripe.refunds.create({})).rejects.toThrow('payment_intent or charge');
  });

  test('on the second page of the refund list counts in the refunded amount that the payment adapter reads', async () => {
    const { session, intent } = await paidIntent('order-pages');
    for (let time = 0; time < 101; time++) await stripe.refunds.create({ payment_intent: intent, amount: 1 });
    const { refunds } = await stripePayments({ apiKey: served.sandbox.keys.apiKey, webhookSecrets: [], baseUrl: `${served.origin}${basePath}` }).read(
      session,
    );
    expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(101);
  });
});

test('Intent of a declined card has the decline code, and its session can still be paid', async () => {
  const { id } = await stripe.checkout.sessions.create(sessionOf('order-3'));
  await executePayAction(served.sandbox, id, 'decline');
  const declined = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
  expect(declined).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: { status: 'requires_payment_method', last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' } },
  });
  await executePayAction(served.sandbox, id, 'pay');
  const intent = (await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })).payment_intent as Stripe.PaymentIntent; // as: the intent was expanded
  expect(intent).toMatchObject({ status: 'succeeded', last_payment_error: null });
  expect((await stripe.charges.list({ payment_intent: intent.id })).data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
});

test('Open dispute prevents refunds until it is won', async () => {
  const { session, intent } = await paidIntent('order-4');
  await changeCheckoutInTransaction(served.sandbox, session, openDispute({ reason: 'fraudulent' }));
  const [dispute] = (await stripe.disputes.list({ payment_intent: intent })).data;
  expect(dispute).toMatchObject({ status: 'needs_response', amount: 1_499, reason: 'fraudulent' });
  expect(await chargeOf(intent)).toMatchObject({ disputed: true });
  await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({ code: 'charge_disputed' });
  await changeCheckoutInTransaction(served.sandbox, session, closeDispute(dispute?.id ?? '', 'won'));
  expect(await stripe.disputes.retrieve(dispute?.id ?? '')).toMatchObject({ status: 'won' });
  expect(await stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 1_499 });
  const types = (await stripe.events.list({ limit: 6 })).data.map(({ type }) => type);
  expect(types).toEqual([
    'charge.refunded',
    'refund.created',
    'charge.dispute.funds_reinstated',
    'charge.dispute.closed',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.created',
  ]);
});

test('Delayed payment succeeds or fails after ten seconds', async () => {
  for (const [action, then, status] of [
    ['pay-later', 'checkout.session.async_payment_succeeded', 'paid'],
    ['fail-later', 'checkout.session.async_payment_failed', 'unpaid'],
  ] as const) {
    const { id } = await stripe.checkout.sessions.create(sessionOf(`order-${action}`));
    await executePayAction(served.sandbox, id, action);
    expect(await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
      payment_intent: { status: 'processing' },
    });
    const { now } = served.sandbox;
    served.sandbox.now = () => now() + 11;
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'complete', payment_status: status });
    served.sandbox.now = now;
    expect((await stripe.events.list({ limit: 1 })).data[0]?.type).toBe(then);
  }
});

test('Unpaid session is expired after 24 hours', async () => {
  const { id } = await stripe.checkout.sessions.create(sessionOf('order-5'));
  const { now } = served.sandbox;
  served.sandbox.now = () => now() + 24 * 3_600 + 1;
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired' });
  served.sandbox.now = now;
});

describe('List of events', () => {
  test('is paged, and filtered by time and type', async () => {
    const before = Math.floor(Date.now() / 1_000);
    for (const order of ['order-6', 'order-7', 'order-8']) await paidIntent(order);
    const wanted = { types: ['checkout.session.completed'], created: { gte: before } };
    const all = await stripe.events.list({ ...wanted, limit: 2 }).autoPagingToArray({ limit: 100 });
    const references = all.map(({ data }) => (data.object as Stripe.Checkout.Session).client_reference_id); // as: the type filter admits sessions only
    expect(references.slice(0, 3)).toEqual(['order-8', 'order-7', 'order-6']);
    expect(await stripe.events.list({ ...wanted, created: { gt: before + 3_600 } })).toMatchObject({ data: [], has_more: false });
    expect((await stripe.events.list({ ...wanted, ending_before: all[2]?.id ?? '', limit: 1 })).data.map(({ id }) => id)).toEqual([all[1]?.id]);
    await expect(stripe.events.list({ type: 'a', types: ['b'] })).rejects.toMatchObject({ param: 'type' });
    await expect(stripe.events.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
  });
});
