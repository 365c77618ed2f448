import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiVersion, basePath } from '../keys.ts';
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

test('Sandbox and SDK have the same API version', () => {
  expect(apiVersion).toBe(Stripe.API_VERSION);
});

describe('Checkout session', () => {
  test('is read exactly as it was created', async () => {
    const created = await stripe.checkout.sessions.create(sessionOf('order-1'));
    expect(created).toMatchObject({
      id: expect.stringMatching(/^cs_test_[0-9a-f]{24}$/),
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 1_499,
      currency: 'eur',
      client_reference_id: 'order-1',
      metadata: { orderId: 'order-1' },
      payment_intent: null,
      url: `${served.origin}${basePath}/pay/${created.id}`,
      expires_at: created.created + 24 * 3_600,
    });
    expect(created.lastResponse).toMatchObject({ requestId: expect.stringMatching(/^req_/), apiVersion, statusCode: 200 });
    const { lastResponse: _, ...read } = await stripe.checkout.sessions.retrieve(created.id);
    const { lastResponse: __, ...first } = created;
    expect(read).toEqual(first);
  });

  test('includes its lines and its payment when they are expanded', async () => {
    const { id } = await stripe.checkout.sessions.create(sessionOf('order-2'));
    await executePayAction(served.sandbox, id, 'pay');
    const { payment_intent, line_items, ...session } = await stripe.checkout.sessions.retrieve(id, {
      expand: ['payment_intent.latest_charge', 'line_items'],
    });
    expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', url: null });
    expect(line_items?.data).toMatchObject([{ description: 'Explorer', quantity: 1, amount_total: 1_499 }]);
    expect(payment_intent).toMatchObject({
      status: 'succeeded',
      amount_received: 1_499,
      metadata: { orderId: 'order-2' },
      latest_charge: { object: 'charge', paid: true, amount: 1_499, amount_refunded: 0, refunded: false, disputed: false },
    });
  });

  test('is listed by its payment intent', async () => {
    const { id } = await stripe.checkout.sessions.create(sessionOf('order-3'));
    await executePayAction(served.sandbox, id, 'pay');
    const { payment_intent } = await stripe.checkout.sessions.retrieve(id);
    const listed = await stripe.checkout.sessions.list({ payment_intent: String(payment_intent) });
    expect(listed.data.map((one) => one.id)).toEqual([id]);
  });

  test('expires on request, and a second request answers 400', async () => {
    const { id } = await stripe.checkout.sessions.create(sessionOf('order-4'));
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null });
    await expect(stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
  });

  test('does not expire once it is paid', async () => {
    const { id } = await stripe.checkout.sessions.create(sessionOf('order-5'));
    await executePayAction(served.sandbox, id, 'pay');
    await expect(stripe.checkout.sessions.expire(id)).rejects.toThrow('status of complete');
  });
});

const line = { quantity: 1, price_data: { currency: 'eur', unit_amount: 499, product_data: { name: 'Starter' } } };
const inMinutes = (minutes: number): number => Math.floor(Date.now() / 1_000) + minutes * 60;

test.each<[what: string, Partial<Stripe.Checkout.SessionCreateParams>, said: object]>([
  ['no lines', { line_items: [] }, { code: 'parameter_missing', param: 'line_items' }],
  [
    'a price that is no number',
    { line_items: [{ ...line, price_data: { ...line.price_data, unit_amount: 1.5 } }] },
    { code: 'parameter_invalid_integer', param: 'line_items[0][price_data][unit_amount]' },
  ],
  ['a quantity of none', { line_items: [{ ...line, quantity: 0 }] }, { param: 'line_items[0][quantity]' }],
  ['too small an amount', { line_items: [{ ...line, price_data: { ...line.price_data, unit_amount: 49 } }] }, { code: 'amount_too_small' }],
  ['two currencies', { line_items: [line, { ...line, price_data: { ...line.price_data, currency: 'usd' } }] }, { param: 'line_items' }],
  ['a way back that is no address', { success_url: '/profile' }, { code: 'url_invalid', param: 'success_url' }],
  ['an end that is too soon', { expires_at: inMinutes(29) }, { param: 'expires_at' }],
  ['an end that is too late', { expires_at: inMinutes(24 * 60 + 1) }, { param: 'expires_at' }],
  ['a subscription', { mode: 'subscription' }, { param: 'mode' }],
  ['what there is not', { tip: 1 } as object, { code: 'parameter_unknown', param: 'tip' }],
  ['an expansion that there is not', { expand: ['moon'] }, { param: 'expand' }],
])('a session with %s is refused', async (_, more, said) => {
  const refused = stripe.checkout.sessions.create(sessionOf('order-6', more));
  await expect(refused).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    requestId: expect.stringMatching(/^req_/),
    ...said,
  });
});

describe('API call is refused', () => {
  test('with a wrong key', async () => {
    const stranger = served.clientWith({ key: 'sk_test_other' });
    await expect(stranger.checkout.sessions.retrieve('cs_1')).rejects.toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 });
  });

  test('from another machine', async () => {
    const headers = { authorization: `Bearer ${served.sandbox.keys.apiKey}` };
    const from = (more: object) => served.app.inject({ url: `${basePath}/v1/events`, headers: { ...headers, ...more } });
    expect((await from({})).statusCode).toBe(200);
    expect((await from({ 'x-forwarded-for': '203.0.113.9' })).statusCode).toBe(403);
    expect((await served.app.inject({ url: `${basePath}/v1/events`, headers, remoteAddress: '203.0.113.9' })).statusCode).toBe(403);
  });

  test('with an unknown API version', async () => {
    const old = served.clientWith({ apiVersion: '2019-12-03' as never }); // as: the type forbids this version
    await expect(old.events.list()).rejects.toMatchObject({ statusCode: 400, message: expect.stringContaining('2019-12-03') });
  });
});

test('Read of an invalid id answers 404', async () => {
  const headers = { authorization: `Bearer ${served.sandbox.keys.apiKey}` };
  for (const path of ['/v1/checkout/sessions/%00', '/v1/payment_intents/%00', '/v1/events/%00', '/pay/%00']) {
    const { statusCode } = await served.app.inject({ url: `${basePath}${path}`, headers });
    expect([path, statusCode]).toEqual([path, 404]);
  }
  await expect(stripe.events.list({ starting_after: '\0' })).rejects.toMatchObject({ param: 'starting_after' });
  await expect(stripe.checkout.sessions.create(sessionOf('\0'))).rejects.toMatchObject({ param: 'client_reference_id' });
  expect(await stripe.checkout.sessions.create(sessionOf('order-0', { metadata: { note: '\0' } }))).toMatchObject({ metadata: { note: '\0' } });
});

test('Read of an unknown object answers 404 with resource_missing', async () => {
  await expect(stripe.checkout.sessions.retrieve('cs_test_none')).rejects.toMatchObject({ code: 'resource_missing', statusCode: 404 });
  await expect(stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
    code: 'resource_missing',
    message: "No such payment_intent: 'pi_none'",
  });
  await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 404, message: 'Unrecognized request URL (GET: /v1/customers).' });
});
