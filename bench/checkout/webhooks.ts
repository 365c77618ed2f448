import { setTimeout as pause } from 'node:timers/promises';
import { createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { newId } from '@waystory/infra/identifier.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { creditEntryRoutes } from '@waystory/proto/billing/credit-entry.ts';
import type { CreditPackage } from '@waystory/proto/billing/order.ts';
import { createClient } from '@waystory/proto/kit/client.ts';
import { accountStream } from '@waystory/services/accounts/account/account.ts';
import { orderStream } from '@waystory/services/billing/order/order.ts';
import { sandboxKeys } from '@waystory/services/sandbox/stripe/keys.ts';
import type pg from 'pg';
import { Stripe } from 'stripe';
import { answerQuestions } from '../harness/worker.ts';

export interface WebhookLoad {
  port: number;
  /** Of an administrator, who may look at everybody's ledger. */
  token: string;
  database: pg.PoolConfig;
  webhooks: number;
  perSecond: number;
}

/** Milliseconds from each webhook being sent until it was acknowledged, and until its credits were read over the API. */
export interface WebhookTimes {
  acknowledged: number[];
  visible: number[];
  /** Answers that were no 200. */
  refused: number;
}

interface Paid {
  orderId: string;
  accountId: string;
  /** What Stripe posts. */
  payload: string;
}

const wanted: CreditPackage = { id: 'starter', name: 'Starter', credits: 50, price: 499, currency: 'eur', popular: false };
const lookEveryMs = 40;
/** Pauses between two looks at a ledger: each is longer by half up to the last, or those who look would be most of the load. */
const [firstLookMs, lastLookMs] = [40, 500];
const giveUpAfterMs = 60_000;
/** Sessions that are opened at once: Stripe's own sandbox is on the same cores. */
const atOnce = 10;

/** Orders of as many people, each paid at Stripe, which has not told of it. */
async function paidOrders({ port, webhooks }: WebhookLoad, pool: pg.Pool): Promise<Paid[]> {
  const commands = createCommandHandler(postgresEventStore(pool));
  const atStripe = async (command: object): Promise<void> => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(command) };
    const response = await fetch(`http://127.0.0.1:${port}/sandbox/stripe/control`, init);
    if (!response.ok) throw new Error(await response.text());
  };
  await atStripe({ do: 'deliver', how: { mode: 'dropped' } });
  const one = async (): Promise<Paid> => {
    const [accountId, orderId] = [newId(), newId()];
    const context = () => ({ actorId: accountId, now: new Date().toISOString(), commandId: newId() });
    const owner = { roles: [], issuedAt: Number.POSITIVE_INFINITY };
    await commands.execute(accountStream, accountId, [{ type: 'CreateAccount', accountId, owner }], context());
    await commands.execute(orderStream, orderId, [{ type: 'PlaceOrder', accountId, package: wanted, returnTo: '/profile' }], context());
    let session: string | null = null;
    for (const late = performance.now() + giveUpAfterMs; session === null && performance.now() < late; await pause(lookEveryMs))
      session = (await commands.load(orderStream, orderId)).state?.stripeSessionId ?? null;
    await atStripe({ do: 'pay', session });
    const { rows } = await pool.query<{ body: object }>(
      `select body from stripe_events where checkout = $1 and type = 'checkout.session.completed'`,
      [session],
    );
    return { orderId, accountId, payload: JSON.stringify(rows[0]?.body) };
  };
  const paid: Paid[] = [];
  while (paid.length < webhooks) paid.push(...(await Promise.all(Array.from({ length: Math.min(atOnce, webhooks - paid.length) }, one))));
  return paid;
}

/** Posts them by the clock, whether or not those before were answered. */
async function load(asked: WebhookLoad): Promise<WebhookTimes> {
  const { port, token, database, perSecond } = asked;
  const pool = createPool(database, { max: 4 });
  try {
    const paid = await paidOrders(asked, pool);
    const api = createClient(creditEntryRoutes, { baseUrl: `http://127.0.0.1:${port}/api`, token: async () => token });
    const { webhookSecret } = await sandboxKeys(pool);
    const times: WebhookTimes = { acknowledged: [], visible: [], refused: 0 };
    const one = async ({ orderId, accountId, payload }: Paid): Promise<void> => {
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
      const begun = performance.now();
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      const response = await fetch(`http://127.0.0.1:${port}/api/webhooks/stripe`, { method: 'POST', headers, body: payload });
      await response.text();
      times.acknowledged.push(performance.now() - begun);
      if (response.status !== 200) times.refused++;
      const isThere = async (): Promise<boolean> =>
        (await api.listCredits({ params: { accountId }, query: { limit: 1 } })).items.some((entry) => entry.orderId === orderId);
      for (let look = firstLookMs; performance.now() < begun + giveUpAfterMs; look = Math.min(look * 1.5, lastLookMs)) {
        await pause(look);
        if (!(await isThere().catch(() => false))) continue;
        times.visible.push(performance.now() - begun);
        return;
      }
      times.visible.push(Number.POSITIVE_INFINITY);
    };
    const begun = performance.now();
    const sent: Promise<void>[] = [];
    for (const [index, each] of paid.entries()) {
      await pause(Math.max(0, begun + (index * 1_000) / perSecond - performance.now()));
      sent.push(one(each));
    }
    await Promise.all(sent);
    return times;
  } finally {
    await pool.end();
  }
}

answerQuestions(load, async () => {});
