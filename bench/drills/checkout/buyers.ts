import { accountRoutes } from '@waystory/proto/accounts/account.ts';
import { creditEntryRoutes } from '@waystory/proto/billing/credit-entry.ts';
import { type Order, orderRoutes } from '@waystory/proto/billing/order.ts';
import { createClient, ResponseError } from '@waystory/proto/kit/client.ts';
import { type ReadyName, readyNames } from '@waystory/services/sandbox/oidc/ready-users.ts';
import { until } from '../cluster/progress.ts';
import type { Stage } from '../stage/stage.ts';
import { returnTo } from './order-log.ts';
import { persist } from './persist.ts';

/** An answer that waits for Stripe takes five seconds at most, and whatever was struck may never give one; milliseconds. */
const timeoutMs = 20_000;
const knownWithinMs = 30_000;

const clientOf = (stage: Stage, who: ReadyName) =>
  createClient(
    { ...accountRoutes, ...orderRoutes, ...creditEntryRoutes },
    { baseUrl: `http://127.0.0.1:${stage.port}/api`, token: async () => stage.tokens[who], timeoutMs },
  );

/** Whoever buys credits, and the administrator among them. Everything is asked for until there is an answer. */
export async function openBuyers(stage: Stage) {
  const people = await Promise.all(
    readyNames.map(async (who) => {
      const api = clientOf(stage, who);
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
