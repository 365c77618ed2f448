import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { tabTexts } from '@waystory/client/environment.ts';
import { boundsAround, boundsQuery, worldBounds } from '../../lib/bounds.ts';
import type { MapBounds } from '../../lib/search-params.ts';
import { type ItineraryView, wholeItinerary } from '../../model/itinerary/itinerary.query.ts';
import { keys } from '../../model/queries/keys.ts';
import { queryClient } from '../../model/query-client.ts';
import { cursorAfter, hasNextReelPage, type ReelCard, type ReelCursor, type ReelPage, reelPageSize, searchAreasOf } from './reel-order.ts';

/** Cache lifetime of the feed order while a story is read, milliseconds. */
const retention = 1_800_000;

type Order = InfiniteData<ReelPage, ReelCursor | null>;

const cardOf = (story: ItineraryView): ReelCard => ({
  id: story.id,
  title: story.title,
  imageUrl: story.imageUrl,
  image: story.image,
  likeCount: story.likeCount,
  daysCount: story.daysCount,
  stopsCount: story.stopsCount,
  accountUserName: story.accountUserName,
  countryImageUrl: story.countryImageUrl,
});

async function firstPage(startId: string, bounds: MapBounds | undefined): Promise<ReelPage> {
  const story = await queryClient.ensureQueryData(wholeItinerary(startId));
  const around = bounds ?? boundsAround(story.stops.filter(({ isLocated }) => isLocated).map(({ coordinates }) => coordinates)) ?? worldBounds;
  return { cards: [cardOf(story)], hasMore: false, areas: searchAreasOf(around) };
}

async function pageAt({ area, page }: ReelCursor, areas: readonly MapBounds[]): Promise<ReelPage> {
  const answer = await api.listItinerariesByBounds({ query: { ...boundsQuery(areas[area] ?? worldBounds), page, limit: reelPageSize } });
  return { cards: answer.items, hasMore: hasNextReelPage(answer) };
}

/** Feed that begins with the start story and widens to the whole world. Its order stays stable while likes change. */
export const reelOrder = (startId: string, bounds: MapBounds | undefined) => {
  const queryKey = keys.reels(startId, bounds ?? null);
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam }): Promise<ReelPage> => {
      if (pageParam === null) return firstPage(startId, bounds);
      return pageAt(pageParam, queryClient.getQueryData<Order>(queryKey)?.pages[0]?.areas ?? []);
    },
    initialPageParam: null as ReelCursor | null,
    getNextPageParam: (_last, pages, cursor) => cursorAfter(pages, cursor),
    initialData: () => recalledOrder(startId, bounds),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: retention,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    meta: { refetchWhenBack: false },
  });
};

const storageKey = 'waystory.reels';
/** Version of the stored shape: another release ignores an order it cannot read. */
const storedShape = 1;
const nameOf = (startId: string, bounds: MapBounds | undefined): string => JSON.stringify([storedShape, startId, bounds ?? null]);

/** Stores the order for a reload, because likes change the ranking of the API, and the same index would show another story. */
export function rememberOrder(startId: string, bounds: MapBounds | undefined, order: InfiniteData<ReelPage, unknown>): void {
  tabTexts.setItem(storageKey, JSON.stringify({ name: nameOf(startId, bounds), order }));
}

function recalledOrder(startId: string, bounds: MapBounds | undefined): Order | undefined {
  try {
    const { name, order } = JSON.parse(tabTexts.getItem(storageKey) ?? '{}') as { name?: string; order?: Order }; // written by `rememberOrder` in this tab
    return name === nameOf(startId, bounds) ? order : undefined;
  } catch {
    return undefined;
  }
}
