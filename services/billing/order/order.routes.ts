import { setTimeout as pause } from 'node:timers/promises';
import { EngineUnavailable, orThrow, Rejected } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { historyPage } from '@waystory/infra/history/history.ts';
import { type BoundRoutes, bindRoutes, commandRouteHandler, type HandlerServices, type RouteResponse } from '@waystory/infra/http/route-handler.ts';
import { isOwnerOrAdmin, type Principal } from '@waystory/infra/identity/principal.ts';
import { type CreditPackage, type Order as OrderView, orderRoutes } from '@waystory/proto/billing/order.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { orderHistoryRoutes } from '@waystory/proto/operations/history.ts';
import { checkoutWorkflow } from './checkout.workflow.ts';
import { type Order, orderStream, orderViewOf } from './order.ts';
import { orderUpdateWorkflow } from './order-update.workflow.ts';
import { orders } from './orders.projection.ts';
import { orderInLog } from './orders-in-log.ts';
import { checkoutRunId, orderUpdateRunId } from './runs.ts';

/** Polling backoff, first and longest pause, milliseconds. It grows by half, so that many waiting callers do not slow the awaited work. */
const [firstPause, lastPause] = [40, 400];

/** Resolves with the order once `isDone` holds, or with its state after `patience` milliseconds. */
async function watchOrder(load: () => Promise<Order>, isDone: (order: Order) => boolean, patience: number): Promise<Order> {
  const late = performance.now() + patience;
  for (let wait = firstPause; ; wait = Math.min(wait * 1.5, lastPause)) {
    const order = await load();
    if (isDone(order) || performance.now() > late) return order;
    await pause(wait);
  }
}

const command = commandRouteHandler(orderStream);

/** Longest wait of an answer for Stripe, milliseconds. Later news is found by the next GET. */
const patience = 5_000;

const seen = (order: Order | null, { params, principal }: { params: { accountId: string }; principal: Principal }): Order => {
  const isShown = order?.accountId === params.accountId && isOwnerOrAdmin(params.accountId, principal);
  return orThrow(isShown ? order : null, 'order/unknown');
};

/** Routes of orders. The event of a request is in the log before Stripe is called. The workflow run that calls Stripe outlives the request. */
export function orderRoutesOn(packages: readonly CreditPackage[], events: Pick<EventStore, 'read'>): BoundRoutes {
  return bindRoutes(orderRoutes, {
    listPackages: async () => ({ body: [...packages] }),
    createOrder: async (request, services) => {
      const { params, principal } = request;
      if (params.accountId !== principal.accountId) throw new Rejected('account/unknown');
      const answer = await place(packages)(request, services);
      const orderId = answer.body.id;
      // When the workflow engine is unavailable, the `startCheckouts` reactor starts the run later.
      await services.workflows.start(checkoutWorkflow, checkoutRunId(orderId), { orderId }).catch(unlessAway);
      return once(answer, services, ({ stripeSessionId, status }) => stripeSessionId !== null || status !== 'PENDING');
    },
    listOrders: async ({ params, query, principal }, { reads }) => {
      if (!isOwnerOrAdmin(params.accountId, principal)) throw new Rejected('account/unknown');
      const page = await reads.list(orders, query, { where: eq('accountId', params.accountId) });
      return { body: { ...page, items: page.items.map(orderViewOf) } };
    },
    listAllOrders: async ({ query }, { reads }) => {
      const page = await reads.list(orders, query);
      return { body: { ...page, items: page.items.map(orderViewOf) } };
    },
    getAnyOrder: async ({ params }) => {
      const { order, position } = await orderInLog(events, params.id);
      return { body: present(order), position };
    },
    // Read from the log, because pages poll it after payment. Credits are granted before fulfilment, so a balance read at this position includes
    // them.
    getOrder: async (request) => {
      const { order, position } = await orderInLog(events, request.params.id);
      return { body: orderViewOf(seen(order, request)), position };
    },
    cancelOrder: async (request, services) => {
      const answer = await cancel(request, services);
      await services.workflows.signal(checkoutRunId(request.params.id), 'stripe', { sessionId: null }, 'cancellation').catch(unlessAway);
      const after = await once(answer, services, ({ status }) => status !== 'PENDING');
      if (!['PENDING', 'CANCELLED'].includes(after.body.status)) throw new Rejected('order/not-cancellable');
      return after;
    },
    refundOrder: async (request, services) => {
      const { id } = request.params;
      const answer = await refund(request, services);
      const { state } = await services.commands.load(orderStream, id);
      if (state?.refundAsked) {
        const told = { orderId: id, sessionId: null, paymentIntentId: null };
        await services.workflows.start(orderUpdateWorkflow, orderUpdateRunId(id, `refund-${state.refundAsked}`), told);
      }
      const after = await once(answer, services, ({ refundAsked }) => refundAsked === null);
      if (after.body.refundReason === null) throw new Rejected('order/not-refundable');
      return after;
    },
  });
}

/** Answers the order once `isDone` holds, or its state after the longest wait. */
async function once(
  answer: RouteResponse<OrderView>,
  { commands }: HandlerServices,
  isDone: (order: Order) => boolean,
): Promise<RouteResponse<OrderView>> {
  const load = async (): Promise<Order> => orThrow((await commands.load(orderStream, answer.body.id)).state, 'order/unknown');
  return { ...answer, body: orderViewOf(await watchOrder(load, isDone, patience)) };
}

const unlessAway = (error: unknown): void => {
  if (!(error instanceof EngineUnavailable)) throw error;
};

const present = (order: Order | null): OrderView => orderViewOf(orThrow(order, 'order/unknown'));

const place = (packages: readonly CreditPackage[]) =>
  command<typeof orderRoutes.createOrder>(
    ({ params: { accountId }, body: { packageId, returnTo }, newId }) => ({
      id: newId,
      command: async () => {
        const wanted = packages.find(({ id }) => id === packageId);
        if (!wanted) throw new Rejected('order/package-unknown');
        return { type: 'PlaceOrder', accountId, package: wanted, returnTo };
      },
    }),
    present,
  );

const cancel = command<typeof orderRoutes.cancelOrder>(
  (request, { commands }) => ({
    id: request.params.id,
    command: async () => {
      const { accountId } = seen((await commands.load(orderStream, request.params.id)).state, request);
      if (accountId !== request.principal.accountId) throw new Rejected('order/unknown');
      return { type: 'CancelOrder', reason: 'OWNER' };
    },
  }),
  present,
);

const refund = command<typeof orderRoutes.refundOrder>(
  (request, { commands }) => ({
    id: request.params.id,
    command: async () => {
      seen((await commands.load(orderStream, request.params.id)).state, request);
      return { type: 'RequestRefund', reason: request.body.reason };
    },
  }),
  present,
);

/** History of an order, for administrators. */
export const orderHistoryRoutesOn = (events: Pick<EventStore, 'read'>): BoundRoutes =>
  bindRoutes(orderHistoryRoutes, {
    listOrderHistory: async ({ params: { accountId, id }, query }) => {
      const { order } = await orderInLog(events, id);
      if (order?.accountId !== accountId) throw new Rejected('order/unknown');
      return { body: await historyPage(events, { stream: orderStream, id, unknown: 'order/unknown' }, query) };
    },
  });
