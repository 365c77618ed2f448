import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { itineraryCard } from '@waystory/proto/itineraries/itinerary.ts';
import { z } from 'zod';
import { api } from '../../client/api.ts';
import { boundsAround, boundsQuery, worldBounds } from '../../lib/bounds.ts';
import type { MapBounds } from '../../lib/search-params.ts';
import { type StoryView, storyQuery } from '../../model/itinerary/story.query.ts';
import { queryClient } from '../../model/query-client.ts';
import { areasOf, type Cursor, cursorAfter, hasMore, pageSize, type ReelCard, type ReelPage } from './reel-order.ts';

/** Whoever reads a story for so long still finds the reels in the order in which they left them, milliseconds. */
const retention = 1_800_000;

type Order = InfiniteData<ReelPage, Cursor | null>;

const cardOf = (story: StoryView): ReelCard => ({
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
  const story = await queryClient.ensureQueryData(storyQuery(startId));
  const around = bounds ?? boundsAround((story.stops ?? []).map(({ coordinates }) => coordinates)) ?? worldBounds;
  return { cards: [cardOf(story)], hasMore: false, areas: areasOf(around) };
}

async function pageAt({ area, page }: Cursor, areas: readonly MapBounds[]): Promise<ReelPage> {
  const answer = await api.listItinerariesByBounds({ query: { ...boundsQuery(areas[area] ?? worldBounds), page, limit: pageSize } });
  return { cards: answer.items, hasMore: hasMore(answer) };
}

/** The stories of the reels, from the one that they begin with to the end of the world. Their order stays what it was, whatever is liked meanwhile. */
export const reelOrder = (startId: string, bounds: MapBounds | undefined) => {
  const queryKey = ['reels', startId, bounds ?? null] as const;
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam }): Promise<ReelPage> => {
      if (pageParam === null) return firstPage(startId, bounds);
      return pageAt(pageParam, queryClient.getQueryData<Order>(queryKey)?.pages[0]?.areas ?? []);
    },
    initialPageParam: null as Cursor | null,
    getNextPageParam: (_last, pages, cursor) => cursorAfter(pages, cursor),
    initialData: () => recalledOrder(startId, bounds),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: retention,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
};

const storageKey = 'waystory.reels';
const corner = z.object({ lng: z.number(), lat: z.number() });
const storedOrder = z.object({
  pages: z.array(
    z.object({
      cards: z.array(itineraryCard),
      hasMore: z.boolean(),
      areas: z.array(z.object({ southWest: corner, northEast: corner })).optional(),
    }),
  ),
  pageParams: z.array(z.object({ area: z.number(), page: z.number() }).nullable()),
});
const nameOf = (startId: string, bounds: MapBounds | undefined): string => JSON.stringify([startId, bounds ?? null]);

/** Keeps the order for a reload: likes change the answers of the API, and the same index would be another story. */
export function rememberOrder(startId: string, bounds: MapBounds | undefined, order: InfiniteData<ReelPage, unknown>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ name: nameOf(startId, bounds), order }));
  } catch {
    // Without room the reels are put in order anew after a reload.
  }
}

function recalledOrder(startId: string, bounds: MapBounds | undefined): Order | undefined {
  try {
    const { name, order } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as { name?: string; order?: unknown }; // checked below
    return name === nameOf(startId, bounds) ? storedOrder.safeParse(order).data : undefined;
  } catch {
    return undefined;
  }
}
