import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { executePayAction } from '../pay/customer.ts';
import { sessionOf, startSandbox, TestReceiver, type TestSandbox } from '../sandbox.fixture.ts';
import { forgetSettings } from '../sandbox.ts';
import { deliverDue } from './deliveries.ts';
import { type DeliveryMode, setDeliveryMode } from './delivery-mode.ts';

let database: TestDatabase;
let receiver: TestReceiver;
let served: TestSandbox;

const paid = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded', 'checkout.session.completed'];

beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  receiver = await new TestReceiver(database.pool).listen();
  served = await startSandbox(database.pool, {}, receiver);
});
afterEach(async () => {
  await served.close();
  receiver.close();
  await forgetSettings(database.pool);
});
afterAll(() => database?.close());

const paidSession = async (order: string): Promise<string> => {
  const { id } = await served.stripe.checkout.sessions.create(sessionOf(order));
  await executePayAction(served.sandbox, id, 'pay');
  return id;
};
const ofOrder = (order: string) => receiver.events.filter(({ data }) => JSON.stringify(data).includes(order));

test('Event is delivered with a valid signature, and equals the event in the list', async () => {
  const id = await paidSession('order-1');
  await expect.poll(() => receiver.typesOf('order-1').sort()).toEqual(paid.toSorted());
  const completed = receiver.events.find(({ type }) => type === 'checkout.session.completed');
  expect(completed).toMatchObject({
    api_version: '2026-10-28.endive',
    data: { object: { id, object: 'checkout.session', payment_status: 'paid', status: 'complete', client_reference_id: 'order-1' } },
  });
  const { lastResponse: _, ...listed } = await served.stripe.events.retrieve(completed?.id ?? '');
  expect({ ...listed, pending_webhooks: 1 }).toEqual(completed);
});

test('Delivery is retried until it is accepted, also after a restart', async () => {
  receiver.answers = [500, 500, 302, 404];
  await paidSession('order-2');
  await expect.poll(() => receiver.answers).toEqual([]);
  await served.close();
  served = await startSandbox(database.pool, {}, receiver);
  await expect.poll(() => receiver.typesOf('order-2').sort()).toEqual(paid.toSorted());
});

test('Delivery of a stopped process is made by another process after the lease expires', async () => {
  await served.close();
  const late = { now: () => Date.now() / 1_000 + 3_600 };
  served = await startSandbox(database.pool);
  await paidSession('order-3');
  const { rowCount } = await database.pool.query(`update stripe_deliveries set attempts = 1, due_at = now() + interval '6 s' where ended_at is null`);
  expect(rowCount).toBe(4);
  expect(await deliverDue(served.sandbox, receiver)).toBe(0);
  expect(await deliverDue({ ...served.sandbox, ...late }, receiver)).toBe(4);
  expect(receiver.typesOf('order-3').sort()).toEqual(paid.toSorted());
});

test('Several processes together deliver each event once', async () => {
  const others = await Promise.all([startSandbox(database.pool, {}, receiver), startSandbox(database.pool, {}, receiver)]);
  await Promise.all(Array.from({ length: 20 }, (_, index) => paidSession(`order-many-${index}`)));
  await expect.poll(() => ofOrder('order-many-').length).toBe(80);
  await Promise.all(others.map((one) => one.close()));
  expect(new Set(ofOrder('order-many-').map(({ id }) => id)).size).toBe(80);
});

describe('Delivery mode of the sandbox', () => {
  const deliveredBy = async (mode: DeliveryMode, order: string, type?: string): Promise<void> => {
    await setDeliveryMode(database.pool, mode, type);
    await paidSession(order);
  };

  test('duplicate delivers each event three times', async () => {
    await deliveredBy({ mode: 'duplicate', times: 3 }, 'order-twice');
    await expect.poll(() => ofOrder('order-twice').length).toBe(12);
    expect(new Set(ofOrder('order-twice').map(({ id }) => id)).size).toBe(4);
  });

  test('dropped delivers no event except those of a type with a mode of its own', async () => {
    await setDeliveryMode(database.pool, { mode: 'dropped' });
    await deliveredBy({ mode: 'normal' }, 'order-never', 'charge.succeeded');
    await expect.poll(() => receiver.typesOf('order-never')).toEqual(['charge.succeeded']);
    const { data } = await served.stripe.events.list({ types: ['checkout.session.completed'], limit: 1 });
    expect(data).toMatchObject([{ data: { object: { client_reference_id: 'order-never' } }, pending_webhooks: 0 }]);
  });

  test('unaccepted delivers an accepted event once more', async () => {
    await deliveredBy({ mode: 'unaccepted', times: 1 }, 'order-again', 'checkout.session.completed');
    await expect.poll(() => receiver.typesOf('order-again').filter((type) => type === 'checkout.session.completed').length).toBe(2);
    await expect.poll(async () => (await served.stripe.events.list({ limit: 1 })).data[0]?.pending_webhooks).toBe(0);
  });

  test('reordered and delayed deliver events out of order and late', async () => {
    // Only `deliverDue` of this test delivers, so that it controls the time of each delivery.
    await served.close();
    served = await startSandbox(database.pool);
    const [begun, turns] = [Date.now() / 1_000, [0.3, 0.2, 0.1, 0]];
    served.sandbox.now = () => begun;
    served.sandbox.random = () => turns.shift() ?? 0;
    await deliveredBy({ mode: 'reordered', seconds: 100 }, 'order-other');
    for (const late of [0, 10, 20, 30]) await deliverDue({ ...served.sandbox, now: () => begun + late + 1 }, receiver);
    expect(receiver.typesOf('order-other')).toEqual(paid.toReversed());
    await served.close();
    served = await startSandbox(database.pool, {}, receiver);
    await deliveredBy({ mode: 'delayed', seconds: 3_600 }, 'order-late');
    await deliveredBy({ mode: 'normal' }, 'order-soon');
    await expect.poll(() => ofOrder('order-soon').length).toBe(4);
    expect(ofOrder('order-late')).toEqual([]);
  });
});
