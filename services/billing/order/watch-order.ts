import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from './order.ts';

/** Pauses between two looks, milliseconds: each is longer by half up to the last, so that many who wait at once leave room for what they wait for. */
const [firstPause, lastPause] = [40, 400];

/** The order once it is as wanted, or as it is when `patience` milliseconds have passed. */
export async function watchOrder(load: () => Promise<Order>, isDone: (order: Order) => boolean, patience: number): Promise<Order> {
  const late = performance.now() + patience;
  for (let wait = firstPause; ; wait = Math.min(wait * 1.5, lastPause)) {
    const order = await load();
    if (isDone(order) || performance.now() > late) return order;
    await pause(wait);
  }
}
