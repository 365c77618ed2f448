import { createPool } from '@waystory/infra/postgres/pool.ts';
import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payPath } from './keys.ts';
import { sessionOf, startSandbox, TestReceiver, type TestSandbox } from './sandbox.fixture.ts';

let database: TestDatabase;
let receiver: TestReceiver;
let served: TestSandbox;

beforeAll(async () => {
  database = await testDatabase();
  receiver = await new TestReceiver(database.pool).listen();
  served = await startSandbox(database.pool, {}, receiver);
});
afterAll(async () => {
  await served?.close();
  receiver?.close();
  await database?.close();
});

describe('Unavailable database', () => {
  test('makes calls and pages answer 503, which succeed again afterwards', async () => {
    const { stripe, sandbox, origin } = served;
    const { id } = await stripe.checkout.sessions.create(sessionOf('order-1'));
    const { pool } = sandbox;
    sandbox.pool = createPool({ host: '127.0.0.1', port: 1 }, { max: 2 });
    await expect(stripe.checkout.sessions.retrieve(id)).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 503 });
    await expect(stripe.checkout.sessions.create(sessionOf('order-2'))).rejects.toMatchObject({ statusCode: 503 });
    const page = await fetch(`${origin}${payPath(id)}`);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await page.text()).toContain('One moment, please');
    sandbox.pool = pool;
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired' });
    await expect.poll(() => receiver.typesOf(id)).toEqual(['checkout.session.expired']);
  });
});
