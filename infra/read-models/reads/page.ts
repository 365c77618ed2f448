import { type ListQuery, type Page, totalCap, writeCursor } from '@waystory/proto/kit/list.ts';
import type { Doc } from '../../projection-store/port.ts';

/** Some items as a page of a list. `more`: others follow them. */
export function pageOf<D>(items: D[], total: number, query: ListQuery, more: boolean): Page<D> {
  const last = items.at(-1) as Doc | undefined; // documents are plain objects
  const next =
    more && last ? writeCursor(query.sort, { values: query.sort.map(({ field }) => last[field] ?? null), id: String(last.id) }) : undefined;
  return {
    items,
    total: Math.min(total, totalCap),
    ...(total > totalCap && { totalCapped: true as const }),
    page: query.page,
    limit: query.limit,
    ...(next && { next }),
  };
}
