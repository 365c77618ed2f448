import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { id, instant } from '../kit/field.ts';
import { type ListSpec, listQuery, pageOf } from '../kit/list.ts';
import { defineRoutes } from '../kit/route.ts';

export const orderErrors = {
  'order/unknown': 'There is no such order.',
  'order/not-open': 'Credits cannot be bought yet.',
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

export const orderStatus = z.enum(['PENDING', 'PROCESSING', 'PAID', 'FULFILLED', 'EXPIRED', 'CANCELLED', 'FAILED', 'REFUNDED']);

/** spec 3: Order. */
export const order = z.object({
  id,
  accountId: id,
  credits: z.int(),
  amount: z.int().describe('Minor units'),
  currency: z.string(),
  status: orderStatus,
  stripeCheckoutUrl: z.string().nullable(),
  stripeSessionId: z.string().nullable(),
  createdAt: instant,
});

export const orderList = {
  entity: 'Order',
  filterable: { id: 'id', status: 'text', createdAt: 'time' },
  forms: { status: orderStatus },
  sortable: ['createdAt'],
  defaultSort: 'createdAt DESC',
} as const satisfies ListSpec;

const path = '/accounts/:accountId/orders';
const params = z.object({ accountId: id });

export const orderRoutes = defineRoutes({
  listPackages: {
    method: 'GET',
    path: `${path}/packages`,
    summary: 'Packages of credits on offer',
    access: 'packages.read',
    params,
    reply: z.array(creditPackage),
  },
  createOrder: {
    method: 'POST',
    path,
    summary: 'Buy a package of credits',
    access: 'orders.write',
    params,
    body: z.object({ packageId: z.string().min(1).max(100) }),
    reply: order,
    errors: ['account/unknown', 'order/not-open'],
  },
  listOrders: {
    method: 'GET',
    path,
    summary: 'Orders of an account',
    access: 'orders.read',
    params,
    query: listQuery(orderList),
    reply: pageOf(order),
    errors: ['account/unknown'],
  },
  getOrder: {
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One order',
    access: 'orders.read',
    params: params.extend({ id }),
    reply: order,
    errors: ['order/unknown'],
  },
});
