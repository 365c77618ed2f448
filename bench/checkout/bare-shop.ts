import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createLog } from '@waystory/infra/log.ts';
import { databaseUrl } from '@waystory/infra/postgres/database-url.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { serveControl } from '@waystory/services/sandbox/stripe/control/control.routes.ts';
import { deliver } from '@waystory/services/sandbox/stripe/events/deliveries.ts';
import { openSandbox } from '@waystory/services/sandbox/stripe/sandbox.ts';
import Fastify from 'fastify';
import type pg from 'pg';
import { Stripe } from 'stripe';
import { answerQuestions } from '../harness/worker.ts';
import { bareSteps, tables } from './bare-steps.ts';

export interface BareSettings {
  engine: 'dbos' | 'temporal';
  /** For its tables, and for those of DBOS and Stripe's sandbox. */
  database: pg.PoolConfig;
  /** Of the server of Temporal. */
  address: string | null;
}

/** As many as the product has. */
const connections = 16;

/** A shop that sells credits with the same steps on a bare engine: no log, no rules, no read models, no rights. It has the same sandbox of Stripe in it. */
const { engine: name, database, address } = JSON.parse(process.argv[2] ?? '{}') as BareSettings; // the one argument is what the bench passes
const log = createLog('silent');
const pool = createPool(database, { max: connections });
await pool.query(tables);
const sandbox = await openSandbox(pool, 'http://localhost:4000');
const app = Fastify();
const waiting = new Map<string, (sessionId: string) => void>();
const openEngine = name === 'dbos' ? (await import('./bare-dbos.ts')).bareDbos : (await import('./bare-temporal.ts')).bareTemporal;
const steps = bareSteps(sandbox, (orderId, sessionId) => waiting.get(orderId)?.(sessionId));
const engine = await openEngine(steps, address ?? databaseUrl(database));

app.post('/orders', async () => {
  const id = randomUUID();
  const { promise, resolve } = Promise.withResolvers<string>();
  waiting.set(id, resolve);
  await pool.query(`insert into orders (id, status) values ($1, 'PENDING')`, [id]);
  await engine.start(id);
  const stripeSessionId = await promise;
  waiting.delete(id);
  return { id, stripeSessionId };
});
await app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
  scope.post<{ Body: Buffer }>('/webhook', async ({ body, headers }) => {
    const event = Stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), sandbox.keys.webhookSecret);
    await pool.query('insert into inbox (id, body) values ($1, $2) on conflict do nothing', [event.id, body.toString()]);
    if (event.type === 'checkout.session.completed') await engine.signal(event.data.object.client_reference_id ?? '', event.id);
    return { received: true };
  });
});
await serveControl(app, sandbox);
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo; // it listens on a port
const deliveries = deliver(sandbox, { send: (init) => fetch(`http://127.0.0.1:${port}/webhook`, init) }, log);
sandbox.wake = deliveries.wake;

answerQuestions(
  async () => port,
  async () => {
    await deliveries.stop();
    await app.close();
    await engine.stop();
    await pool.end();
  },
);
