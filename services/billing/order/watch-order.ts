import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from './order.ts';

/** Polling backoff, milliseconds: it grows by half up to the last, so that many waiting callers do not slow the awaited work. */
const [firstPause, lastPause] = [40, 400];

/** Resolves with the order once `isDone` holds, or with its state after `patience` milliseconds. */
export async function watchOrder(load: () => Promise<Order>, isDone: (order: Order) => boolean, patience: number): Promise<Order> {
  const late = performance.now() + patience;
  for (let wait = firstPause; ; wait = Math.min(wait * 1.5, lastPause)) {
    const order = await load();
    if (isDone(order) || performance.now() > late) return order;
    await pause(wait);
  }
}
