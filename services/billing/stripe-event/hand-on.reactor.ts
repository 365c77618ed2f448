import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { type StripeNotice, stripeEventEvents } from '@waystory/proto/billing/stripe-event.ts';
import { orderUpdateWorkflow } from '../order/order-update.workflow.ts';
import { checkoutRunId, orderUpdateRunId } from '../order/runs.ts';
import { followedEventTypes } from './followed-types.ts';

/**
 * Passes on only the ids of inbox events, because the receiver reads the current state at Stripe. A running checkout gets a signal. Later events,
 * such as refunds, start a separate run.
 */
export function handOnStripeEvents({ workflows }: Pick<ReactorServices, 'workflows'>): Reactor {
  const handOn = async ({ data }: { data: StripeNotice }): Promise<void> => {
    const { type, eventId, orderId, sessionId, paymentIntentId } = data;
    if (!followedEventTypes.includes(type) || !isAboutOrders(data)) return;
    if (orderId && sessionId && (await workflows.signal(checkoutRunId(orderId), 'stripe', { sessionId }, eventId)) === 'delivered') return;
    const told = { orderId, sessionId, paymentIntentId };
    await workflows.start(orderUpdateWorkflow, orderUpdateRunId(orderId ?? paymentIntentId ?? '', eventId), told);
  };
  return defineReactor({
    name: 'hand-on-stripe-events',
    reads: stripeEventEvents,
    on: { StripeEventReceived: handOn },
    // Each event has its own stream and no receiver depends on their order.
    together: { StripeEventReceived: async (events) => void (await Promise.all(events.map(handOn))) },
  });
}

const isAboutOrders = ({ orderId, paymentIntentId }: StripeNotice): boolean => orderId !== null || paymentIntentId !== null;
