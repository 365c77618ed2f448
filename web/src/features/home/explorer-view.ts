import { viewOf } from '../../lib/bounds.ts';
import type { HomeSearch, MapBounds } from '../../lib/search-params.ts';

/** spec 9: below this zoom the cards are countries, from it on they are itineraries. */
export const itineraryZoom = 2.5;

/** Part of the world that the cards speak of. Null bounds mean all of it. */
export interface ExplorerView {
  bounds: MapBounds | null;
  zoom: number;
}

export type CardKind = 'countries' | 'itineraries' | 'stops';

/** The view before there is a map: what the address asks for, else the world. */
export const firstView = (bounds: MapBounds | undefined): ExplorerView => ({ bounds: bounds ?? null, zoom: viewOf(bounds).zoom });

/** Which cards belong to a view; an itinerary that is shown on the map has the cards of its stops, a country those of its itineraries. */
export function cardKind({ zoom }: ExplorerView, { previewItineraryId, country }: Pick<HomeSearch, 'previewItineraryId' | 'country'>): CardKind {
  if (previewItineraryId) return 'stops';
  if (country) return 'itineraries';
  return zoom < itineraryZoom ? 'countries' : 'itineraries';
}
