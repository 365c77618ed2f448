import { findFreePorts } from '@waystory/infra/engine-servers/engine-server.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultContexts, type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
let admin: Person;
let moderator: Person;
beforeAll(async () => {
  product = await testProduct();
  admin = product.person('admin', 'admin');
  moderator = product.person('mod', 'moderator');
  for (const { api } of [admin, moderator]) await api.createAccount({});
});
afterAll(() => product.stop());

const get = async (path: string, as?: Person) => product.send({ url: `/api/${path}`, ...(as && { as }) });
const today = () => new Date().toISOString().slice(0, 10);

describe('GET processes', () => {
  test('lists the current process with its state', async () => {
    await expect.poll(async () => (await get('processes', admin)).json().items.length).toBe(1);
    const [one] = (await get('processes', admin)).json().items;
    expect(one).toMatchObject({
      state: 'up',
      pid: process.pid,
      contexts: defaultContexts.map(({ name }) => name),
      release: expect.stringMatching(/^\d/),
    });
    expect(one.roles).toEqual(['command', 'query', 'projector', 'worker', 'relay']);
    expect(one.memory).toBeGreaterThan(10_000_000);
    expect(one.eventLoop).toBeGreaterThanOrEqual(0);
    expect(Object.keys(one)).not.toContain('traffic');
  });

  test('lists a process without heartbeats as away, and no stopped process', async () => {
    const silent = new Date(Date.now() - 60_000).toISOString();
    const running = (await product.engines.processes.list()).find(({ stoppedAt }) => !stoppedAt);
    const record = { ...running, id: newId(), toldAt: silent, roles: ['relay'] };
    await product.engines.processes.tell(record as never); // as: a whole record, as listed
    await product.engines.processes.tell({ ...record, id: newId(), stoppedAt: silent } as never);
    const { items } = (await get('processes', admin)).json();
    expect(items.map(({ state, roles }: { state: string; roles: string[] }) => [state, roles.length])).toEqual(
      expect.arrayContaining([
        ['up', 5],
        ['away', 1],
      ]),
    );
    expect(items).toHaveLength(2);
  });
});

describe('GET engines', () => {
  test('has the state up for each configured engine, and the state none for the others', async () => {
    const { items } = (await get('engines', admin)).json();
    expect(Object.fromEntries(items.map(({ port, state }: { port: string; state: string }) => [port, state]))).toEqual({
      events: 'up',
      bus: 'up',
      projections: 'up',
      search: 'up',
      workflows: 'up',
      blobs: 'up',
      identity: 'up',
      payments: 'none',
      model: 'none',
    });
    for (const { state, latency, cause } of items) {
      expect(cause).toBeNull();
      if (state === 'up') expect(latency).toBeLessThan(2_000);
    }
  });

  test('has the state away for refusing and hanging engines, within 10 seconds', async () => {
    const hang = () => new Promise<never>(() => {});
    const nothing = {
      OPENAI_BASE_URL: `http://127.0.0.1:${(await findFreePorts(1))[0]}/v1`,
      STRIPE_SECRET_KEY: 'key',
      STRIPE_WEBHOOK_SECRET: 'secret',
    };
    const stranded = await testProduct(defaultContexts, undefined, { ...nothing, STRIPE_API_URL: 'http://127.0.0.1:1' }, async () => ({
      verifier: { verify: hang, recall: () => undefined },
      ask: hang,
    }));
    try {
      const person = stranded.person('admin', 'admin');
      const from = performance.now();
      const { items } = (await stranded.send({ url: '/api/engines', as: person })).json();
      expect(performance.now() - from).toBeLessThan(10_000);
      const causes = Object.fromEntries(items.map(({ port, state, cause }: Record<string, string>) => [port, [state, cause]]));
      expect(causes).toMatchObject({ events: ['up', null], identity: ['away', 'timeout'], model: ['away', 'ECONNREFUSED'] });
      expect(causes.payments?.[0]).toBe('away');
    } finally {
      await stranded.stop();
    }
  });
});

describe('GET figures', () => {
  test('counts the events of today and the open reports', async () => {
    const ada = product.person('ada');
    const before = (await get('figures', admin)).json();
    await ada.api.createAccount({});
    const { id } = await ada.api.createItinerary({ body: { title: 'Tram bells' } });
    await ada.api.fileReport({ body: { reportableType: 'itinerary', reportableId: id, reason: 'other' } });
    await expect.poll(async () => (await get('figures?days=3', admin)).json().openReports).toBe(before.openReports + 1);
    await expect.poll(async () => (await get('figures?days=3', admin)).json().days.at(-1).stories).toBe(before.days.at(-1).stories + 1);
    const after = (await get('figures?days=3', admin)).json();
    expect(after.days).toHaveLength(3);
    expect(after.days.at(-1)).toMatchObject({ id: today(), accounts: before.days.at(-1).accounts + 1, creditsSold: 0, creditsUsed: 0 });
    expect(before.days).toHaveLength(30);
    expect(after.minutes).toHaveLength(60);
  });

  test('counts an order as unpaid until its payment, then as unfulfilled until its fulfilment', async () => {
    const order = `order-${newId()}`;
    const write = async (version: number, type: string, data: Record<string, unknown> = {}) => {
      const event = { id: newId(), type, schema: 1, data, meta: { actorId: null, commandId: newId() }, at: new Date().toISOString() };
      await product.engines.events.append(order, version, [event]);
    };
    const waiting = async () => {
      const { unpaidOrders, unfulfilledOrders } = (await get('figures', admin)).json();
      return [unpaidOrders, unfulfilledOrders];
    };
    const placed = {
      accountId: admin.accountId,
      packageId: 'starter',
      packageName: 'Starter',
      credits: 50,
      amount: 499,
      currency: 'eur',
      returnTo: '/',
    };
    await write(0, 'OrderPlaced', placed);
    await expect.poll(waiting).toEqual([1, 0]);
    await write(1, 'OrderPaid', { paymentIntentId: 'pi_1', amount: 499, currency: 'eur' });
    await expect.poll(waiting).toEqual([0, 1]);
    await write(2, 'OrderFulfilled');
    await expect.poll(waiting).toEqual([0, 0]);
  });

  test.each(['0', '367', 'x', '1.5', ''])('answers 400 for days=%s', async (days) => {
    const answer = await get(`figures?days=${days}`, admin);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].path).toBe('query.days');
  });
});

test('System routes answer 401 without a sign-in and 403 to moderators', async () => {
  for (const path of ['processes', 'engines', 'figures']) {
    expect([(await get(path)).statusCode, (await get(path, moderator)).statusCode]).toEqual([401, 403]);
  }
});
