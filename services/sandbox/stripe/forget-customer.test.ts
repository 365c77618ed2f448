import { testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { expect, test } from 'vitest';
import { forgetCustomer } from './forget-customer.ts';
import { sessionOf, startSandbox } from './sandbox.fixture.ts';

test('forgetCustomer removes e-mail and return URLs of the account, and keeps its amounts', async () => {
  const database = await testDatabase();
  await forgetCustomer(database.pool, 'http://localhost:4000', 'ada');
  const { stripe, close } = await startSandbox(database.pool);
  const back = 'http://localhost:4000/profile?q=marzipan%20"owl"';
  const session = (order: string, accountId: string) =>
    stripe.checkout.sessions.create(
      sessionOf(order, {
        metadata: { orderId: order, accountId },
        success_url: `${back}&order=1&payment=made`,
        cancel_url: back,
        customer_email: `marzipan@${accountId}.example`,
      }),
      { idempotencyKey: `checkout:${order}` },
    );
  const [hers, his] = [await session('order-1', 'ada'), await session('order-2', 'bob')];
  for (const { id } of [hers, his]) await stripe.checkout.sessions.expire(id);
  await forgetCustomer(database.pool, 'http://localhost:4000', 'ada');
  expect(await stripe.checkout.sessions.retrieve(hers.id)).toMatchObject({
    amount_total: 1_499,
    success_url: 'http://localhost:4000/',
    cancel_url: 'http://localhost:4000/',
    customer_email: null,
  });
  const tables = ['stripe_checkouts', 'stripe_events', 'stripe_requests'];
  const texts = await Promise.all(
    tables.map(async (table) => (await database.pool.query<{ row: string }>(`select t::text as row from ${table} t`)).rows.map(({ row }) => row)),
  );
  const withWord = texts.map((rows) => rows.filter((row) => row.includes('marzipan')));
  for (const rows of withWord) {
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toContain(his.id);
  }
  // The session of the other account keeps its URLs.
  expect((await stripe.checkout.sessions.retrieve(his.id)).success_url).toContain('marzipan');
  await close();
  await database.close();
});
