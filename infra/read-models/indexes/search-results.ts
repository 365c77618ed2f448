import type { SearchQuery } from '@waystory/proto/search/search-query.ts';
import type { Found } from './search-reads.ts';

/** A page of search results in the API's form. */
export interface SearchResults<V> {
  results: { entity: V; score: number; matchedFields: string[]; highlights: Record<string, string> }[];
  total: number;
  page: number;
  limit: number;
  query: string;
  /** Milliseconds. */
  duration: number;
}

/** Answers a search with the documents of `find`, each converted by `present`. */
export async function searchResults<D, V>(
  { q, page, limit }: Pick<SearchQuery, 'q' | 'page' | 'limit'>,
  find: () => Promise<Found<D>>,
  present: (docs: D[]) => Promise<V[]>,
): Promise<SearchResults<V>> {
  const from = performance.now();
  const { hits, total } = await find();
  const views = await present(hits.map(({ doc }) => doc));
  const results = hits.flatMap(({ doc: _, ...hit }, place) => {
    const entity = views[place];
    return entity === undefined ? [] : [{ entity, ...hit }];
  });
  return { results, total, page, limit, query: q, duration: Math.round((performance.now() - from) * 10) / 10 };
}
