import type { placedStop } from '@waystory/proto/assistant/tools/placed-stop.ts';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { z } from 'zod';
import type { PlannerApi } from './tool-context.ts';

export async function stopsOf(api: PlannerApi, itineraryId: string): Promise<StopView[]> {
  const { stops = [] } = await api.getItinerary({ params: { id: itineraryId }, query: { include: 'stops' } });
  return stops;
}

/** Other stops of the days of a stop, as far as it is known where they are. */
export async function neighboursOf(api: PlannerApi, itineraryId: string, dayIds: readonly string[], stopId?: string): Promise<StopView[]> {
  const stops = await stopsOf(api, itineraryId);
  return stops.filter(({ id, dayIds: days, isLocated }) => isLocated && id !== stopId && days.some((day) => dayIds.includes(day)));
}

/** Kilometres from the nearest of some stops; null when there are none. */
export const kmFromNearest = (at: Coordinates, stops: readonly Pick<StopView, 'coordinates'>[]): number | null =>
  stops.length === 0 ? null : Math.round(Math.min(...stops.map(({ coordinates }) => kilometresBetween(at, coordinates))) * 10) / 10;

/** A stop as the model and its card see it. */
export function placed(
  stop: StopView,
  neighbours: readonly StopView[],
  source: z.output<typeof placedStop>['place']['source'],
): z.output<typeof placedStop> {
  const { id, title, state, place } = stop;
  const { id: placeId, name, placeName, coordinates } = place;
  return { id, title, state, place: { id: placeId, name, placeName, coordinates, source }, kmFromDay: kmFromNearest(coordinates, neighbours) };
}
