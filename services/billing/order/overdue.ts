import { needsRefund, type Order } from './order.ts';

/** Longest normal duration of each state, milliseconds. */
const limits = { opening: 5 * 60_000, ending: 5 * 60_000, granting: 5 * 60_000, refunding: 15 * 60_000, processing: 15 * 86_400_000 };

/** Time by which an order should have moved on, milliseconds since 1970; null when nothing is due. */
function dueAt(order: Order): number | null {
  const { status, createdAt, updatedAt, expiresAt, refundAsked } = order;
  if (refundAsked !== null || needsRefund(order)) return Date.parse(updatedAt) + limits.refunding;
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

/** True when an order is past the time by which its status should have changed. */
export const isOverdue = (order: Order, now: Date): boolean => (dueAt(order) ?? Number.POSITIVE_INFINITY) < now.getTime();
