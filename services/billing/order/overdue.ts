import { mustGoBack, type Order } from './order.ts';

/** Times within which an order goes on where nothing is wrong, milliseconds. */
const limits = { opening: 5 * 60_000, ending: 5 * 60_000, granting: 5 * 60_000, refunding: 15 * 60_000, processing: 15 * 86_400_000 };

/** Until when an order should have gone on, milliseconds since 1970; null where it has come to its end. */
function dueAt(order: Order): number | null {
  const { status, createdAt, updatedAt, expiresAt, refundAsked } = order;
  if (refundAsked !== null || mustGoBack(order)) return Date.parse(updatedAt) + limits.refunding;
  switch (status) {
    case 'PENDING':
      return expiresAt ? Date.parse(expiresAt) + limits.ending : Date.parse(createdAt) + limits.opening;
    case 'PROCESSING':
      return Date.parse(updatedAt) + limits.processing;
    case 'PAID':
      return Date.parse(updatedAt) + limits.granting;
    default:
      return null;
  }
}

/** Whether an order should have gone on by now. */
export const isOverdue = (order: Order, now: Date): boolean => (dueAt(order) ?? Number.POSITIVE_INFINITY) < now.getTime();
