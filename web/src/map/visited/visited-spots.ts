import type { FeatureCollection, Point } from 'geojson';
import { boundsAround } from '../../lib/bounds.ts';
import type { MapBounds } from '../../lib/search-params.ts';
import type { VisitedStop } from '../../model/itinerary/visited.query.ts';
import type { MapMarker } from '../marker-steps.ts';

/** A spot where somebody has been; of several stops there it leads to the newest. */
export interface VisitedSpot extends MapMarker {
  title: string;
  itineraryId: string;
  stopId: string;
}

/** Decimals of a degree by which two spots differ: about a metre. */
const decimals = 5;

/** One for each spot, in the order of the stops. */
export function spotsOf(stops: readonly VisitedStop[]): VisitedSpot[] {
  const spots = new Map<string, VisitedSpot>();
  for (const { stopId, itineraryId, title, placeCoordinatesLongitude: longitude, placeCoordinatesLatitude: latitude } of stops) {
    const id = `${longitude.toFixed(decimals)}_${latitude.toFixed(decimals)}`;
    if (!spots.has(id)) spots.set(id, { id, at: [longitude, latitude], title, itineraryId, stopId });
  }
  return [...spots.values()];
}

/** How many countries the stops lie in. */
export const countriesOf = (stops: readonly VisitedStop[]): number => new Set(stops.flatMap(({ countryCode }) => countryCode ?? [])).size;

/** What the map draws. */
export const spotPoints = (spots: readonly VisitedSpot[]): FeatureCollection<Point, { id: string }> => ({
  type: 'FeatureCollection',
  features: spots.map(({ id, at }) => ({ type: 'Feature', properties: { id }, geometry: { type: 'Point', coordinates: at } })),
});

export const boundsOfSpots = (spots: readonly VisitedSpot[]): MapBounds | null =>
  boundsAround(spots.map(({ at: [longitude, latitude] }) => ({ longitude, latitude })));

/** What a press on some spots is for: to open one, or, where several lie below a finger, to come closer, as long as that tells them apart. */
export function meantBy(spots: readonly VisitedSpot[], isNearest: boolean): { open: VisitedSpot } | { show: MapBounds } | null {
  const [first, ...others] = spots;
  if (!first) return null;
  const around = others.length > 0 && !isNearest ? boundsOfSpots(spots) : null;
  return around ? { show: around } : { open: first };
}
