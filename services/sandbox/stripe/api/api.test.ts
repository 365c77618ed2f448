import { createLog } from '@waystory/infra/log.ts';
import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sandboxFetch } from '../client-fetch.ts';
import { executePayAction } from '../pay/customer.ts';
import { sessionOf, startSandbox, type TestSandbox } from '../sandbox.fixture.ts';
import { addFault, type FaultEffect, forgetFaults } from './fault.ts';

let database: TestDatabase;
let served: TestSandbox;

beforeAll(async () => {
  database = await testDatabase();
  served = await startSandbox(database.pool);
});
beforeEach(() => forgetFaults(database.pool));
afterAll(async () => {
  await served?.close();
  await database?.close();
});

/** Whether an answer is a replay. `Headers`, because the case of header names depends on the client's connection. */
const isReplayed = ({ lastResponse }: { lastResponse: { headers: Record<string, string> } }): boolean =>
  new Headers(lastResponse.headers).get('idempotent-replayed') === 'true';
const create = (order: string, idempotencyKey: string, { stripe } = served) => stripe.checkout.sessions.create(sessionOf(order), { idempotencyKey });

describe('Idempotency key', () => {
  test('creates one session and replays its answer, also after a restart', async () => {
    const first = await create('order-1', 'key-1');
    await served.close();
    served = await startSandbox(database.pool);
    const again = await create('order-1', 'key-1');
    expect(again.id).toBe(first.id);
    expect([first, again].map(isReplayed)).toEqual([false, true]);
  });

  test('answers 400 with StripeIdempotencyError for a call with other parameters', async () => {
    await create('order-2', 'key-2');
    await expect(create('order-3', 'key-2')).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  test('creates one session for 20 concurrent calls to two processes', async () => {
    const other = await startSandbox(database.pool);
    const all = await Promise.all(Array.from({ length: 20 }, (_, index) => create('order-4', 'key-4', index % 2 ? other : served)));
    await other.close();
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(all.filter(isReplayed).length).toBe(19);
  });

  test('replays a refusal by a rule, but not a refusal of invalid parameters', async () => {
    const { stripe } = served;
    const { id } = await stripe.checkout.sessions.create(sessionOf('order-5'));
    const refund = (charge: string) => stripe.refunds.create({ charge }, { idempotencyKey: 'key-5' });
    await expect(refund('ch_none')).rejects.toMatchObject({
      statusCode: 404,
      headers: expect.not.objectContaining({ 'idempotent-replayed': 'true' }),
    });
    await expect(refund('ch_none')).rejects.toMatchObject({ statusCode: 404, headers: expect.objectContaining({ 'idempotent-replayed': 'true' }) });
    const expire = (more: object) => stripe.checkout.sessions.expire(id, more, { idempotencyKey: 'key-6' });
    await expect(expire({ expand: 'moon' })).rejects.toMatchObject({ statusCode: 400 });
    expect(await expire({})).toMatchObject({ status: 'expired' });
  });

  test('can be used for a new call after a day', async () => {
    const { id } = await create('order-6', 'key-7');
    const { now } = served.sandbox;
    served.sandbox.now = () => now() + 24 * 3_600 + 1;
    const later = await create('order-6', 'key-7');
    served.sandbox.now = now;
    expect(later.id).not.toBe(id);
  });
});

test('Session is paid once by ten concurrent attempts, and concurrent refunds never exceed the paid amount', async () => {
  const { id } = await served.stripe.checkout.sessions.create(sessionOf('order-7'));
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => executePayAction(served.sandbox, id, 'pay')));
  expect(tries.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  const { payment_intent } = await served.stripe.checkout.sessions.retrieve(id);
  const refunds = await Promise.allSettled(
    // 30 refunds exceed the connections of the pool.
    Array.from({ length: 30 }, () => served.stripe.refunds.create({ payment_intent: String(payment_intent), amount: 500 })),
  );
  expect(refunds.filter(({ status }) => status === 'fulfilled').length).toBe(2);
});

describe('Injected fault', () => {
  const path = '/v1/checkout/sessions';
  const goesWrong = (effect: FaultEffect, times = 1) => addFault(database.pool, { method: 'POST', path, effect, times });
  const sessionsOf = async (order: string): Promise<number> =>
    (await served.stripe.checkout.sessions.list({ limit: 100 })).data.filter(({ client_reference_id }) => client_reference_id === order).length;

  test.each<[FaultEffect, object, number]>([
    ['error-before', { type: 'StripeAPIError', statusCode: 500 }, 0],
    ['error-after', { type: 'StripeAPIError', statusCode: 500 }, 1],
    ['lost-before', { type: 'StripeConnectionError' }, 0],
    ['lost-after', { type: 'StripeConnectionError' }, 1],
    ['too-many', { type: 'StripeRateLimitError', statusCode: 429 }, 0],
  ])('%s fails one call, and a retry under the same idempotency key leaves one session', async (effect, said, made) => {
    const order = `order-${effect}`;
    await goesWrong(effect);
    await expect(create(order, order)).rejects.toMatchObject(said);
    expect(await sessionsOf(order)).toBe(made);
    await create(order, order);
    expect(await sessionsOf(order)).toBe(1);
  });

  test('of lost answers makes the client retry, and one session exists', async () => {
    await goesWrong('lost-after', 2);
    const patient = served.clientWith({ maxNetworkRetries: 2 });
    await patient.checkout.sessions.create(sessionOf('order-patient'));
    expect(await sessionsOf('order-patient')).toBe(1);
  });

  test('also applies to calls within the process, without HTTP', async () => {
    const httpClient = Stripe.createFetchHttpClient(sandboxFetch(database.pool, served.origin, createLog('silent')));
    const within = served.clientWith({ httpClient, maxNetworkRetries: 1 });
    await goesWrong('lost-after');
    const { id } = await within.checkout.sessions.create(sessionOf('order-within'));
    expect(await sessionsOf('order-within')).toBe(1);
    expect((await served.stripe.checkout.sessions.retrieve(id)).url).toBe(`${served.origin}/sandbox/stripe/pay/${id}`);
  });

  test('applies only to calls of its path', async () => {
    await addFault(database.pool, { method: 'GET', path: `${path}/*`, effect: 'error-before', times: 1 });
    const { id } = await create('order-8', 'key-8');
    await expect(served.stripe.checkout.sessions.retrieve(id)).rejects.toMatchObject({ statusCode: 500 });
    expect(await served.stripe.checkout.sessions.retrieve(id)).toMatchObject({ id });
  });
});
