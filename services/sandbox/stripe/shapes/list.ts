import type { ListPart } from '../checkout/checkout-store.ts';

/** A page of a list in Stripe's shape. */
export const stripeListOf = <T>(data: readonly T[], url: string, hasMore = false): { object: 'list'; data: T[]; has_more: boolean; url: string } => ({
  object: 'list',
  data: [...data],
  has_more: hasMore,
  url,
});

/** Cursor parameters of a list request, in Stripe's names. */
interface SentPart {
  limit: number;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

export const listPartOf = ({ limit, starting_after: after, ending_before: before }: SentPart): ListPart => ({ limit, after, before });

/** A page of at most `limit` objects, newest first. `read` has one more object when a further page exists. */
export function pageOf<T>(read: readonly T[], { limit, ending_before }: SentPart): { data: T[]; hasMore: boolean } {
  const data = read.slice(0, limit);
  // With `ending_before` the rows are in ascending order, because the page must end directly before that object.
  return { data: ending_before === undefined ? data : data.reverse(), hasMore: read.length > limit };
}
