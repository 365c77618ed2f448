import { type Cursor, type ListQuery, type Page, totalCap, writeCursor } from '@waystory/proto/kit/list.ts';
import type { Doc } from '../../projection-store/port.ts';

/** Builds a page of a list. `last` is the last item's document; `more` is true when others follow. */
export function pageOf<D>(items: D[], total: number, query: ListQuery, more: boolean, last: Doc | undefined): Page<D> {
  const next = more && last ? writeCursor(query.sort, cursorOf(query, last)) : undefined;
  return {
    items,
    total: Math.min(total, totalCap),
    ...(total > totalCap && { totalCapped: true as const }),
    page: query.page,
    limit: query.limit,
    ...(next && { next }),
  };
}

export const cursorOf = ({ sort }: Pick<ListQuery, 'sort'>, doc: Doc): Cursor => ({
  values: sort.map(({ field }) => doc[field] ?? null),
  id: String(doc.id),
});
