import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import type { Order, OrderStatus } from '@waystory/proto/billing/order.ts';
import { invalidate } from '../queries/invalidation.ts';
import { keys } from '../queries/keys.ts';
import { queryClient } from '../query-client.ts';
import { pollingPauseOf, stageOf } from './order-stage.ts';

/** Page size of the lists on the profile. */
const pageSize = 5;

/** Poll count that gives lists the longest polling pause, because no user waits for a list. */
const calmly = 100;

/** Packages for sale. Stale after a minute, because the price that a buyer sees must be current. */
export const creditPackages = (accountId: string) =>
  queryOptions({
    queryKey: keys.credits.packages,
    queryFn: () => api.listPackages({ params: { accountId } }),
    staleTime: 60_000,
  });

/** Last seen status of each order, alone or in a list; a list may be ahead of the balance. */
const lastStatus = { alone: new Map<string, OrderStatus>(), listed: new Map<string, OrderStatus>() };
/** Delays of balance refetches, milliseconds. After a read of a single order the balance is current, but it may lag behind lists and refunds. */
const balanceFollows = [0, 1_500, 5_000];

/** A changed status invalidates the balance and both lists. An order viewed alone does not update its list entry. */
function notice(order: Order, looked: keyof typeof lastStatus): Order {
  const before = lastStatus[looked].get(order.id);
  lastStatus[looked].set(order.id, order.status);
  const hasMoved = before === undefined ? looked === 'alone' : before !== order.status;
  const looks = looked === 'listed' || order.status === 'REFUNDED' ? balanceFollows : [0];
  if (hasMoved) for (const later of looks) setTimeout(() => invalidate({ kind: 'credits' }), later);
  return order;
}

/** One order, polled until its status is final. */
export const orderOf = (accountId: string, id: string) =>
  queryOptions({
    queryKey: keys.credits.order(id),
    queryFn: async () => notice(await api.getOrder({ params: { accountId, id } }), 'alone'),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => (data ? (pollingPauseOf(stageOf(data), dataUpdateCount) ?? false) : false),
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
      const looks = (data?.pages ?? []).flatMap(({ items }) => items.map((order) => pollingPauseOf(stageOf(order), calmly)));
      return looks.find((pause) => pause !== null) ?? false;
    },
  });

/** Ledger of an account, newest first. */
export const ledgerOf = (accountId: string) =>
  infiniteQueryOptions({
    queryKey: keys.credits.ledger,
    queryFn: ({ pageParam: after }) =>
      api.listCredits({ params: { accountId }, query: { sort: 'createdAt DESC', limit: pageSize, ...(after && { after }) } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });

/** Caches an order from the product's answer to a write. */
export function putOrder(order: Order): void {
  queryClient.setQueryData(orderOf(order.accountId, order.id).queryKey, order);
  notice(order, 'alone');
}

/** Cancels an unpaid order. */
export async function cancelOrder({ accountId, id }: Order): Promise<void> {
  putOrder(await api.cancelOrder({ params: { accountId, id } }));
}
