import type { itineraryCard } from '@waystory/proto/itineraries/itinerary.ts';
import type { z } from 'zod';
import { boundsOfEdges, isSameBounds, longitudeSpan, worldBounds } from '../../lib/bounds.ts';
import type { MapBounds } from '../../lib/search-params.ts';

/** Content of a reel before its whole story arrives. */
export type ReelCard = z.output<typeof itineraryCard>;

/** Where to read on: a page of one of the areas. */
export interface Cursor {
  area: number;
  page: number;
}

/** One answer of the way through the stories; the first holds the story that it began with, and the areas that follow. */
export interface ReelPage {
  cards: readonly ReelCard[];
  hasMore: boolean;
  areas?: readonly MapBounds[] | undefined;
}

/** Stories asked for at once. */
export const pageSize = 20;
/** The API counts no further. */
const lastPage = 100;
/** The neighbourhood reaches at least so far beyond the bounds on every side, degrees: about the next country. */
const neighbourhood = 6;

/** From near to far: what was asked for, what lies around it, the world. */
export function areasOf(bounds: MapBounds): MapBounds[] {
  const { southWest, northEast } = bounds;
  const across = longitudeSpan(bounds);
  const margin = Math.max(neighbourhood, across, northEast.lat - southWest.lat);
  const around = boundsOfEdges(southWest.lng - margin, southWest.lat - margin, southWest.lng + across + margin, northEast.lat + margin);
  return isSameBounds(bounds, worldBounds) ? [worldBounds] : [bounds, around, worldBounds];
}

/** Whether an answer is followed by more of its area. */
export const hasMore = ({ items, page, limit, total }: { items: readonly unknown[]; page: number; limit: number; total: number }): boolean =>
  items.length > 0 && page * limit < total && page < lastPage;

/** Where the way goes on after these answers; undefined at the end of the world. Null is the cursor of the first story. */
export function cursorAfter(pages: readonly ReelPage[], last: Cursor | null): Cursor | undefined {
  if (last === null) return { area: 0, page: 1 };
  if (pages.at(-1)?.hasMore) return { area: last.area, page: last.page + 1 };
  const areas = pages[0]?.areas ?? [];
  return last.area + 1 < areas.length ? { area: last.area + 1, page: 1 } : undefined;
}

/** All stories in the order in which they came, each of them once. */
export const withoutRepeats = (pages: readonly ReelPage[]): ReelCard[] => [
  ...pages
    .flatMap(({ cards }) => cards)
    .reduce((byId, card) => (byId.has(card.id) ? byId : byId.set(card.id, card)), new Map<string, ReelCard>())
    .values(),
];

/** Stories that are in the document: the one that is looked at and its neighbours. `count` includes the place after the last one. */
export const placesAround = (index: number, count: number): number[] => [index - 1, index, index + 1].filter((place) => place >= 0 && place < count);

/** An index of the address within what there is: who comes from a longer way stands at its end. */
export const withinOrder = (index: number, count: number): number => Math.max(0, Math.min(index, count - 1));
