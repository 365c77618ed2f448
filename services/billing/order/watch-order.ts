import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import type { Order } from './order.ts';

/** An order is looked at so often although nothing was heard of an event, milliseconds: word of them may be lost. */
const lookEvery = 250;

/** The order once it is as wanted, or as it is when `patience` milliseconds have passed. */
export async function watchOrder(
  events: Pick<EventStore, 'onAppended'>,
  load: () => Promise<Order>,
  isDone: (order: Order) => boolean,
  patience: number,
): Promise<Order> {
  const late = performance.now() + patience;
  let heard = (): void => {};
  const leave = events.onAppended(() => heard());
  try {
    for (;;) {
      const word = new Promise<void>((resolve) => {
        heard = resolve;
      });
      const order = await load();
      if (isDone(order) || performance.now() > late) return order;
      const quiet = new AbortController();
      await Promise.race([word, pause(lookEvery, undefined, { signal: quiet.signal }).catch(() => {})]);
      quiet.abort();
    }
  } finally {
    leave();
  }
}
