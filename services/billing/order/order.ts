import { type EventContext, type Stream, streamId, streamName } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { CancellationReason, CreditPackage, OrderEvent, OrderProblem, OrderStatus, Order as OrderView } from '@waystory/proto/billing/order.ts';
import { orderEvents } from '@waystory/proto/billing/order.ts';
import type { Payment } from '@waystory/proto/billing/payment.ts';

/** State of an order. Plain data, because snapshots store it. */
export interface Order extends OrderView {
  /** Path on the site to return to after payment. */
  returnTo: string;
  paymentIntentId: string | null;
  /** Amount paid, minor units; it may differ from the price. */
  paidAmount: number;
  /** Refunded and disputed amounts by their Stripe ids. */
  refunds: Readonly<Record<string, number>>;
  disputes: Readonly<Record<string, { amount: number; isWon: boolean }>>;
  cancellation: CancellationReason | null;
  /** Version of the order at which the pending refund was requested; null without one. */
  refundAsked: number | null;
  /** True when Stripe declined the last refund. */
  refundDeclined: boolean;
  /** Number of events. */
  version: number;
}

export type OrderCommand =
  | { type: 'PlaceOrder'; accountId: string; package: CreditPackage; returnTo: string }
  /** `payment` is Stripe's current state. */
  | { type: 'FollowPayment'; payment: Payment }
  | { type: 'FulfilOrder' }
  | { type: 'FailOrder'; problem: OrderProblem }
  | { type: 'CancelOrder'; reason: CancellationReason }
  | { type: 'RequestRefund'; reason: string }
  | { type: 'DeclineRefund'; code: string };

type PaymentEvent = Extract<OrderEvent, { type: 'OrderPaid' | 'PaymentDiffered' }>;

/** Statuses of orders that may still be paid, and of orders that still change by themselves. */
export const openStatuses: readonly OrderStatus[] = ['PENDING', 'PROCESSING'];
export const unsettledStatuses: readonly OrderStatus[] = [...openStatuses, 'PAID'];

export const isOpen = ({ status }: Pick<Order, 'status'>): boolean => openStatuses.includes(status);
const isReceived = ({ paymentIntentId }: Order): boolean => paymentIntentId !== null;

function decide(command: OrderCommand, order: Order | null): OrderEvent[] {
  if (command.type === 'PlaceOrder') return order ? [] : [placed(command)];
  if (!order) throw new Rejected('order/unknown');
  switch (command.type) {
    case 'FollowPayment':
      return follow(order, command.payment);
    case 'FulfilOrder':
      return order.status === 'PAID' ? [{ type: 'OrderFulfilled', data: {} }] : [];
    case 'FailOrder':
      return isOpen(order) ? [{ type: 'OrderFailed', data: { problem: command.problem } }] : [];
    case 'CancelOrder':
      return cancel(order, command.reason);
    case 'RequestRefund':
      return requestRefund(order, command.reason);
    case 'DeclineRefund':
      return order.refundAsked === null ? [] : [{ type: 'RefundDeclined', data: { code: command.code } }];
    default:
      return command satisfies never;
  }
}

function placed({ accountId, package: { id, name, credits, price, currency }, returnTo }: Extract<OrderCommand, { type: 'PlaceOrder' }>): OrderEvent {
  return { type: 'OrderPlaced', data: { accountId, packageId: id, packageName: name, credits, amount: price, currency, returnTo } };
}

/**
 * Applies Stripe's current state, forward only: a payment is accepted even after a final status, and any other final status stays. Refunds and
 * disputes are counted once, by their Stripe ids.
 */
function follow(order: Order, payment: Payment): OrderEvent[] {
  const events: OrderEvent[] = [];
  const { sessionId, url, expiresAt } = payment;
  if (order.stripeSessionId === null) events.push({ type: 'CheckoutOpened', data: { sessionId, url, expiresAt } });
  if (isReceived(order)) {
    // Older releases compared the converted amount that the buyer paid, so a payment recorded as differing may cover the price after all.
    const { paymentIntentId } = payment;
    const isEnough =
      order.problem === 'AMOUNT_DIFFERS' && order.paidAt === null && keptAmountOf(order) === order.paidAmount && isPrice(order, payment);
    const paid = isEnough && paymentIntentId !== null ? [received(order, payment, paymentIntentId)] : [];
    return [...events, ...paid, ...returned(order, payment)];
  }
  if (payment.state === 'SUCCEEDED' && payment.paymentIntentId !== null) {
    return [...events, received(order, payment, payment.paymentIntentId), ...returned(order, payment)];
  }
  return isOpen(order) ? [...events, ...unpaid(order, payment)] : events;
}

const isPrice = (order: Order, { amount, currency }: Payment): boolean => amount === order.amount && currency === order.currency;

function received(order: Order, payment: Payment, paymentIntentId: string): PaymentEvent {
  const { amount, currency } = payment;
  return { type: isPrice(order, payment) ? 'OrderPaid' : 'PaymentDiffered', data: { paymentIntentId, amount, currency } };
}

function unpaid({ status, cancellation }: Order, { session, state }: Payment): OrderEvent[] {
  if (session === 'EXPIRED') return [cancellation ? { type: 'OrderCancelled', data: {} } : { type: 'OrderExpired', data: {} }];
  if (session === 'OPEN') return [];
  if (state === 'DECLINED') return [{ type: 'OrderFailed', data: { problem: 'DECLINED' } }];
  return state === 'PROCESSING' && status === 'PENDING' ? [{ type: 'PaymentAwaited', data: {} }] : [];
}

function returned({ refunds, disputes }: Order, payment: Payment): OrderEvent[] {
  const stillThere = new Set(payment.refunds.map(({ id }) => id));
  const failed = Object.keys(refunds).filter((refundId) => !stillThere.has(refundId));
  return [
    ...failed.map((refundId): OrderEvent => ({ type: 'RefundFailed', data: { refundId } })),
    ...payment.refunds.flatMap(({ id, amount }): OrderEvent[] => (id in refunds ? [] : [{ type: 'OrderRefunded', data: { refundId: id, amount } }])),
    ...payment.disputes.flatMap(({ id, amount, outcome }): OrderEvent[] => {
      const known = disputes[id];
      if (!known) return outcome === 'WON' ? [] : [{ type: 'OrderDisputed', data: { disputeId: id, amount } }];
      return outcome === 'WON' && !known.isWon ? [{ type: 'DisputeWon', data: { disputeId: id } }] : [];
    }),
  ];
}

/** A cancellation by the owner is too late once a payment is processing. A deleted account never receives credits. */
function cancel(order: Order, reason: CancellationReason): OrderEvent[] {
  if (order.status === 'CANCELLED' || order.cancellation === reason || order.cancellation === 'ACCOUNT_GONE') return [];
  if (reason === 'OWNER' && order.status !== 'PENDING') throw new Rejected('order/not-cancellable');
  return isOpen(order) ? [{ type: 'CancellationRequested', data: { reason } }] : [];
}

function requestRefund(order: Order, reason: string): OrderEvent[] {
  if (!isReceived(order) || keptAmountOf(order) === 0) throw new Rejected('order/not-refundable');
  return order.refundAsked === null ? [{ type: 'RefundRequested', data: { reason } }] : [];
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
const refundedOf = ({ refunds }: Order): number => sum(Object.values(refunds));
const disputedOf = ({ disputes }: Order): number => sum(Object.values(disputes).map(({ amount, isWon }) => (isWon ? 0 : amount)));

/** Money kept, minor units: paid less refunds and disputes. */
export const keptAmountOf = (order: Order): number => (isReceived(order) ? Math.max(0, order.paidAmount - refundedOf(order) - disputedOf(order)) : 0);

/** True when a payment of another amount earned no credits and its refund was neither requested nor declined. */
export const needsRefund = (order: Order): boolean =>
  order.problem === 'AMOUNT_DIFFERS' && order.paidAt === null && order.refundAsked === null && !order.refundDeclined && keptAmountOf(order) > 0;

/** Credits that the ledger must hold for a paid order, and how many of them were refunded or disputed. */
interface OrderCredits {
  credits: number;
  refunded: number;
  disputed: number;
}

/**
 * Credits of an order, and how many of them are refunded or disputed. Credits for the money kept are rounded down. Null when the price was never
 * paid.
 */
export function orderCreditsOf(order: Order): OrderCredits | null {
  if (order.paidAt === null) return null;
  const { credits, amount } = order;
  const worth = (money: number): number => (amount === 0 ? credits : Math.floor((credits * Math.max(0, money)) / amount));
  const refunded = credits - worth(amount - refundedOf(order));
  return { credits, refunded, disputed: credits - refunded - worth(keptAmountOf(order)) };
}

const unpaidYet = {
  status: 'PENDING',
  problem: null,
  stripeCheckoutUrl: null,
  stripeSessionId: null,
  expiresAt: null,
  paidAt: null,
  refundedAt: null,
  refundReason: null,
  paymentIntentId: null,
  paidAmount: 0,
  refunds: {},
  disputes: {},
  cancellation: null,
  refundAsked: null,
  refundDeclined: false,
} as const;

export function evolveOrder(order: Order | null, event: OrderEvent & EventContext): Order | null {
  const { at, version, stream } = event;
  if (event.type === 'OrderPlaced') return { id: streamId(stream), ...event.data, ...unpaidYet, createdAt: at, updatedAt: at, version };
  if (!order) return null;
  const changed = { ...order, ...changesOf(order, event) };
  return { ...changed, stripeCheckoutUrl: changed.status === 'PENDING' ? changed.stripeCheckoutUrl : null, updatedAt: at, version };
}

function changesOf(order: Order, event: Exclude<OrderEvent, { type: 'OrderPlaced' }> & EventContext): Partial<Order> {
  switch (event.type) {
    case 'CheckoutOpened':
      return { stripeSessionId: event.data.sessionId, stripeCheckoutUrl: event.data.url, expiresAt: event.data.expiresAt };
    case 'PaymentAwaited':
      return { status: 'PROCESSING' };
    case 'OrderPaid':
      return { status: 'PAID', problem: null, paidAt: event.at, ...moneyOf(event) };
    case 'PaymentDiffered':
      return { status: 'FAILED', problem: 'AMOUNT_DIFFERS', ...moneyOf(event) };
    case 'OrderFulfilled':
      return { status: 'FULFILLED' };
    case 'OrderExpired':
      return { status: 'EXPIRED' };
    case 'CancellationRequested':
      return { cancellation: event.data.reason };
    case 'OrderCancelled':
      return { status: 'CANCELLED' };
    case 'OrderFailed':
      return { status: 'FAILED', problem: event.data.problem };
    case 'RefundRequested':
      return { refundReason: event.data.reason, refundAsked: event.version, refundDeclined: false };
    case 'RefundDeclined':
      return { refundReason: null, refundAsked: null, refundDeclined: true };
    default:
      return moneyBack(order, event);
  }
}

const moneyOf = ({ data }: PaymentEvent): Partial<Order> => ({ paymentIntentId: data.paymentIntentId, paidAmount: data.amount });

function moneyBack(
  order: Order,
  event: Extract<OrderEvent, { type: 'OrderRefunded' | 'RefundFailed' | 'OrderDisputed' | 'DisputeWon' }> & EventContext,
): Partial<Order> {
  const { refunds, disputes } = order;
  switch (event.type) {
    case 'OrderRefunded': {
      const after = { ...refunds, [event.data.refundId]: event.data.amount };
      const isAll = sum(Object.values(after)) >= order.paidAmount;
      return { refunds: after, refundAsked: null, ...(isAll && { status: 'REFUNDED', refundedAt: event.at }) };
    }
    case 'RefundFailed': {
      const { [event.data.refundId]: _, ...after } = refunds;
      const isBack = order.status === 'REFUNDED' && sum(Object.values(after)) < order.paidAmount;
      return { refunds: after, ...(isBack && { status: order.paidAt ? 'PAID' : 'FAILED', refundedAt: null, refundReason: null }) };
    }
    case 'OrderDisputed':
      return { disputes: { ...disputes, [event.data.disputeId]: { amount: event.data.amount, isWon: false } } };
    case 'DisputeWon': {
      const { amount = 0 } = disputes[event.data.disputeId] ?? {};
      return { disputes: { ...disputes, [event.data.disputeId]: { amount, isWon: true } } };
    }
    default:
      return event satisfies never;
  }
}

/** An order as its owner sees it. */
export function orderViewOf({ returnTo: _r, paymentIntentId: _p, paidAmount: _a, refunds: _f, disputes: _d, ...order }: Order): OrderView {
  const { cancellation: _c, refundAsked: _k, refundDeclined: _n, version: _v, ...view } = order;
  return view;
}

export const orderStreamName = (orderId: string): string => streamName('order', orderId);

/** One stream per order, with the id of the order. */
export const orderStream: Stream<OrderCommand, Order | null, OrderEvent> = {
  category: 'order',
  stateVersion: 1,
  events: orderEvents,
  decider: { initial: null, decide, evolve: evolveOrder },
};
