import { setTimeout as pause } from 'node:timers/promises';
import { accountRoutes } from '@waystory/proto/accounts/account.ts';
import { creditEntryRoutes } from '@waystory/proto/billing/credit-entry.ts';
import { type Order, orderRoutes } from '@waystory/proto/billing/order.ts';
import { createClient, ResponseError } from '@waystory/proto/kit/client.ts';
import { type ReadyName, readyNames } from '@waystory/services/sandbox/oidc/ready-users.ts';
import type { Checkout } from '@waystory/services/sandbox/stripe/checkout/checkout.ts';
import type { Account } from '@waystory/services/sandbox/stripe/control/books.ts';
import { type ControlInput, controlCommand } from '@waystory/services/sandbox/stripe/control/commands.ts';
import { control } from '@waystory/services/sandbox/stripe/control/control.ts';
import type { DeliveryMode } from '@waystory/services/sandbox/stripe/events/delivery-mode.ts';
import { StripeRefusal } from '@waystory/services/sandbox/stripe/refusal.ts';
import { openSandbox } from '@waystory/services/sandbox/stripe/sandbox.ts';
import type { Environment } from '../environment/environment.ts';
import { until } from '../environment/progress.ts';
import { returnTo } from './reckoning.ts';

/** An answer that waits for Stripe takes five seconds at most, and whatever was struck may never give one; milliseconds. */
const timeoutMs = 20_000;
const knownWithinMs = 30_000;

const clientOf = (environment: Environment, who: ReadyName) =>
  createClient(
    { ...accountRoutes, ...orderRoutes, ...creditEntryRoutes },
    { baseUrl: `http://127.0.0.1:${environment.port}/api`, token: async () => environment.tokens[who], timeoutMs },
  );

/** Whoever buys credits, and the administrator among them. Everything is asked for until there is an answer. */
export async function openBuyers(environment: Environment) {
  const people = await Promise.all(
    readyNames.map(async (who) => {
      const api = clientOf(environment, who);
      let accountId = '';
      // The account was made a moment ago.
      const isKnown = async (): Promise<boolean> => {
        accountId = (await api.getMyAccount({})).id;
        return true;
      };
      if (!(await until(isKnown, knownWithinMs))) throw new Error(`The ${who} has no account`);
      return { who, api, accountId };
    }),
  );
  const buyerOf = (accountId: string) => {
    const buyer = people.find((one) => one.accountId === accountId);
    if (!buyer) throw new Error(`Nobody has the account ${accountId}`);
    return buyer;
  };
  const admin = people.find(({ who }) => who === 'admin')?.api;
  return {
    accountIds: people.map(({ accountId }) => accountId),
    packages: await persist(() => buyerOf(people[0]?.accountId ?? '').api.listPackages({ params: { accountId: people[0]?.accountId ?? '' } })),
    /** The same tag is the same order. */
    place: (accountId: string, packageId: string, tag: string): Promise<Order> =>
      persist(() =>
        buyerOf(accountId).api.createOrder({
          params: { accountId },
          body: { packageId, returnTo: returnTo(tag) },
          idempotencyKey: encodeURIComponent(tag),
        }),
      ),
    see: ({ accountId, id }: Pick<Order, 'accountId' | 'id'>): Promise<Order> =>
      persist(() => buyerOf(accountId).api.getOrder({ params: { accountId, id } })),
    /** Whoever is too late with it is told so. */
    cancel: async ({ accountId, id }: Order): Promise<void> => {
      await persist(() => buyerOf(accountId).api.cancelOrder({ params: { accountId, id } })).catch(unlessRefused('order/not-cancellable'));
    },
    /** False when there is nothing to give back, now or any more. */
    refund: async ({ accountId, id }: Order): Promise<boolean> => {
      const asked = persist(async () => admin?.refundOrder({ params: { accountId, id }, body: { reason: 'Asked for in a drill' } }));
      return (await asked.catch(unlessRefused('order/not-refundable'))) !== undefined;
    },
    /** Balance that is shown, and that after the newest entry of the ledger. */
    credits: async (accountId: string): Promise<{ shown: number | null; newest: number | undefined }> => {
      const { api } = buyerOf(accountId);
      const { items } = await persist(() => api.listCredits({ params: { accountId }, query: { limit: 1 } }));
      return { shown: (await persist(() => api.getMyAccount({}))).credits, newest: items[0]?.balance };
    },
  };
}
export type Buyers = Awaited<ReturnType<typeof openBuyers>>;

const unlessRefused =
  (code: string) =>
  (error: unknown): undefined => {
    if (!(error instanceof ResponseError && error.problem?.code === code)) throw error;
  };

/** As long as anything may take in a drill, milliseconds. */
const giveUpAfterMs = 300_000;
const againAfterMs = 100;

/** Repeats something until it succeeds, as people do who want it; a plain no is thrown. */
export async function persist<T>(attempt: () => Promise<T>): Promise<T> {
  const late = Date.now() + giveUpAfterMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const isNo = error instanceof ResponseError && error.status < 500 && error.status !== 429;
      if (isNo || Date.now() > late) throw error;
      await pause(againAfterMs);
    }
  }
}

/** What customers, banks and bad days do at Stripe, whether the product runs or not: the sandbox is as much in this process as in those of the product. */
export async function openStripe({ port, processOf, engines: { pool } }: Environment) {
  if (!pool) throw new Error('The sandbox needs a Postgres');
  const sandbox = await openSandbox(pool, `http://localhost:${port}`);
  return {
    /** Does it, once, however often that is to be tried: what was done already is refused. */
    async act(command: ControlInput): Promise<void> {
      await persist(() =>
        control(sandbox, controlCommand.parse(command)).catch((error: unknown) => {
          if (!(error instanceof StripeRefusal)) throw error;
        }),
      );
    },
    /** What became of the session of an order so far. */
    async stateOf(orderId: string): Promise<string[]> {
      const { rows } = await pool.query<{ state: Checkout }>('select state from stripe_checkouts where reference = $1', [orderId]);
      return rows.flatMap(({ state }) => statesOf(state));
    },
    /** Its books, as its control route shows them to this machine: not through a gateway. */
    async books(): Promise<Map<string, Account>> {
      const { accounts } = await persist(async () => {
        const response = await fetch(`http://127.0.0.1:${processOf('command').port}/sandbox/stripe/control`);
        if (!response.ok) throw new Error(`The books were refused with ${response.status}`);
        return (await response.json()) as { accounts: Account[] }; // of the sandbox
      });
      return new Map(accounts.map((account) => [account.reference ?? '', account]));
    },
  };
}
export type AtStripe = Awaited<ReturnType<typeof openStripe>>;

function statesOf({ status, paymentStatus, refunds, disputes }: Checkout): string[] {
  return [
    'Stripe: opened',
    ...(status === 'complete' ? ['Stripe: taken'] : []),
    ...(status === 'expired' ? ['Stripe: expired'] : []),
    ...(paymentStatus === 'paid' ? ['Stripe: paid'] : []),
    ...(refunds.length > 0 ? ['Stripe: refunded'] : []),
    ...(disputes.length > 0 ? ['Stripe: disputed'] : []),
    ...(disputes.some((one) => one.status === 'won') ? ['Stripe: dispute won'] : []),
  ];
}

/** How Stripe behaves for a while. */
export interface FaultProfile {
  name: string;
  commands: readonly ControlInput[];
}

const deliveries: readonly DeliveryMode[] = [
  { mode: 'normal' },
  { mode: 'duplicate', times: 3 },
  { mode: 'delayed', seconds: 0.6 },
  { mode: 'reordered', seconds: 2 },
  { mode: 'unaccepted', times: 2 },
];
/** Where nothing has to be heard of before the strike: what only the list of events has must be found there. */
const orNone: readonly DeliveryMode[] = [...deliveries, { mode: 'dropped' }, { mode: 'dropped' }];

const calls = [
  ['POST', '/v1/checkout/sessions'],
  ['GET', '/v1/checkout/sessions/*'],
  ['POST', '/v1/checkout/sessions/*/expire'],
  ['POST', '/v1/refunds'],
  ['GET', '/v1/refunds'],
  ['GET', '/v1/disputes'],
] as const;
const effects = ['error-before', 'error-after', 'lost-before', 'lost-after', 'too-many'] as const;
/** Three are one try of a step, since the SDK repeats twice. */
const mostTimes = 4;

/** Draws how events come, if they have to, and which calls go wrong before or after they were done. */
export function faultProfileOf(random: () => number, mustTell: boolean): FaultProfile {
  const draw = <T>(from: readonly [T, ...T[]] | readonly T[]): T => from[Math.floor(random() * from.length)] as T; // there is one at each place
  const how = draw(mustTell ? deliveries : orNone);
  const faults = Array.from({ length: Math.floor(random() * 3) }, () => {
    const [method, path] = draw(calls);
    return { do: 'fault', method, path, effect: draw(effects), times: 1 + Math.floor(random() * mostTimes) } as const;
  });
  const said = faults.map(({ method, path, effect, times }) => `${times} x ${effect} of ${method} ${path.replace('/v1/', '')}`);
  return { name: [how.mode, ...said].join(', '), commands: [{ do: 'calm' }, { do: 'deliver', how }, ...faults] };
}
