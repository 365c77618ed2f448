import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import type { SearchPageParams } from '../../lib/search-params.ts';
import { keys } from '../../model/queries/keys.ts';

const pageSize = 20;

/** Kinds of results, in the order of the tabs. */
export const searchKinds = ['stories', 'places', 'people'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Filters and order of stories besides the query, as in the URL. */
export type StoryFilters = Omit<SearchPageParams, 'q'>;

const daysOf = { short: { maxDays: 2 }, medium: { minDays: 3, maxDays: 5 }, long: { minDays: 6 } } as const;

const storyQuery = ({ length, country, season, pictures, sort }: StoryFilters) => ({
  ...(length && daysOf[length]),
  ...(country && { country }),
  ...(season && { season }),
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
  places: (query: Asked) => api.searchStoryPlaces({ query }),
  people: (query: Asked) => api.searchAccounts({ query }),
} as const;
export type SearchResultPage<K extends SearchKind> = Awaited<ReturnType<(typeof calls)[K]>>;
export type SearchResult<K extends SearchKind> = SearchResultPage<K>['results'][number];

/** Results of one kind, page by page; `q` is not blank. */
export const searchResults = <K extends SearchKind>(kind: K, q: string, filters: StoryFilters) =>
  infiniteQueryOptions({
    queryKey: keys.search.of(kind, q, kind === 'stories' ? filters : {}),
    // The call of a kind answers with results of this kind; TypeScript cannot pair the two.
    queryFn: ({ pageParam }) => calls[kind]({ q, page: pageParam, limit: pageSize }, filters) as Promise<SearchResultPage<K>>,
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, total, results }) => (results.length > 0 && page * limit < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    enabled: q !== '',
  });
