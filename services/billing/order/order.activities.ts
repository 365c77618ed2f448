import type { CommandHandler } from '@waystory/infra/commands/command-handler.ts';
import type { Config } from '@waystory/infra/config.ts';
import { orThrow, Rejected } from '@waystory/infra/errors.ts';
import type { EventStore } from '@waystory/infra/event-store/port.ts';
import type { WorkflowServices } from '@waystory/infra/host/service.ts';
import { derivedId, newId } from '@waystory/infra/identifier.ts';
import { PaymentRefused, type Payments } from '@waystory/infra/payments/port.ts';
import { FinalFailure } from '@waystory/infra/workflows/workflow.ts';
import type { OrderProblem } from '@waystory/proto/billing/order.ts';
import type { Payment } from '@waystory/proto/billing/payment.ts';
import { accountExistence } from '../account/account-history.ts';
import { creditStream } from '../credit/credit.ts';
import { isOpen, needsRefund, type Order, type OrderCommand, orderCreditsOf, orderStream } from './order.ts';
import type { OrderProgress } from './patience.ts';

// A type alias, because an interface would not match the index signature of activities.
export type OrderActivities = {
  /** Opens a checkout session at Stripe, idempotently. */
  openCheckout: (input: { orderId: string }) => Promise<OrderProgress>;
  /**
   * Performs a requested cancellation or refund at Stripe, reads the payment and updates the order. `isLate`: the session may be closed, because its
   * time is over.
   */
  followPayment: (input: { orderId: string; sessionId: string | null; isLate: boolean }) => Promise<OrderProgress>;
  /**
   * Brings the ledger to the state of the order. `isSettled` is false when the payment must be refunded first, or the order has changed meanwhile.
   */
  followOrder: (input: { orderId: string }) => Promise<{ isSettled: boolean }>;
  failOrder: (input: { orderId: string; problem: OrderProblem }) => Promise<OrderProgress>;
  /** Id of the order, by its own id or by its payment; null when this product has no such order. */
  knownOrder: (input: { orderId: string | null; paymentIntentId: string | null }) => Promise<string | null>;
};

interface OrderServices {
  commands: Pick<CommandHandler, 'load' | 'execute'>;
  events: Pick<EventStore, 'read'>;
  payments: Payments | null;
  config: Pick<Config, 'PUBLIC_ORIGIN' | 'CHECKOUT_MINUTES'>;
  now: () => Date;
}

/** Reasons of refunds that the product starts by itself. */
const accountIsGone = 'The account was deleted';
const amountDiffers = 'Another amount was paid than was asked for';

/** Most reads of Stripe in one step while the order keeps changing. */
const questions = 5;

/** The order changed after Stripe was read. */
class Overtaken extends Error {}

export const orderActivitiesOf = ({ engines: { events }, ...services }: WorkflowServices): OrderActivities =>
  orderActivities({ ...services, events, now: () => new Date() });

export function orderActivities({ commands, events, payments: maybe, config, now }: OrderServices): OrderActivities {
  const orderOf = async (orderId: string): Promise<Order> => {
    const { state } = await commands.load(orderStream, orderId);
    if (!state) throw new FinalFailure('order/unknown');
    return state;
  };
  const execute = async (orderId: string, command: OrderCommand): Promise<Order> => {
    const context = { actorId: null, now: now().toISOString(), commandId: newId() };
    return orThrow((await commands.execute(orderStream, orderId, [command], context)).state, 'order/unknown');
  };
  /**
   * Applies an answer of Stripe to the version of the order that it was read for.
   * @throws Overtaken when the order has changed after the read.
   */
  const follow = async ({ id, version: asOf }: Order, payment: Payment): Promise<Order> => {
    const context = { actorId: null, now: now().toISOString(), commandId: newId() };
    const command: OrderCommand = { type: 'FollowPayment', payment };
    const { state } = await commands.execute(orderStream, id, [command], context, { streamVersion: asOf }).catch((error: unknown) => {
      throw error instanceof Rejected && error.code === 'request/conflict' ? new Overtaken() : error;
    });
    return orThrow(state, 'order/unknown');
  };
  const payments = (): Payments => {
    if (!maybe) throw new FinalFailure('payments/none', 'Nothing is sold here');
    return maybe;
  };

  /** Performs a requested refund at Stripe. A refusal is recorded in the order; other errors are thrown. */
  async function giveBack({ id, paymentIntentId, refundAsked }: Order): Promise<void> {
    if (paymentIntentId === null || refundAsked === null) return;
    try {
      await payments().refund(paymentIntentId, `refund:${id}:${refundAsked}`);
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error;
      await execute(id, { type: 'DeclineRefund', code: error.code });
    }
  }

  /** Payment of the order's own session. A session id from an event is not trusted for another order. */
  async function paymentOf(order: Order, toldSessionId: string | null): Promise<Payment | null> {
    const sessionId = order.stripeSessionId ?? toldSessionId;
    if (sessionId === null) return null;
    const payment = await withoutRetry(payments().read(sessionId));
    return payment.orderId === order.id ? payment : null;
  }

  /** Reads Stripe and updates the order, again when the order changed in between. */
  async function followStripe(orderId: string, toldSessionId: string | null): Promise<Order> {
    for (let left = questions; ; left--) {
      const order = await orderOf(orderId);
      const payment = await paymentOf(order, toldSessionId);
      if (!payment) return order;
      try {
        return await follow(order, payment);
      } catch (error) {
        if (!(error instanceof Overtaken) || left === 1) throw error;
      }
    }
  }

  return {
    async openCheckout({ orderId }) {
      const order = await orderOf(orderId);
      if (order.stripeSessionId !== null || !isOpen(order)) return progressOf(order);
      const payment = await withoutRetry(payments().openCheckout(checkoutOf(order, config), `checkout:${orderId}`));
      return progressOf(await execute(orderId, { type: 'FollowPayment', payment }));
    },
    async followPayment({ orderId, sessionId, isLate }) {
      const order = await orderOf(orderId);
      if (order.status === 'PENDING' && order.stripeSessionId !== null && (isLate || order.cancellation !== null))
        await payments().expire(order.stripeSessionId);
      await giveBack(order);
      const after = await followStripe(orderId, sessionId);
      if (!needsRefund(after)) return progressOf(after);
      // A payment of another amount or currency earns no credits, so it is refunded.
      const asked = await execute(orderId, { type: 'RequestRefund', reason: amountDiffers });
      await giveBack(asked);
      return progressOf(await followStripe(orderId, sessionId));
    },
    async followOrder({ orderId }) {
      const order = await orderOf(orderId);
      const owed = orderCreditsOf(order);
      if (!owed) return { isSettled: true };
      const { accountId, version: asOf } = order;
      // A payment that Stripe will not refund is granted, because the owner may create the account again.
      const mayGoBack = order.status === 'PAID' && !order.refundDeclined && owed.credits > owed.refunded + owed.disputed;
      if (mayGoBack && (await accountExistence(events, accountId)) === 'HAD') {
        await execute(orderId, { type: 'RequestRefund', reason: accountIsGone });
        return { isSettled: false };
      }
      const context = { actorId: null, now: now().toISOString(), commandId: derivedId('follow-order', orderId, String(asOf)) };
      await commands.execute(creditStream, accountId, [{ type: 'FollowOrder', accountId, orderId, asOf, ...owed }], context);
      const after = await execute(orderId, { type: 'FulfilOrder' });
      // The concurrent writer may crash before it updates the ledger, so a changed order is followed here as well.
      return { isSettled: JSON.stringify(orderCreditsOf(after)) === JSON.stringify(owed) };
    },
    failOrder: async ({ orderId, problem }) => progressOf(await execute(orderId, { type: 'FailOrder', problem })),
    knownOrder: async ({ orderId: named, paymentIntentId }) => {
      const orderId = named ?? (paymentIntentId && (await withoutRetry(payments().orderOf(paymentIntentId))));
      return orderId && (await commands.load(orderStream, orderId)).state ? orderId : null;
    },
  };
}

/** Stripe's refusal is final, so it is not retried. */
async function withoutRetry<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof PaymentRefused ? new FinalFailure(error.code, error.message) : error;
  }
}

function progressOf(order: Order): OrderProgress {
  return {
    isOpen: isOpen(order),
    isProcessing: order.status === 'PROCESSING',
    isPaid: order.paidAt !== null,
    expiresAt: order.expiresAt ? Date.parse(order.expiresAt) : null,
  };
}

function checkoutOf(order: Order, { PUBLIC_ORIGIN: origin, CHECKOUT_MINUTES: minutes }: OrderServices['config']) {
  const back = new URL(order.returnTo, origin);
  back.searchParams.set('order', order.id);
  // The buyer may return before Stripe's event arrives, and the page must not ask for payment again.
  const paid = new URL(back);
  paid.searchParams.set('payment', 'made');
  // Counted from the order's creation: a retry under one idempotency key must send identical parameters.
  const expiresAt = new Date(Date.parse(order.createdAt) + minutes * 60_000);
  const { id: orderId, accountId, packageName: title, amount, currency } = order;
  return { orderId, accountId, title, amount, currency, expiresAt, successUrl: paid.href, cancelUrl: back.href };
}
