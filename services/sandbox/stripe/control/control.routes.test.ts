import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { basePath, payPath } from '../keys.ts';
import { sessionOf, startSandbox, TestReceiver, type TestSandbox } from '../sandbox.fixture.ts';
import type { ReferenceTotals } from './control.routes.ts';
import type { ControlInput } from './control.ts';

let database: TestDatabase;
let receiver: TestReceiver;
let served: TestSandbox;
let stripe: Stripe;

beforeAll(async () => {
  database = await testDatabase();
  receiver = await new TestReceiver(database.pool).listen();
  served = await startSandbox(database.pool, {}, receiver);
  stripe = served.stripe;
});
beforeEach(() => tell({ do: 'calm' }));
afterAll(async () => {
  await served?.close();
  receiver?.close();
  await database?.close();
});

const path = `${basePath}/control`;
const tell = async (command: ControlInput): Promise<Record<string, unknown>> => {
  const body = JSON.stringify(command);
  const response = await fetch(`${served.origin}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return { status: response.status, ...((await response.json()) as object) }; // as: the tests check the body
};
const session = async (order: string): Promise<string> => (await stripe.checkout.sessions.create(sessionOf(order))).id;
const accountOf = async (order: string): Promise<ReferenceTotals | undefined> => {
  const { accounts } = (await (await fetch(`${served.origin}${path}`)).json()) as { accounts: ReferenceTotals[] }; // as: the body of GET
  return accounts.find(({ reference }) => reference === order);
};
const endings = (order: string): string[] => receiver.typesOf(order).filter((type) => type.startsWith('checkout.session.'));

describe('Control command', () => {
  test('pay succeeds after decline, and a second pay answers 400', async () => {
    const id = await session('order-1');
    expect(await tell({ do: 'decline', session: id })).toMatchObject({ status: 'open', payment_status: 'unpaid' });
    expect(await tell({ do: 'cancel', session: id })).toMatchObject({ status: 'open' });
    expect(await tell({ do: 'pay', session: id })).toMatchObject({ status: 'complete', payment_status: 'paid' });
    expect(await tell({ do: 'pay', session: id })).toMatchObject({ status: 400, error: expect.stringContaining('status of complete') });
    expect(await tell({ do: 'pay', session: 'cs_none' })).toMatchObject({ status: 404 });
  });

  test('settleLater decides the outcome of payLater', async () => {
    for (const [outcome, paid] of [['success', 'paid'] as const, ['fail', 'unpaid'] as const]) {
      const id = await session(`order-${outcome}`);
      expect(await tell({ do: 'payLater', session: id })).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
      await tell({ do: 'advance', seconds: 1_000_000, session: id });
      expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'unpaid' });
      expect(await tell({ do: 'settleLater', session: id, outcome })).toMatchObject({ payment_status: paid });
    }
    await expect
      .poll(() => endings('order-fail'), { timeout: 10_000 })
      .toEqual(['checkout.session.completed', 'checkout.session.async_payment_failed']);
  });

  test('payLater with seconds completes after that delay', async () => {
    const id = await session('order-2');
    await tell({ do: 'payLater', session: id, outcome: 'success', seconds: 3_600 });
    await tell({ do: 'advance', seconds: 3_600 });
    await expect
      .poll(() => endings('order-2'), { timeout: 10_000 })
      .toEqual(['checkout.session.completed', 'checkout.session.async_payment_succeeded']);
  });

  test('settleAfter sets the delay of payments on the hosted page', async () => {
    await tell({ do: 'settleAfter', seconds: 0 });
    const id = await session('order-7');
    await fetch(`${served.origin}${payPath(id)}`, {
      method: 'POST',
      body: new URLSearchParams({ do: 'fail-later' }),
      headers: { 'sec-fetch-site': 'same-origin' },
      redirect: 'manual',
    });
    await expect.poll(() => endings('order-7'), { timeout: 10_000 }).toEqual(['checkout.session.completed', 'checkout.session.async_payment_failed']);
  });

  test('advance and expire end an unpaid session', async () => {
    const [waiting, passed] = [await session('order-3'), await session('order-4')];
    await tell({ do: 'advance', seconds: 24 * 3_600, session: passed });
    await expect.poll(() => endings('order-4'), { timeout: 10_000 }).toEqual(['checkout.session.expired']);
    expect(await stripe.checkout.sessions.retrieve(waiting)).toMatchObject({ status: 'open' });
    expect(await tell({ do: 'expire', session: waiting })).toMatchObject({ status: 'expired' });
  });
});

test('GET control returns paid, refunded, disputed and kept amounts of an order over all its sessions', async () => {
  const [first, second] = [await session('order-5'), await session('order-5')];
  await tell({ do: 'pay', session: first });
  await tell({ do: 'pay', session: second });
  await tell({ do: 'refund', session: first, amount: 500 });
  await tell({ do: 'dispute', session: second });
  expect(await accountOf('order-5')).toMatchObject({ currency: 'eur', paid: 2_998, refunded: 500, disputed: 1_499, kept: 999 });
  await tell({ do: 'closeDispute', session: second, outcome: 'won' });
  expect(await accountOf('order-5')).toMatchObject({ disputed: 0, kept: 2_498, sessions: [{ id: first }, { id: second }] });
  await expect.poll(() => receiver.typesOf(second)).not.toEqual([]);
});

test('Delivery modes and injected faults apply until the command calm', async () => {
  await tell({ do: 'deliver', how: { mode: 'dropped' } });
  await tell({ do: 'fault', method: 'GET', path: '/v1/checkout/sessions/*', effect: 'error-before', times: 5 });
  const id = await session('order-6');
  await tell({ do: 'pay', session: id });
  await expect(stripe.checkout.sessions.retrieve(id)).rejects.toMatchObject({ statusCode: 500 });
  await tell({ do: 'calm' });
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' });
  expect(receiver.typesOf('order-6')).toEqual([]);
  const [completed] = (await stripe.events.list({ type: 'checkout.session.completed', limit: 1 })).data;
  await tell({ do: 'redeliver', event: completed?.id ?? '' });
  await expect.poll(() => receiver.typesOf('order-6')).toEqual(['checkout.session.completed']);
});

test('POST control answers 400 with the reason to an unknown command', async () => {
  expect(await tell({ do: 'vanish' } as never)).toMatchObject({ status: 400, error: expect.stringContaining('do') }); // as: the type forbids this command
});

test('Control route answers 403 to other machines', async () => {
  for (const method of ['GET', 'POST'] as const) {
    const { statusCode } = await served.app.inject({ method, url: path, headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(statusCode).toBe(403);
  }
});
