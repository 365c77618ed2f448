import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '@waystory/infra/http/app.ts';
import { createLog } from '@waystory/infra/log.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import Stripe from 'stripe';
import { fetchBelowSandbox } from './client-fetch.ts';
import { startDeliveries, type WebhookReceiver } from './events/deliveries.ts';
import { sandboxKeys } from './keys.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';
import { serveSandbox } from './service.ts';

const log = createLog('silent');

export interface TestSandbox {
  app: FastifyInstance;
  sandbox: Sandbox;
  /** Base URL of the server. */
  origin: string;
  /** The official client, connected over HTTP. */
  stripe: Stripe;
  clientWith(config: Stripe.StripeConfig & { key?: string }): Stripe;
  close(): Promise<void>;
}

/** Starts the sandbox on a free port. It delivers events only with a receiver. */
export async function startSandbox(pool: pg.Pool, chosen: Partial<Sandbox> = {}, receiver?: WebhookReceiver): Promise<TestSandbox> {
  let app: FastifyInstance | undefined;
  // The options contain the origin, so the port must be known before the app is created.
  const server = createServer((request, response) => app?.routing(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // as: the server listens on TCP
  const sandbox = await openSandbox(pool, origin, chosen);
  app = await createApp(log, {});
  await serveSandbox(app, sandbox, log);
  await app.ready();
  const deliveries = receiver && startDeliveries(sandbox, receiver, log);
  if (deliveries) sandbox.wake = deliveries.wake;
  const clientWith = ({ key = sandbox.keys.apiKey, ...config }: Stripe.StripeConfig & { key?: string }): Stripe =>
    new Stripe(key, { telemetry: false, maxNetworkRetries: 0, httpClient: Stripe.createFetchHttpClient(fetchBelowSandbox(origin)), ...config });
  const served = app;
  return {
    app,
    sandbox,
    origin,
    stripe: clientWith({}),
    clientWith,
    async close() {
      await deliveries?.stop();
      server.closeAllConnections();
      server.close();
      await served.close();
    },
  };
}

/** Receives webhooks over HTTP like the product, and refuses unverified ones. */
export class TestReceiver implements WebhookReceiver {
  readonly events: Stripe.Event[] = [];
  /** Status codes of the next deliveries; afterwards verified deliveries are accepted. */
  answers: number[] = [];
  readonly #pool: pg.Pool;
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const answer = this.answers.shift() ?? (await this.#take(Buffer.concat(chunks), String(request.headers['stripe-signature'])));
    response.writeHead(answer).end();
  });

  /** @param pool Database of the sandbox, which holds its keys. */
  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async listen(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  send(init: RequestInit): Promise<Response> {
    return fetch(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`, init); // as: the server listens on TCP
  }

  /** Event types received for this object, in order of arrival. */
  typesOf(id: string): string[] {
    return this.events.filter(({ data }) => JSON.stringify(data).includes(id)).map(({ type }) => type);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #take(payload: Buffer, signature: string): Promise<number> {
    const { webhookSecret } = await sandboxKeys(this.#pool);
    try {
      this.events.push(Stripe.webhooks.constructEvent(payload, signature, webhookSecret));
      return 200;
    } catch {
      return 400;
    }
  }
}

/** Session parameters as the product sends them, for one order. */
export const sessionOf = (order: string, more: Partial<Stripe.Checkout.SessionCreateParams> = {}): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  client_reference_id: order,
  metadata: { orderId: order },
  payment_intent_data: { metadata: { orderId: order } },
  success_url: 'http://localhost:4000/profile?order=1&session={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:4000/profile',
  line_items: [{ quantity: 1, price_data: { currency: 'eur', unit_amount: 1_499, product_data: { name: 'Explorer', description: '200 credits' } } }],
  ...more,
});
