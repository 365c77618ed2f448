import { defineService } from '@waystory/infra/host/service.ts';
import { createLog } from '@waystory/infra/log.ts';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextsWithCreditSales, type TestProduct, testProduct } from '../../testing/product.ts';
import { fetchBelowSandbox } from './client-fetch.ts';
import { basePath, payPath, type SandboxKeys, sandboxKeys } from './keys.ts';
import { sessionOf } from './sandbox.fixture.ts';
import { stripeService } from './service.ts';

const taken: Stripe.Event[] = [];
const keysOf = ({ engines: { pool } }: Pick<TestProduct, 'engines'>): Promise<SandboxKeys> => {
  if (!pool) throw new Error('the test product stands on Postgres');
  return sandboxKeys(pool);
};

/** A context that receives the webhooks instead of the billing context. */
const taker = defineService({
  name: 'taker',
  streams: [],
  routes: [],
  projections: [],
  reactors: () => [],
  errors: {},
  open: async ({ engines }) => ({
    mountWrites: async (app) => {
      await app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
        scope.post<{ Body: Buffer }>('/api/webhooks/stripe', async ({ body, headers }) => {
          const { webhookSecret } = await keysOf({ engines });
          taken.push(Stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), webhookSecret));
          return {};
        });
      });
    },
  }),
});

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct([stripeService, taker], undefined, { PORT: '0', PUBLIC_ORIGIN: 'http://localhost:4000' });
});
afterAll(() => product?.stop());

const pay = async (id: string): Promise<void> => {
  const { statusCode } = await product.send({ method: 'POST', url: `${basePath}/control`, payload: { do: 'pay', session: id } });
  expect(statusCode).toBe(200);
};
const client = async (send: typeof fetch): Promise<Stripe> =>
  new Stripe((await keysOf(product)).apiKey, { maxNetworkRetries: 0, telemetry: false, httpClient: Stripe.createFetchHttpClient(send) });

describe('Stripe sandbox in the product', () => {
  test('creates a session, and delivers its webhook over HTTP and within the process', async () => {
    const inject: typeof fetch = async (input, init) => {
      const headers = Object.fromEntries(new Headers(init?.headers));
      const { statusCode, body } = await product.send({ method: 'POST', url: String(input), headers, payload: String(init?.body) });
      return new Response(body, { status: statusCode });
    };
    const { id, url } = await (await client(fetchBelowSandbox('', inject))).checkout.sessions.create(sessionOf('order-1'));
    expect(url).toBe(`http://localhost:4000${payPath(id)}`);
    await pay(id);
    await expect.poll(() => taken.map(({ type }) => type)).toContain('checkout.session.completed');
    taken.length = 0;
    const address = await product.host.listen();
    const { id: second } = await (await client(fetchBelowSandbox(address))).checkout.sessions.create(sessionOf('order-2'));
    await pay(second);
    await expect.poll(() => taken.map(({ type }) => type)).toContain('checkout.session.completed');
    expect(JSON.stringify(taken)).toContain('order-2');
  });

  test('has no path in the OpenAPI document', async () => {
    const { body } = await product.send({ url: '/api/docs/json' });
    expect(body).not.toContain('sandbox');
  });
});

test.each([['command'], ['query']] as const)('Process of the role %s serves reads and writes of the Stripe sandbox', async (role) => {
  const process = await testProduct([stripeService], [role]);
  const headers = { authorization: `Bearer ${(await keysOf(process)).apiKey}` };
  const answers = [
    await process.send({ url: `${basePath}/v1/events`, headers }),
    await process.send({ method: 'POST', url: `${basePath}/control`, payload: { do: 'calm' } }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  await process.stop();
});

test.each<Record<string, string>>([{ HOST: '0.0.0.0' }, { PUBLIC_ORIGIN: 'https://waystory.example' }, { NODE_ENV: 'production' }])(
  'Control route answers 404 with %j, and the log has the reason once',
  async (settings) => {
    const lines: string[] = [];
    const log = createLog('warn', undefined, { write: (line) => lines.push(line) });
    const said = defineService({ ...stripeService, open: async (services) => (await stripeService.open?.({ ...services, log })) ?? {} });
    const open = await testProduct([said], undefined, settings);
    expect(lines).toEqual([expect.stringContaining(`because of ${Object.entries(settings).flat().join('=')}; set STRIPE_SECRET_KEY`)]);
    expect((await open.send({ url: `${basePath}/control` })).statusCode).toBe(404);
    expect((await open.send({ method: 'POST', url: `${basePath}/control`, payload: { do: 'calm' } })).statusCode).toBe(404);
    await open.stop();
  },
);

test.each(['sk_test_waystory', 'whsec_waystory_sandbox'])('Former constant key %s is refused for calls and webhooks', async (known) => {
  const headers = { authorization: `Bearer ${known}` };
  expect((await product.send({ url: `${basePath}/v1/events`, headers })).statusCode).toBe(401);
  const selling = await testProduct(contextsWithCreditSales);
  const payload = JSON.stringify({ id: 'evt_forged', object: 'event', type: 'checkout.session.completed', created: 1, data: { object: {} } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: known });
  const forged = { method: 'POST', url: '/api/webhooks/stripe', payload } as const;
  const { statusCode } = await selling.send({ ...forged, headers: { 'content-type': 'application/json', 'stripe-signature': signature } });
  expect(statusCode).toBe(400);
  await selling.stop();
});

test('Stripe sandbox answers 404 when STRIPE_SECRET_KEY is set', async () => {
  const live = await testProduct([stripeService], undefined, { STRIPE_SECRET_KEY: 'sk_test_of_ones_own', STRIPE_WEBHOOK_SECRET: 'whsec_1' });
  for (const url of [`${basePath}/v1/events`, `${basePath}/control`, payPath('cs_test_1')]) expect((await live.send({ url })).statusCode).toBe(404);
  await live.stop();
});
