import type { ReactorServices } from '@waystory/infra/host/service.ts';
import { defineReactor, type Reactor } from '@waystory/infra/reactors/reactor.ts';
import { type StripeNotice, stripeEventEvents } from '@waystory/proto/billing/stripe-event.ts';
import { orderUpdateWorkflow } from '../order/order-update.workflow.ts';
import { checkoutRun, orderUpdateRun } from '../order/runs.ts';

/** Events that an order may hang on. Of all others, such as that a charge was updated, one of these comes as well. */
const followed: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]);

/**
 * Hands what is in the inbox on. Only the ids go along: whoever hears of it asks Stripe what is true. The run of a checkout hears of its session; one that has
 * ended, and what becomes of money later, have a run of their own.
 */
export const handOnStripeEvents = ({ workflows }: Pick<ReactorServices, 'workflows'>): Reactor =>
  defineReactor({
    name: 'hand-on-stripe-events',
    reads: stripeEventEvents,
    on: {
      StripeEventReceived: async ({ data }) => {
        const { type, eventId, orderId, sessionId, paymentIntentId } = data;
        if (!followed.has(type) || !isAboutOrders(data)) return;
        if (orderId && sessionId && (await workflows.signal(checkoutRun(orderId), 'stripe', { sessionId }, eventId)) === 'delivered') return;
        await workflows.start(orderUpdateWorkflow, orderUpdateRun(orderId ?? paymentIntentId ?? '', eventId), {
          orderId,
          sessionId,
          paymentIntentId,
        });
      },
    },
  });

const isAboutOrders = ({ orderId, paymentIntentId }: StripeNotice): boolean => orderId !== null || paymentIntentId !== null;
