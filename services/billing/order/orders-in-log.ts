import { type EventStore, logPages, type Position, type RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { type OrderEvent, orderEvents } from '@waystory/proto/billing/order.ts';
import { upcast } from '@waystory/proto/kit/event.ts';
import { evolveOrder, type Order, orderStreamName } from './order.ts';

const eventOf = (recorded: RecordedEvent): OrderEvent & RecordedEvent =>
  ({ ...recorded, data: upcast(orderEvents, recorded) }) as OrderEvent & RecordedEvent; // a type of the vocabulary, in its current version

/** All orders, read from the log alone: for commands that run beside the product or without it. */
export async function ordersInLog(events: Pick<EventStore, 'readAll'>): Promise<Order[]> {
  const orders = new Map<string, Order>();
  for await (const page of logPages(events)) {
    for (const recorded of page.filter(({ type }) => type in orderEvents.schemas)) {
      const order = evolveOrder(orders.get(recorded.stream) ?? null, eventOf(recorded));
      if (order) orders.set(recorded.stream, order);
    }
  }
  return [...orders.values()];
}

/** The current order with the log position of its last event. */
export async function orderInLog(events: Pick<EventStore, 'read'>, orderId: string): Promise<{ order: Order | null; position: Position }> {
  const recorded = await events.read(orderStreamName(orderId));
  const order = recorded.map(eventOf).reduce(evolveOrder, null);
  return { order, position: recorded.at(-1)?.position ?? 0 };
}
