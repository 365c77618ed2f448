/** A page of a list in Stripe's shape. */
export const listOf = <T>(data: readonly T[], url: string, hasMore = false): { object: 'list'; data: T[]; has_more: boolean; url: string } => ({
  object: 'list',
  data: [...data],
  has_more: hasMore,
  url,
});
