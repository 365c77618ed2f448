import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { keys } from '../../model/queries/keys.ts';

const pageSize = 20;

/** What is searched, in the order of the tabs. */
export const kinds = ['stories', 'stops', 'people'] as const;
export type Kind = (typeof kinds)[number];

const calls = { stories: api.searchItineraries, stops: api.searchStops, people: api.searchAccounts } as const;
type Results<K extends Kind> = Awaited<ReturnType<(typeof calls)[K]>>;
export type SearchResult<K extends Kind> = Results<K>['results'][number];

/** Results of one kind, page by page; `q` is not blank. */
export const searchResults = <K extends Kind>(kind: K, q: string) =>
  infiniteQueryOptions({
    queryKey: keys.search.of(kind, q),
    // The call of a kind answers with results of this kind; TypeScript cannot pair the two.
    queryFn: ({ pageParam }) => calls[kind]({ query: { q, page: pageParam, limit: pageSize } }) as Promise<Results<K>>,
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, total, results }) => (results.length > 0 && page * limit < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    enabled: q !== '',
  });
