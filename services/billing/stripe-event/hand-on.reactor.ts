import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { type StripeNotice, stripeEventEvents } from '@waystory/proto/billing/stripe-event.ts';
import { orderUpdateWorkflow } from '../order/order-update.workflow.ts';
import { checkoutRun, orderUpdateRun } from '../order/runs.ts';
import { followedTypes } from './followed-types.ts';

/**
 * Hands what is in the inbox on. Only the ids go along: whoever hears of it asks Stripe what is true. The run of a checkout hears of its session; one that has
 * ended, and what becomes of money later, have a run of their own.
 */
export function handOnStripeEvents({ workflows }: Pick<ReactorServices, 'workflows'>): Reactor {
  const handOn = async ({ data }: { data: StripeNotice }): Promise<void> => {
    const { type, eventId, orderId, sessionId, paymentIntentId } = data;
    if (!followedTypes.includes(type) || !isAboutOrders(data)) return;
    if (orderId && sessionId && (await workflows.signal(checkoutRun(orderId), 'stripe', { sessionId }, eventId)) === 'delivered') return;
    const told = { orderId, sessionId, paymentIntentId };
    await workflows.start(orderUpdateWorkflow, orderUpdateRun(orderId ?? paymentIntentId ?? '', eventId), told);
  };
  return defineReactor({
    name: 'hand-on-stripe-events',
    reads: stripeEventEvents,
    on: { StripeEventReceived: handOn },
    // Each has a stream of its own, and whoever hears of it goes by no order.
    together: { StripeEventReceived: async (events) => void (await Promise.all(events.map(handOn))) },
  });
}

const isAboutOrders = ({ orderId, paymentIntentId }: StripeNotice): boolean => orderId !== null || paymentIntentId !== null;
