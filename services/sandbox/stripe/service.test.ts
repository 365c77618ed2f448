import { defineService } from '@waystory/infra/host/service.ts';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestProduct, testProduct } from '../../testing/product.ts';
import { belowSandbox } from './client-fetch.ts';
import { basePath, payPath, sandboxKey, sandboxWebhookSecret } from './keys.ts';
import { sessionOf } from './sandbox.fixture.ts';
import { stripeService } from './service.ts';

const taken: Stripe.Event[] = [];

/** Takes webhooks in the place of billing. */
const taker = defineService({
  name: 'taker',
  streams: [],
  routes: [],
  projections: [],
  reactors: () => [],
  errors: {},
  open: async () => ({
    mountWrites: async (app) => {
      await app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
        scope.post<{ Body: Buffer }>('/api/webhooks/stripe', async ({ body, headers }) => {
          taken.push(Stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), sandboxWebhookSecret));
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
const client = (send: typeof fetch): Stripe =>
  new Stripe(sandboxKey, { maxNetworkRetries: 0, telemetry: false, httpClient: Stripe.createFetchHttpClient(send) });

describe('in the product', () => {
  test('a session is made, paid, and heard of, whether the process listens or not', async () => {
    const inject: typeof fetch = async (input, init) => {
      const headers = Object.fromEntries(new Headers(init?.headers));
      const { statusCode, body } = await product.send({ method: 'POST', url: String(input), headers, payload: String(init?.body) });
      return new Response(body, { status: statusCode });
    };
    const { id, url } = await client(belowSandbox('', inject)).checkout.sessions.create(sessionOf('order-1'));
    expect(url).toBe(`http://localhost:4000${payPath(id)}`);
    await pay(id);
    await expect.poll(() => taken.map(({ type }) => type)).toContain('checkout.session.completed');
    taken.length = 0;
    const address = await product.host.listen();
    const { id: second } = await client(belowSandbox(address)).checkout.sessions.create(sessionOf('order-2'));
    await pay(second);
    await expect.poll(() => taken.map(({ type }) => type)).toContain('checkout.session.completed');
    expect(JSON.stringify(taken)).toContain('order-2');
  });

  test('is no part of the API', async () => {
    const { body } = await product.send({ url: '/api/docs/json' });
    expect(body).not.toContain('sandbox');
  });
});

test.each([['command'], ['query']] as const)('a process of the role %s answers all of it', async (role) => {
  const process = await testProduct([stripeService], [role]);
  const headers = { authorization: `Bearer ${sandboxKey}` };
  const answers = [
    await process.send({ url: `${basePath}/v1/events`, headers }),
    await process.send({ method: 'POST', url: `${basePath}/control`, payload: { do: 'calm' } }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  await process.stop();
});

test.each<Record<string, string>>([{ HOST: '0.0.0.0' }, { PUBLIC_ORIGIN: 'https://waystory.example' }])(
  'With %j there is no control route',
  async (settings) => {
    const open = await testProduct([stripeService], undefined, settings);
    expect((await open.send({ url: `${basePath}/control` })).statusCode).toBe(404);
    expect((await open.send({ method: 'POST', url: `${basePath}/control`, payload: { do: 'calm' } })).statusCode).toBe(404);
    await open.stop();
  },
);

test('with a key there is none', async () => {
  const live = await testProduct([stripeService], undefined, { STRIPE_SECRET_KEY: 'sk_test_of_ones_own', STRIPE_WEBHOOK_SECRET: 'whsec_1' });
  for (const url of [`${basePath}/v1/events`, `${basePath}/control`, payPath('cs_test_1')]) expect((await live.send({ url })).statusCode).toBe(404);
  await live.stop();
});
