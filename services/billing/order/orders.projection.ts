import { type EventContext, streamId } from '@waystory/infra/commands/decider.ts';
import { ownOrAdmin } from '@waystory/infra/read-models/own-only.ts';
import { type DocOf, type Docs, defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { allOrdersList, cancellationReason, type OrderEvent, order, orderEvents } from '@waystory/proto/billing/order.ts';
import { handlerForEveryEvent } from '@waystory/proto/kit/event.ts';
import { anyOf, eq, type Filter } from '@waystory/proto/kit/filter.ts';
import { z } from 'zod';
import { evolveOrder, unsettledStatuses } from './order.ts';

export const orders = defineCollection({
  name: 'orders',
  doc: order.extend({
    returnTo: z.string(),
    paymentIntentId: z.string().nullable(),
    paidAmount: z.int(),
    refunds: z.record(z.string(), z.int()),
    disputes: z.record(z.string(), z.object({ amount: z.int(), isWon: z.boolean() })),
    cancellation: cancellationReason.nullable(),
    refundAsked: z.int().nullable(),
    refundDeclined: z.boolean(),
    version: z.int(),
  }),
  filterable: allOrdersList.filterable,
  sortable: allOrdersList.sortable,
  indexes: [
    { kind: 'ordered', on: ['-createdAt'] },
    { kind: 'ordered', on: ['accountId', '-createdAt'] },
    { kind: 'ordered', on: ['status', '-createdAt'] },
  ],
  visibleTo: ownOrAdmin,
});

/** Orders that still change, or whose money may need a refund. A requested refund has its own run. */
export const unsettledFilter: Filter = anyOf(
  { op: 'in', field: 'status', values: [...unsettledStatuses] },
  { op: 'and', of: [eq('problem', 'AMOUNT_DIFFERS'), eq('status', 'FAILED')] },
);

function changed(event: OrderEvent & EventContext, docs: { orders: Docs<DocOf<typeof orders>> }): void {
  docs.orders.update(streamId(event.stream), (doc) => {
    const after = evolveOrder(doc ?? null, event);
    // An order outlives its account, so the read model leaves out its return path, which is personal data.
    return after ? { ...after, returnTo: '' } : undefined;
  });
}

export const ordersProjection = defineProjection({
  name: 'orders',
  version: 3,
  collections: { orders },
  reads: orderEvents,
  on: handlerForEveryEvent(orderEvents, changed),
});
