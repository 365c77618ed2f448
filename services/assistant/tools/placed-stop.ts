import type { placedStop } from '@waystory/proto/assistant/tools/placed-stop.ts';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { z } from 'zod';
import type { PlannerApi } from './tool-context.ts';

/** Most places in one list request. */
const mostPlaces = 100;

/**
 * Stops with their title instead of the name of a custom place, because such a name may be another user's text. One request resolves a hundred
 * places; all further places are treated as custom.
 */
export async function withoutCustomNames(api: PlannerApi, stops: readonly StopView[]): Promise<StopView[]> {
  const ids = [...new Set(stops.map(({ place }) => place.id))].slice(0, mostPlaces);
  const { items } = ids.length > 0 ? await api.listPlaces({ query: { ids: ids.join(), limit: String(mostPlaces) } }) : { items: [] };
  const onTheMap = new Set(items.flatMap(({ id, mapboxId }) => (mapboxId === null ? [] : id)));
  return stops.map((stop) =>
    onTheMap.has(stop.place.id) ? stop : { ...stop, placeName: stop.title, place: { ...stop.place, name: stop.title, placeName: stop.title } },
  );
}

export async function stopsOf(api: PlannerApi, itineraryId: string): Promise<StopView[]> {
  const { stops = [] } = await api.getItinerary({ params: { id: itineraryId }, query: { include: 'stops' } });
  return stops;
}

/** Other stops of the given days, without stops whose coordinates are approximate. */
export async function neighboursOf(api: PlannerApi, itineraryId: string, dayIds: readonly string[], stopId?: string): Promise<StopView[]> {
  const stops = await stopsOf(api, itineraryId);
  return stops.filter(({ id, dayIds: days, isLocated }) => isLocated && id !== stopId && days.some((day) => dayIds.includes(day)));
}

/** Largest distance of a place from the nearest stop of its trip, kilometres. */
export const farthestKm = 150;

/** Distance to the nearest of the stops, kilometres; null without stops. */
export const kmFromNearest = (at: Coordinates, stops: readonly Pick<StopView, 'coordinates'>[]): number | null =>
  stops.length === 0 ? null : Math.round(Math.min(...stops.map(({ coordinates }) => kilometresBetween(at, coordinates))) * 10) / 10;

/** A stop as a tool result, for the model and for the card of the call in the chat. */
export function placedStopOf(
  stop: StopView,
  neighbours: readonly StopView[],
  source: z.output<typeof placedStop>['place']['source'],
): z.output<typeof placedStop> {
  const { id, title, state, place } = stop;
  const { id: placeId, name, placeName, coordinates } = place;
  return { id, title, state, place: { id: placeId, name, placeName, coordinates, source }, kmFromDay: kmFromNearest(coordinates, neighbours) };
}
