import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import type pg from 'pg';
import { answerQuestions } from '../harness/worker.ts';

/** A shop to buy from, and where it writes down what has come to its end. */
export interface Shop {
  arm: 'ours' | 'bare';
  port: number;
  /** Below which orders are made. */
  path: string;
  token: string | null;
  database: pg.PoolConfig;
}

export interface Buying {
  shop: Shop;
  /** Orders at once. */
  orders: number;
}

/** Milliseconds from each order being asked for until its credits are in the ledger and it has ended. */
export type Bought = number[];

const lookEveryMs = 5;
const lookAgainMs = 100;
const giveUpAfterMs = 120_000;
const agent = new Agent({ keepAlive: true, maxSockets: 128 });
const pools = new Map<string, pg.Pool>();

/** Orders that have ended, after a number that grows. */
const ended: Readonly<Record<Shop['arm'], string>> = {
  ours: `select position as number, substr(stream, 7) as id from events where position > $1 and type = 'OrderFulfilled' order by position`,
  bare: 'select number, id from ended_orders where number > $1 order by number',
};

/** What both arms answer of an order. */
interface Order {
  id: string;
  stripeSessionId: string | null;
}

async function ask({ port, token }: Shop, path: string, body?: object): Promise<Order> {
  const sent = body && JSON.stringify(body);
  const headers = {
    ...(sent && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  request({ agent, port, host: '127.0.0.1', method: sent ? 'POST' : 'GET', path, headers }, (response) => {
    text(response).then((answer) => ((response.statusCode ?? 0) < 300 ? resolve(answer) : reject(new Error(`${path}: ${answer}`))), reject);
  })
    .once('error', reject)
    .end(sent);
  return JSON.parse(await promise) as Order; // see there
}

async function buy({ shop, orders }: Buying): Promise<Bought> {
  const pool = pools.get(shop.arm) ?? createPool(shop.database, { max: 1 });
  pools.set(shop.arm, pool);
  const last = await pool.query<{ last: string }>(
    shop.arm === 'ours' ? 'select coalesce(max(position), 0) as last from events' : 'select coalesce(max(number), 0) as last from ended_orders',
  );
  const begun = new Map<string, number>();
  const times = new Map<string, number>();
  const one = async (): Promise<void> => {
    const at = performance.now();
    let { id, stripeSessionId } = await ask(shop, shop.path, { packageId: 'starter' });
    begun.set(id, at);
    // The product answers after five seconds, whether Stripe has or not.
    for (; !stripeSessionId; await pause(lookAgainMs)) ({ id, stripeSessionId } = await ask(shop, `${shop.path}/${id}`));
    await ask(shop, '/sandbox/stripe/control', { do: 'pay', session: stripeSessionId });
  };
  const paying = Promise.all(Array.from({ length: orders }, one));
  let failure: unknown;
  paying.catch((error: unknown) => {
    failure = error;
  });
  const late = performance.now() + giveUpAfterMs;
  for (let after = last.rows[0]?.last ?? '0'; times.size < orders; await pause(lookEveryMs)) {
    const { rows } = await pool.query<{ number: string; id: string }>({ name: 'ended', text: ended[shop.arm], values: [after] });
    for (const { id } of rows) if (!times.has(id)) times.set(id, performance.now());
    // In a plain table the order of numbers is not that of commits, so all of them are looked at again.
    if (shop.arm === 'ours') after = rows.at(-1)?.number ?? after;
    if (failure) throw failure;
    if (performance.now() > late) throw new Error(`Only ${times.size} of ${orders} orders have ended`);
  }
  await paying;
  return [...times].map(([id, at]) => at - (begun.get(id) ?? Number.NaN));
}

answerQuestions(buy, async () => {
  agent.destroy();
  for (const pool of pools.values()) await pool.end();
});
