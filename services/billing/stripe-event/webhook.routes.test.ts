import { newId } from '@waystory/infra/identifier.ts';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextsWithCreditSales, type TestProduct, testProduct } from '../../testing/product.ts';
import { stripeEventId } from './stripe-event.ts';

const [older, newer] = ['whsec_older', 'whsec_newer'];

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct(contextsWithCreditSales, undefined, { STRIPE_WEBHOOK_SECRET: `${older},${newer}` });
});
afterAll(() => product.stop());

let events = 0;
const secondsAgo = (seconds: number): number => Math.floor(Date.now() / 1_000) - seconds;

/** A Stripe event about an unknown order. */
const eventOf = (object: object = {}) => ({
  id: `evt_${events++}`,
  object: 'event',
  type: 'checkout.session.completed',
  created: secondsAgo(30 * 86_400),
  data: {
    object: { object: 'checkout.session', id: 'cs_1', client_reference_id: newId(), customer_details: { email: 'ada@waystory.example' }, ...object },
  },
});
const signed = (payload: string, secret = newer, timestamp = secondsAgo(0)): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
const post = async (payload: string, signature?: string): Promise<number> => {
  const headers = { 'content-type': 'application/json', ...(signature !== undefined && { 'stripe-signature': signature }) };
  return (await product.send({ method: 'POST', url: '/api/webhooks/stripe', payload, headers })).statusCode;
};
const kept = async (eventId: string) => product.engines.events.read(`stripeevent-${stripeEventId(eventId)}`);

describe('POST webhook with a valid signature', () => {
  test('stores the event once before it answers, without personal data', async () => {
    const event = eventOf();
    const payload = JSON.stringify(event);
    for (const answer of await Promise.all([1, 2, 3].map(() => post(payload, signed(payload))))) expect(answer).toBe(200);
    const [first, ...others] = await kept(event.id);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ type: 'StripeEventReceived', data: { eventId: event.id, sessionId: 'cs_1', missed: false } });
    expect(JSON.stringify(first)).not.toContain('ada@');
  });

  test('accepts a signature with either of two secrets, also beside a foreign signature', async () => {
    const payload = JSON.stringify(eventOf());
    expect(await post(payload, signed(payload, older))).toBe(200);
    const both = `${signed(payload, 'whsec_foreign')},${signed(payload).split(',')[1]}`;
    expect(await post(JSON.stringify(eventOf()), both)).toBe(400);
    expect(await post(payload, both)).toBe(200);
  });

  test('accepts events about any object', async () => {
    for (const object of [{ object: 'charge', payment_intent: { id: 'pi_1' } }, { object: 'balance' }, { client_reference_id: 'order of others' }]) {
      const event = eventOf(object);
      const payload = JSON.stringify({ ...event, type: 'charge.refunded' });
      expect(await post(payload, signed(payload))).toBe(200);
      expect(await kept(event.id)).toHaveLength(1);
    }
  });
});

describe('POST webhook with a valid signature and unused content is accepted, so that Stripe keeps posting', () => {
  const event = eventOf();
  test.each<[string, unknown]>([
    ['a thin event', { id: 'evt_thin', object: 'v2.core.event', type: 'v1.checkout.session.completed', related_object: { id: 'cs_1' } }],
    ['an event without data', { ...event, id: 'evt_bare', data: undefined }],
    ['an event whose data is null', { ...event, id: 'evt_null', data: null }],
    ['an event without an object', { ...event, id: 'evt_nothing', data: { object: null } }],
    ['an event with an invalid time', { ...event, id: 'evt_never', created: 'x' }],
    ['an event with a time out of range', { ...event, id: 'evt_late', created: 1e300 }],
    ['an event of a connected account', { ...event, id: 'evt_connect', account: 'acct_1' }],
    ['an event without a type', { ...event, id: 'evt_untyped', type: undefined }],
    ['a number', 7],
    ['null', null],
    ['a list', [event]],
  ])('%s', async (_, body) => {
    const payload = JSON.stringify(body);
    expect(await post(payload, signed(payload))).toBe(200);
    expect(await kept(String(Object(body).id))).toEqual([]);
    expect(await post(payload, signed(payload, 'whsec_foreign'))).toBe(400);
  });

  test('a body that is not JSON', async () => {
    expect(await post('{', signed('{'))).toBe(200);
  });
});

test.each([
  [
    'payment_intent.succeeded',
    { object: 'payment_intent', id: 'pi_1', metadata: { orderId: newId() } },
    { paymentIntentId: 'pi_1', sessionId: null },
  ],
  ['charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: 'pi_2' }, { paymentIntentId: 'pi_2' }],
  [
    'charge.dispute.funds_withdrawn',
    { object: 'dispute', id: 'dp_1', payment_intent: 'pi_3', balance_transactions: [{ id: 'txn_1' }, { id: 'txn_2' }] },
    { paymentIntentId: 'pi_3', objectId: 'dp_1' },
  ],
  ['invoice.paid', { object: 'invoice', id: 'in_1', payment_intent: null, metadata: null }, { paymentIntentId: null, orderId: null }],
])('POST webhook stores the ids of a %s of an older API version', async (type, object, expected) => {
  const event = { ...eventOf(), type, api_version: '2019-12-03', livemode: false, data: { object } };
  const payload = JSON.stringify(event);
  expect(await post(payload, signed(payload))).toBe(200);
  expect(await kept(event.id)).toMatchObject([{ data: { type, ...expected } }]);
});

describe('POST webhook stores nothing and refuses a request', () => {
  test.each<[string, (payload: string) => string | undefined]>([
    ['without a signature', () => undefined],
    ['with an empty signature', () => ''],
    ['with a malformed signature', () => 'v1=abc'],
    ['signed with another secret', (payload) => signed(payload, 'whsec_foreign')],
    ['signed for other bytes', (payload) => signed(`${payload} `)],
    ['signed more than five minutes ago', (payload) => signed(payload, newer, secondsAgo(301))],
  ])('%s', async (_, signature) => {
    const event = eventOf();
    const payload = JSON.stringify(event);
    expect(await post(payload, signature(payload))).toBe(400);
    expect(await kept(event.id)).toEqual([]);
  });

  test('with a body above the size limit', async () => {
    const event = eventOf({ id: 'x'.repeat(257 * 1024) });
    const payload = JSON.stringify(event);
    expect(await post(payload, signed(payload))).toBe(413);
    expect(await kept(event.id)).toEqual([]);
  });

  test('without a body, or with another method', async () => {
    expect(await post('')).toBe(400);
    expect((await product.send({ method: 'GET', url: '/api/webhooks/stripe' })).statusCode).toBe(405);
  });
});
