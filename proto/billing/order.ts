import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents, type EventOf } from '../kit/event.ts';
import { id, instant, reason, text } from '../kit/field.ts';
import { type ListSpec, listQuery, pageOf } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';

export const orderErrors = {
  'order/unknown': 'There is no such order.',
  'order/package-unknown': 'There is no such package of credits any more.',
  'order/not-cancellable': 'This order was paid or has ended, so it cannot be cancelled.',
  'order/not-refundable': 'Only what was paid and not given back yet can be refunded.',
} as const satisfies ErrorCatalogue;

/** spec 3: Credit package. `price` is in minor units of its currency. */
export const creditPackage = z.object({
  id: z.string(),
  name: z.string(),
  credits: z.int(),
  price: z.int().describe('Minor units, for example cents'),
  currency: z.string().describe('ISO 4217, lower case'),
  popular: z.boolean(),
});
export type CreditPackage = z.output<typeof creditPackage>;

/**
 * Status of an order. PENDING: not paid. PROCESSING: the payment takes days. PAID: credits are not granted yet. FULFILLED: credits are granted. All
 * others: ended without credits.
 */
export const orderStatus = z.enum(['PENDING', 'PROCESSING', 'PAID', 'FULFILLED', 'EXPIRED', 'CANCELLED', 'FAILED', 'REFUNDED']);
export type OrderStatus = z.output<typeof orderStatus>;

/** Reason why an order failed, or was paid but not fulfilled. */
export const orderProblem = z.enum(['DECLINED', 'UNAVAILABLE', 'AMOUNT_DIFFERS']);
export type OrderProblem = z.output<typeof orderProblem>;

const amount = z.int().min(0).describe('Minor units');
const currency = z.string().describe('ISO 4217, lower case');

/** Reason for the cancellation of an unpaid order. */
export const cancellationReason = z.enum(['OWNER', 'ACCOUNT_GONE']);
export type CancellationReason = z.output<typeof cancellationReason>;

/** Events of an order: commands of the product, and states read from Stripe. Stripe alone stores data about payer and card. */
export const orderEvents = defineEvents({
  OrderPlaced: z.object({
    accountId: id,
    packageId: z.string(),
    packageName: z.string(),
    credits: z.int().min(1),
    amount,
    currency,
    returnTo: z.string(),
  }),
  CheckoutOpened: z.object({ sessionId: z.string(), url: z.string().nullable(), expiresAt: instant }),
  PaymentAwaited: z.object({}),
  OrderPaid: z.object({ paymentIntentId: z.string(), amount, currency }),
  PaymentDiffered: z.object({ paymentIntentId: z.string(), amount, currency }),
  OrderFulfilled: z.object({}),
  OrderExpired: z.object({}),
  CancellationRequested: z.object({ reason: cancellationReason }),
  OrderCancelled: z.object({}),
  OrderFailed: z.object({ problem: orderProblem }),
  RefundRequested: z.object({ reason: z.string() }),
  RefundDeclined: z.object({ code: z.string() }),
  OrderRefunded: z.object({ refundId: z.string(), amount }),
  RefundFailed: z.object({ refundId: z.string() }),
  OrderDisputed: z.object({ disputeId: z.string(), amount }),
  DisputeWon: z.object({ disputeId: z.string() }),
});
export type OrderEvent = EventOf<typeof orderEvents>;

/** spec 3: Order, with the fields of a receipt. */
export const order = z.object({
  id,
  accountId: id,
  packageId: z.string(),
  packageName: z.string(),
  credits: z.int(),
  amount: z.int().describe('Minor units'),
  currency,
  status: orderStatus,
  problem: orderProblem.nullable(),
  stripeCheckoutUrl: z.string().nullable().describe('Where it is paid, while it can be; null until Stripe has answered'),
  stripeSessionId: z.string().nullable(),
  expiresAt: instant.nullable().describe('Until when it can be paid'),
  paidAt: instant.nullable(),
  refundedAt: instant.nullable(),
  refundReason: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type Order = z.output<typeof order>;

export const orderList = {
  entity: 'Order',
  filterable: { id: 'id', status: 'text', createdAt: 'time' },
  forms: { status: orderStatus },
  sortable: ['createdAt'],
  defaultSort: 'createdAt DESC',
} as const satisfies ListSpec;

/** Orders of all accounts. */
export const allOrdersList = {
  ...orderList,
  entity: 'AnyOrder',
  filterable: { ...orderList.filterable, accountId: 'id', packageId: 'text', problem: 'text', amount: 'number', updatedAt: 'time' },
  forms: { ...orderList.forms, problem: orderProblem },
  sortable: ['createdAt', 'updatedAt', 'amount'],
} as const satisfies ListSpec;

/** Path and query on this site to which Stripe redirects. The product adds `order=<id>`, and `payment=made` after a payment. */
const returnTo = text(2_000).regex(/^\/([^\s\\/][^\s\\]*)?$/, 'Must be a path on this site');

const path = '/accounts/:accountId/orders';
const params = z.object({ accountId: id });
const one = params.extend({ id });

export const orderRoutes = defineRoutes({
  listPackages: route.get(`${path}/packages`, 'Packages of credits on offer', 'packages.read', { params, reply: z.array(creditPackage) }),
  createOrder: route.post(path, 'Buy a package of credits: the answer says where it is paid', 'orders.write', {
    perMinute: 20,
    params,
    body: z.object({ packageId: z.string().min(1).max(100), returnTo: returnTo.default('/profile') }),
    reply: order,
    errors: ['account/unknown', 'order/package-unknown'],
  }),
  listOrders: route.get(path, 'Orders of an account', 'orders.read', {
    params,
    query: listQuery(orderList),
    reply: pageOf(order),
    errors: ['account/unknown'],
  }),
  listAllOrders: route.list('/orders', 'Orders of all accounts', 'orders.list', allOrdersList, order),
  getAnyOrder: route.get('/orders/:id', 'One order, whose ever it is', 'orders.list', {
    params: z.object({ id }),
    reply: order,
    errors: ['order/unknown'],
  }),
  getOrder: route.get(`${path}/:id`, 'One order', 'orders.read', { params: one, reply: order, errors: ['order/unknown'] }),
  cancelOrder: route.post(`${path}/:id/cancellation`, 'Cancel an order that was not paid', 'orders.write', {
    params: one,
    reply: order,
    errors: ['order/unknown', 'order/not-cancellable'],
  }),
  refundOrder: route.post(`${path}/:id/refund`, 'Give the money of an order back and take its credits', 'orders.refund', {
    params: one,
    body: z.object({ reason }),
    reply: order,
    errors: ['order/unknown', 'order/not-refundable'],
  }),
});
