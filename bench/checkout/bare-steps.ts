import { createLog } from '@waystory/infra/log.ts';
import { sandboxFetch } from '@waystory/services/sandbox/stripe/client-fetch.ts';
import type { Sandbox } from '@waystory/services/sandbox/stripe/sandbox.ts';
import { Stripe } from 'stripe';

/** Steps of a checkout as somebody writes them for one shop alone: a table for each thing, the SDK of Stripe, and the engine around it. */
export const tables = `
  create table orders (id text primary key, number bigint generated always as identity, session text, intent text, status text not null);
  create table ended_orders (number bigint generated always as identity primary key, id text not null);
  create table inbox (id text primary key, body jsonb not null);
  create table ledger (id text primary key, credits int not null);`;

const amount = 499;
const credits = 50;

export interface BareSteps {
  open(orderId: string): Promise<string>;
  read(sessionId: string): Promise<string | null>;
  /** Writes down that it was paid. */
  pay(orderId: string, intent: string): Promise<void>;
  grant(orderId: string): Promise<void>;
}

/** @param opened told of each session as soon as it is written down. */
export function bareSteps({ pool, origin, keys }: Sandbox, opened: (orderId: string, sessionId: string) => void): BareSteps {
  const send = sandboxFetch(pool, origin, createLog('silent'));
  const stripe = new Stripe(keys.apiKey, { httpClient: Stripe.createFetchHttpClient(send), telemetry: false });
  return {
    async open(orderId) {
      const { id } = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: orderId,
          metadata: { orderId },
          payment_intent_data: { metadata: { orderId } },
          line_items: [{ quantity: 1, price_data: { currency: 'eur', unit_amount: amount, product_data: { name: 'Starter' } } }],
          success_url: `${origin}/profile?order=${orderId}`,
          cancel_url: `${origin}/profile?order=${orderId}`,
        },
        { idempotencyKey: `checkout:${orderId}` },
      );
      await pool.query('update orders set session = $2 where id = $1', [orderId, id]);
      opened(orderId, id);
      return id;
    },
    async read(sessionId) {
      const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] });
      const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
      if (intent?.status !== 'succeeded') return null;
      const ofIntent = { payment_intent: intent.id, limit: 100 };
      await Promise.all([stripe.refunds.list(ofIntent), stripe.disputes.list(ofIntent)]);
      return intent.id;
    },
    async pay(orderId, intent) {
      await pool.query(`update orders set status = 'PAID', intent = $2 where id = $1`, [orderId, intent]);
    },
    async grant(orderId) {
      await pool.query('insert into ledger (id, credits) values ($1, $2) on conflict do nothing', [orderId, credits]);
      await pool.query(
        `with ended as (update orders set status = 'FULFILLED' where id = $1 and status = 'PAID' returning id)
         insert into ended_orders (id) select id from ended`,
        [orderId],
      );
    },
  };
}
