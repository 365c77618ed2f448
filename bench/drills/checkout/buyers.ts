import { setTimeout as pause } from 'node:timers/promises';
import { accountRoutes } from '@waystory/proto/accounts/account.ts';
import { creditEntryRoutes } from '@waystory/proto/billing/credit-entry.ts';
import { type Order, orderRoutes } from '@waystory/proto/billing/order.ts';
import { createClient, ResponseError } from '@waystory/proto/kit/client.ts';
import { type ReadyName, readyNames } from '@waystory/services/sandbox/oidc/ready-users.ts';
import type { Checkout } from '@waystory/services/sandbox/stripe/checkout/checkout.ts';
import type { ReferenceTotals } from '@waystory/services/sandbox/stripe/control/control.routes.ts';
import { type ControlInput, controlCommand, executeControlCommand } from '@waystory/services/sandbox/stripe/control/control.ts';
import type { DeliveryMode } from '@waystory/services/sandbox/stripe/events/delivery-mode.ts';
import { StripeRefusal } from '@waystory/services/sandbox/stripe/refusal.ts';
import { openSandbox } from '@waystory/services/sandbox/stripe/sandbox.ts';
import type { Environment } from '../environment/environment.ts';
import { returnPathOf } from './reckoning.ts';

/** Timeout of a request. An answer waits five seconds for Stripe; a killed process never answers. */
const timeoutMs = 20_000;

const clientOf = (environment: Environment, who: ReadyName) =>
  createClient(
    { ...accountRoutes, ...orderRoutes, ...creditEntryRoutes },
    { baseUrl: `http://127.0.0.1:${environment.port}/api`, token: async () => environment.tokens[who], timeoutMs },
  );

/** Clients of all buyers, one of them the administrator. Every call is repeated until it succeeds or is refused. */
export async function createBuyerClients(environment: Environment) {
  const people = readyNames.map((who) => ({ who, api: clientOf(environment, who), accountId: environment.accountIdOf(who) }));
  const buyerOf = (accountId: string) => {
    const buyer = people.find((one) => one.accountId === accountId);
    if (!buyer) throw new Error(`Nobody has the account ${accountId}`);
    return buyer;
  };
  const admin = people.find(({ who }) => who === 'admin')?.api;
  return {
    accountIds: people.map(({ accountId }) => accountId),
    packages: await persist(() => clientOf(environment, 'traveller').listPackages({ params: { accountId: environment.accountIdOf('traveller') } })),
    /** Places an order with the tag as its Idempotency-Key. */
    place: (accountId: string, packageId: string, tag: string): Promise<Order> =>
      persist(() =>
        buyerOf(accountId).api.createOrder({
          params: { accountId },
          body: { packageId, returnTo: returnPathOf(tag) },
          idempotencyKey: encodeURIComponent(tag),
        }),
      ),
    see: ({ accountId, id }: Pick<Order, 'accountId' | 'id'>): Promise<Order> =>
      persist(() => buyerOf(accountId).api.getOrder({ params: { accountId, id } })),
    cancel: async ({ accountId, id }: Order): Promise<void> => {
      await persist(() => buyerOf(accountId).api.cancelOrder({ params: { accountId, id } })).catch(unlessRefused('order/not-cancellable'));
    },
    /** @returns false when no money is left to refund */
    refund: async ({ accountId, id }: Order): Promise<boolean> => {
      const asked = persist(async () => admin?.refundOrder({ params: { accountId, id }, body: { reason: 'Asked for in a drill' } }));
      return (await asked.catch(unlessRefused('order/not-refundable'))) !== undefined;
    },
    /** The shown balance, and the balance after the newest entry. */
    credits: async (accountId: string): Promise<{ shown: number | null; newest: number | undefined }> => {
      const { api } = buyerOf(accountId);
      const { items } = await persist(() => api.listCredits({ params: { accountId }, query: { limit: 1 } }));
      return { shown: (await persist(() => api.getMyAccount({}))).credits, newest: items[0]?.balance };
    },
  };
}
export type BuyerClients = Awaited<ReturnType<typeof createBuyerClients>>;

const unlessRefused =
  (code: string) =>
  (error: unknown): undefined => {
    if (!(error instanceof ResponseError && error.problem?.code === code)) throw error;
  };

const giveUpAfterMs = 300_000;
const againAfterMs = 100;

/**
 * Repeats a call for at most five minutes, until it succeeds.
 * @throws ResponseError of a refusal (a 4xx other than 429), or the last error after five minutes
 */
async function persist<T>(attempt: () => Promise<T>): Promise<T> {
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

/**
 * Actions of customers and banks in the Stripe sandbox. This process runs a second instance of the sandbox, which works while the product is down.
 */
export async function openStripeSandbox({ port, processOf, engines: { pool } }: Environment) {
  if (!pool) throw new Error('The sandbox needs a Postgres');
  const sandbox = await openSandbox(pool, `http://localhost:${port}`);
  return {
    /** Executes a command. A refusal is ignored, because an earlier attempt may have succeeded. */
    async act(command: ControlInput): Promise<void> {
      await persist(() =>
        executeControlCommand(sandbox, controlCommand.parse(command)).catch((error: unknown) => {
          if (!(error instanceof StripeRefusal)) throw error;
        }),
      );
    },
    async stateOf(orderId: string): Promise<string[]> {
      const { rows } = await pool.query<{ state: Checkout }>('select state from stripe_checkouts where reference = $1', [orderId]);
      return rows.flatMap(({ state }) => statesOf(state));
    },
    /** Accounts of the sandbox by order id, read from the command process directly, because the gateway does not expose them. */
    async books(): Promise<Map<string, ReferenceTotals>> {
      const { accounts } = await persist(async () => {
        const response = await fetch(`http://127.0.0.1:${processOf('command').port}/sandbox/stripe/control`);
        if (!response.ok) throw new Error(`The books were refused with ${response.status}`);
        return (await response.json()) as { accounts: ReferenceTotals[] }; // of the sandbox
      });
      return new Map(accounts.map((account) => [account.reference ?? '', account]));
    },
  };
}
export type StripeSandboxClient = Awaited<ReturnType<typeof openStripeSandbox>>;

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

interface FaultProfile {
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
/** Delivery modes where no step awaits an event. They include dropped webhooks, whose events only the event list of Stripe has. */
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
/** Maximum number of faults of one call. The SDK retries twice, so three faults fail one attempt of a step. */
const mostTimes = 4;

/**
 * Draws a delivery mode of events, and faults of API calls before or after their effect.
 * @param mustTell whether every event must arrive
 */
export function drawFaultProfile(random: () => number, mustTell: boolean): FaultProfile {
  const draw = <T>(from: readonly [T, ...T[]] | readonly T[]): T => from[Math.floor(random() * from.length)] as T; // the index is below the length
  const how = draw(mustTell ? deliveries : orNone);
  const faults = Array.from({ length: Math.floor(random() * 3) }, () => {
    const [method, path] = draw(calls);
    return { do: 'fault', method, path, effect: draw(effects), times: 1 + Math.floor(random() * mostTimes) } as const;
  });
  const said = faults.map(({ method, path, effect, times }) => `${times} x ${effect} of ${method} ${path.replace('/v1/', '')}`);
  return { name: [how.mode, ...said].join(', '), commands: [{ do: 'calm' }, { do: 'deliver', how }, ...faults] };
}
