import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { folded } from '../../lib/folded.ts';
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

/** The place that somebody means who asks for these words and nothing else; null where they say more, or name none. */
export const placeNamed = (q: string) =>
  queryOptions({
    queryKey: keys.placeSearch(q, 'named'),
    queryFn: async () => (await api.searchPlaces({ query: { q, limit: 1 } })).items,
    select: ([place]) => (place && folded(place.name).startsWith(folded(q)) ? place : null),
    enabled: q !== '',
    staleTime: 5 * 60_000,
    // It is a way to go on, and no part of the answer.
    retry: false,
  });
