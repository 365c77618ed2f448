import { streamId } from '@waystory/infra/commands/decider.ts';
import { logPages } from '@waystory/infra/event-store/log-pages.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import { type OrderEvent, orderEvents } from '@waystory/proto/billing/order.ts';
import { upcast } from '@waystory/proto/kit/event.ts';
import { evolveOrder, type Order } from './order.ts';

/** Every order, by the log alone: for commands that run beside the product, or without it. */
export async function ordersInLog(events: Pick<EventStore, 'readAll'>): Promise<Order[]> {
  const orders = new Map<string, Order>();
  for await (const page of logPages(events)) {
    for (const recorded of page.filter(({ type }) => type in orderEvents.schemas)) {
      const event = { ...recorded, data: upcast(orderEvents, recorded) } as OrderEvent & typeof recorded; // a type of the vocabulary, in its current version
      const order = evolveOrder(orders.get(event.stream) ?? null, event);
      if (order) orders.set(event.stream, order);
    }
  }
  return [...orders.values()];
}
