import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import type { Order, OrderStatus } from '@waystory/proto/billing/order.ts';
import { invalidate } from '../queries/invalidation.ts';
import { keys } from '../queries/keys.ts';
import { queryClient } from '../query-client.ts';
import { nextLook, stageOf } from './order-stage.ts';

/** Page size of the lists on the profile. */
const pageSize = 5;

/** As if it had been looked at this often: nobody waits before a list. */
const calmly = 100;

/** Packages on offer. Their prices are looked at anew, because what an order costs is said before it is made. */
export const creditPackages = (accountId: string) =>
  queryOptions({
    queryKey: keys.credits.packages,
    queryFn: () => api.listPackages({ params: { accountId } }),
    staleTime: 60_000,
  });

/** Last seen status of each order, alone or in a list; a list may be ahead of the balance. */
const lastStatus = { alone: new Map<string, OrderStatus>(), listed: new Map<string, OrderStatus>() };
/** A balance that is asked for after an order by itself has what it brought. What a list tells of, and what is taken back, it may learn a moment later, milliseconds. */
const balanceFollows = [0, 1_500, 5_000];

/** A changed status invalidates the balance and both lists. An order viewed alone does not show its status in a list. */
function notice(order: Order, looked: keyof typeof lastStatus): Order {
  const before = lastStatus[looked].get(order.id);
  lastStatus[looked].set(order.id, order.status);
  const hasMoved = before === undefined ? looked === 'alone' : before !== order.status;
  const looks = looked === 'listed' || order.status === 'REFUNDED' ? balanceFollows : [0];
  if (hasMoved) for (const later of looks) setTimeout(() => invalidate({ kind: 'credits' }), later);
  return order;
}

/** An order, looked at until nothing more happens to it by itself. */
export const orderOf = (accountId: string, id: string) =>
  queryOptions({
    queryKey: keys.credits.order(id),
    queryFn: async () => notice(await api.getOrder({ params: { accountId, id } }), 'alone'),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => (data ? (nextLook(stageOf(data), dataUpdateCount) ?? false) : false),
  });

/** Orders of an account, newest first. */
export const ordersOf = (accountId: string) =>
  infiniteQueryOptions({
    queryKey: keys.credits.orders,
    queryFn: async ({ pageParam: after }) => {
      const page = await api.listOrders({ params: { accountId }, query: { sort: 'createdAt DESC', limit: pageSize, ...(after && { after }) } });
      for (const order of page.items) notice(order, 'listed');
      return page;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) => {
      const looks = (data?.pages ?? []).flatMap(({ items }) => items.map((order) => nextLook(stageOf(order), calmly)));
      return looks.find((pause) => pause !== null) ?? false;
    },
  });

/** Everything that changed the balance of an account, newest first. */
export const ledgerOf = (accountId: string) =>
  infiniteQueryOptions({
    queryKey: keys.credits.ledger,
    queryFn: ({ pageParam: after }) =>
      api.listCredits({ params: { accountId }, query: { sort: 'createdAt DESC', limit: pageSize, ...(after && { after }) } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });

/** An answer of the product about one order stands for it from now on. */
export function putOrder(order: Order): void {
  queryClient.setQueryData(orderOf(order.accountId, order.id).queryKey, order);
  notice(order, 'alone');
}

/** Calls an order off that was not paid. */
export async function cancelOrder({ accountId, id }: Order): Promise<void> {
  putOrder(await api.cancelOrder({ params: { accountId, id } }));
}
