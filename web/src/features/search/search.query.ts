import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { folded } from '../../lib/folded.ts';
import type { SearchSearch } from '../../lib/search-params.ts';
import { keys } from '../../model/queries/keys.ts';

const pageSize = 20;

/** What is searched, in the order of the tabs. */
export const kinds = ['stories', 'stops', 'people'] as const;
export type Kind = (typeof kinds)[number];

/** By what stories are chosen beside words, as it is in the address. */
export type StoryFilters = Omit<SearchSearch, 'q'>;

const daysOf = { short: { maxDays: 2 }, medium: { minDays: 3, maxDays: 5 }, long: { minDays: 6 } } as const;

const storyQuery = ({ length, country, pictures, sort }: StoryFilters) => ({
  ...(length && daysOf[length]),
  ...(country && { country }),
  ...(pictures && { hasPicture: pictures }),
  ...(sort && { order: sort }),
});

interface Asked {
  q: string;
  page: number;
  limit: number;
}
const calls = {
  stories: (asked: Asked, filters: StoryFilters) => api.searchItineraries({ query: { ...asked, ...storyQuery(filters) } }),
  stops: (query: Asked) => api.searchStops({ query }),
  people: (query: Asked) => api.searchAccounts({ query }),
} as const;
type Results<K extends Kind> = Awaited<ReturnType<(typeof calls)[K]>>;
export type SearchResult<K extends Kind> = Results<K>['results'][number];

/** Results of one kind, page by page; `q` is not blank. */
export const searchResults = <K extends Kind>(kind: K, q: string, filters: StoryFilters) =>
  infiniteQueryOptions({
    queryKey: keys.search.of(kind, q, kind === 'stories' ? filters : {}),
    // The call of a kind answers with results of this kind; TypeScript cannot pair the two.
    queryFn: ({ pageParam }) => calls[kind]({ q, page: pageParam, limit: pageSize }, filters) as Promise<Results<K>>,
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
