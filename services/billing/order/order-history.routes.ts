import { Rejected } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { historyPage } from '@waystory/infra/history/history.ts';
import { type BoundRoutes, bind } from '@waystory/infra/http/route-handler.ts';
import { orderHistoryRoutes } from '@waystory/proto/operations/history.ts';
import { orderStream } from './order.ts';
import { orderInLog } from './orders-in-log.ts';

/** History of an order, for administrators. */
export const orderHistoryRoutesOn = (events: Pick<EventStore, 'read'>): BoundRoutes =>
  bind(orderHistoryRoutes, {
    listOrderHistory: async ({ params: { accountId, id }, query }) => {
      const { order } = await orderInLog(events, id);
      if (order?.accountId !== accountId) throw new Rejected('order/unknown');
      return { body: await historyPage(events, { stream: orderStream, id, unknown: 'order/unknown' }, query) };
    },
  });
