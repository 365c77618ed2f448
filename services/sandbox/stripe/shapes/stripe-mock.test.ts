import { readConfig } from '@waystory/infra/config.ts';
import { parseStripeEvent, paymentOf } from '@waystory/infra/payments/stripe/payment.ts';
import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeCheckoutInTransaction } from '../checkout/checkout-store.ts';
import { openDispute } from '../checkout/rules.ts';
import { fetchBelowSandbox } from '../client-fetch.ts';
import { mockVersion } from '../keys.ts';
import { executePayAction } from '../pay/customer.ts';
import { sessionOf, startSandbox, type TestSandbox } from '../sandbox.fixture.ts';
import { hasField, recordFieldReads, shapeDifferences } from './shape-differences.fixture.ts';

const { STRIPE_API_URL: mockUrl, STRIPE_SECRET_KEY: mockKey = '' } = readConfig();
/** as: the mock's API version differs from the version of the SDK's types. */
const apiVersion = mockVersion as typeof Stripe.API_VERSION;

/** One call, sent to the sandbox or to stripe-mock; resolves to its answer. */
type Ask = (stripe: Stripe, ids: Ids) => Promise<unknown>;
interface Ids {
  session: string;
  open: string;
  intent: string;
  charge: string;
  refund: string;
  dispute: string;
  event: string;
}

let database: TestDatabase;
let served: TestSandbox;
let ids: Ids;
let mock: Stripe;
let ours: Stripe;

/** Client of the sandbox or of stripe-mock, in the API version that both support. */
const client = (key: string, send: typeof fetch): Stripe =>
  new Stripe(key, { apiVersion, telemetry: false, maxNetworkRetries: 0, httpClient: Stripe.createFetchHttpClient(send) });

beforeEach((context) => {
  // The tests run only with the key of stripe-mock, so that a real Stripe key is never used.
  if (!mockUrl || mockKey !== 'sk_test_mock') context.skip('STRIPE_API_URL is not that of stripe-mock: npm run test:engines -- stripe-mock');
});
beforeAll(async () => {
  if (!mockUrl) return;
  database = await testDatabase();
  served = await startSandbox(database.pool);
  mock = client(mockKey, (input, init) => {
    const { pathname, search } = new URL(String(input));
    return fetch(`${mockUrl}${pathname}${search}`, init);
  });
  ours = client(served.sandbox.keys.apiKey, fetchBelowSandbox(served.origin));
  ids = await things();
});
afterAll(async () => {
  await served?.close();
  await database?.close();
});

/** Ids of one object of every kind, created in the sandbox. */
async function things(): Promise<Ids> {
  const { id: open } = await ours.checkout.sessions.create(sessionOf('order-1'));
  const { id: session } = await ours.checkout.sessions.create(sessionOf('order-2'));
  await executePayAction(served.sandbox, session, 'pay');
  const { payment_intent } = await ours.checkout.sessions.retrieve(session, { expand: ['payment_intent'] });
  const { id: intent, latest_charge } = payment_intent as Stripe.PaymentIntent; // as: the intent was expanded
  const { id: refund } = await ours.refunds.create({ payment_intent: intent, amount: 500 });
  await changeCheckoutInTransaction(served.sandbox, session, openDispute({ reason: 'general' }));
  const [dispute] = (await ours.disputes.list({ payment_intent: intent })).data;
  const [event] = (await ours.events.list({ limit: 1 })).data;
  return { open, session, intent, charge: String(latest_charge), refund, dispute: dispute?.id ?? '', event: event?.id ?? '' };
}

const plain = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer));
/** An event without its object, whose kind differs between the two servers. */
const withoutSubject = (event: Stripe.Event): object => ({ ...event, data: {} });

const calls: readonly (readonly [name: string, ask: Ask])[] = [
  ['a session is created', (stripe) => stripe.checkout.sessions.create(sessionOf('order-3', { expires_at: Math.floor(Date.now() / 1_000) + 3_600 }))],
  ['a session is read', (stripe, { session }) => stripe.checkout.sessions.retrieve(session)],
  ['a session is read with its payment', (stripe, { session }) => stripe.checkout.sessions.retrieve(session, { expand: ['payment_intent'] })],
  ['sessions are listed', (stripe, { intent }) => stripe.checkout.sessions.list({ payment_intent: intent })],
  ['a session expires', (stripe, { open }) => stripe.checkout.sessions.expire(open)],
  ['an intent is read', (stripe, { intent }) => stripe.paymentIntents.retrieve(intent)],
  ['an intent is read with its charge', (stripe, { intent }) => stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })],
  ['a charge is read', (stripe, { charge }) => stripe.charges.retrieve(charge)],
  ['charges are listed', (stripe, { intent }) => stripe.charges.list({ payment_intent: intent })],
  ['a refund is read', (stripe, { refund }) => stripe.refunds.retrieve(refund)],
  ['refunds are listed', (stripe, { intent }) => stripe.refunds.list({ payment_intent: intent, limit: 100 })],
  ['a dispute is read', (stripe, { dispute }) => stripe.disputes.retrieve(dispute)],
  ['disputes are listed', (stripe, { intent }) => stripe.disputes.list({ payment_intent: intent, limit: 100 })],
  ['an event is read', async (stripe, { event }) => withoutSubject(await stripe.events.retrieve(event))],
  [
    'events are listed',
    async (stripe) => {
      const { data, ...list } = await stripe.events.list({ created: { gte: 1 }, types: ['charge.refunded'], limit: 1 });
      return { ...list, data: data.map(withoutSubject) };
    },
  ],
];

describe('Answer of the sandbox has the shape of the answer of stripe-mock', () => {
  test.each(calls)('when %s', async (_, ask) => {
    const [answer, model] = await Promise.all([ask(ours, ids), ask(mock, ids)]);
    expect(shapeDifferences(plain(answer), plain(model))).toEqual([]);
  });

  test('after a refund', async () => {
    const { id } = await ours.checkout.sessions.create(sessionOf('order-4'));
    await executePayAction(served.sandbox, id, 'pay');
    const { payment_intent } = await ours.checkout.sessions.retrieve(id);
    const refund: Ask = (stripe) => stripe.refunds.create({ payment_intent: String(payment_intent), reason: 'requested_by_customer' });
    const [answer, model] = await Promise.all([refund(ours, ids), refund(mock, ids)]);
    expect(shapeDifferences(plain(answer), plain(model))).toEqual([]);
  });
});

test('Unknown parameter is refused with the same status and type by sandbox and stripe-mock', async () => {
  const refusal = (stripe: Stripe) =>
    stripe.checkout.sessions.create({ mode: 'payment', tip: 1 } as object).then(
      () => null,
      ({ statusCode, type, raw }: Stripe.errors.StripeError) => ({ statusCode, type, raw }),
    );
  const [answer, model] = await Promise.all([refusal(ours), refusal(mock)]);
  expect(answer).toMatchObject({ statusCode: 400, type: model?.type });
  expect(model?.statusCode).toBe(400);
});

test('Fields that the product reads exist in the answers of sandbox and stripe-mock', async () => {
  for (const stripe of [ours, mock]) {
    const session = await stripe.checkout.sessions.retrieve(ids.session, { expand: ['payment_intent'] });
    const intent = { ...(session.payment_intent as Stripe.PaymentIntent), status: 'succeeded' as const }; // as: the intent was expanded
    const [refunds, disputes] = [
      await stripe.refunds.list({ payment_intent: ids.intent }),
      await stripe.disputes.list({ payment_intent: ids.intent }),
    ];
    const [event] = (await stripe.events.list({ limit: 1 })).data;
    const [refund, dispute] = [refunds.data[0], disputes.data[0]];
    if (!refund || !dispute || !event) throw new Error('There is one of each');
    const seen = {
      session: recordFieldReads(session),
      intent: recordFieldReads(intent),
      refund: recordFieldReads(refund),
      dispute: recordFieldReads(dispute),
      event: recordFieldReads(event),
    };
    paymentOf(seen.session.thing, seen.intent.thing, [seen.refund.thing], [seen.dispute.thing]);
    parseStripeEvent(seen.event.thing);
    // Stripe sets these fields only in events of connected accounts, and for converted prices.
    const optional = new Set(['event.account', 'session.currency_conversion']);
    // The object of an event may be of any kind, so its fields are not compared.
    const lacking = Object.entries(seen)
      .flatMap(([name, { thing, read }]) =>
        read.filter((path) => !path.startsWith('data.object') && !hasField(plain(thing), path)).map((path) => `${name}.${path}`),
      )
      .filter((path) => !optional.has(path));
    expect(lacking).toEqual([]);
    expect(seen.session.read.length + seen.intent.read.length).toBeGreaterThan(8);
  }
});
