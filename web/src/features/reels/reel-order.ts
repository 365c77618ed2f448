import type { itineraryCard } from '@waystory/proto/itineraries/itinerary.ts';
import type { z } from 'zod';
import { boundsOfEdges, isSameBounds, longitudeSpan, worldBounds } from '../../lib/bounds.ts';
import type { MapBounds } from '../../lib/search-params.ts';

/** Content of a reel before its whole story arrives. */
export type ReelCard = z.output<typeof itineraryCard>;

/** Cursor of the feed: a page of one of the areas. */
export interface ReelCursor {
  area: number;
  page: number;
}

/** One page of the feed. The first page holds the start story and the search areas. */
export interface ReelPage {
  cards: readonly ReelCard[];
  hasMore: boolean;
  areas?: readonly MapBounds[] | undefined;
}

/** Page size of the feed. */
export const reelPageSize = 20;
/** Last page of a list in the API. */
const lastPage = 100;
/** Smallest margin of the neighbourhood around the bounds, degrees, which reaches about the next country. */
const neighbourhood = 6;

/** Search areas from near to far: the bounds, their neighbourhood, the world. */
export function searchAreasOf(bounds: MapBounds): MapBounds[] {
  const { southWest, northEast } = bounds;
  const across = longitudeSpan(bounds);
  const margin = Math.max(neighbourhood, across, northEast.lat - southWest.lat);
  const around = boundsOfEdges(southWest.lng - margin, southWest.lat - margin, southWest.lng + across + margin, northEast.lat + margin);
  return isSameBounds(bounds, worldBounds) ? [worldBounds] : [bounds, around, worldBounds];
}

/** Whether an area has another page. */
export const hasNextReelPage = ({ items, page, limit, total }: { items: readonly unknown[]; page: number; limit: number; total: number }): boolean =>
  items.length > 0 && page * limit < total && page < lastPage;

/** Cursor of the next page; undefined after the last page of the last area. A null cursor stands for the page of the start story. */
export function cursorAfter(pages: readonly ReelPage[], last: ReelCursor | null): ReelCursor | undefined {
  if (last === null) return { area: 0, page: 1 };
  if (pages.at(-1)?.hasMore) return { area: last.area, page: last.page + 1 };
  const areas = pages[0]?.areas ?? [];
  return last.area + 1 < areas.length ? { area: last.area + 1, page: 1 } : undefined;
}

/** Stories in the order of the feed, without duplicates. */
export const distinctReels = (pages: readonly ReelPage[]): ReelCard[] => [
  ...pages
    .flatMap(({ cards }) => cards)
    .reduce((byId, card) => (byId.has(card.id) ? byId : byId.set(card.id, card)), new Map<string, ReelCard>())
    .values(),
];

/** Indices of the reels in the document: the current reel and its neighbours. `count` includes the tail. */
export const reelIndicesAround = (index: number, count: number): number[] =>
  [index - 1, index, index + 1].filter((place) => place >= 0 && place < count);

/** Clamps an index from the URL, which may come from a longer feed. */
export const clampReelIndex = (index: number, count: number): number => Math.max(0, Math.min(index, count - 1));
