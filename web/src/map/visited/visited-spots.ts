import type { FeatureCollection, Point } from 'geojson';
import { boundsAround } from '../../lib/bounds.ts';
import type { MapBounds } from '../../lib/search-params.ts';
import type { VisitedStop } from '../../model/itinerary/visited.query.ts';
import type { MapMarker } from '../marker-steps.ts';

/** A visited location, which opens its newest stop. */
export interface VisitedSpot extends MapMarker {
  title: string;
  itineraryId: string;
  stopId: string;
}

/** Decimals of degrees that distinguish spots: about a metre. */
const decimals = 5;

/** One spot per location, in the order of stops. */
export function visitedSpotsOf(stops: readonly VisitedStop[]): VisitedSpot[] {
  const spots = new Map<string, VisitedSpot>();
  for (const { stopId, itineraryId, title, placeCoordinatesLongitude: longitude, placeCoordinatesLatitude: latitude } of stops) {
    const id = `${longitude.toFixed(decimals)}_${latitude.toFixed(decimals)}`;
    if (!spots.has(id)) spots.set(id, { id, at: [longitude, latitude], title, itineraryId, stopId });
  }
  return [...spots.values()];
}

/** Number of countries of the stops. */
export const countCountries = (stops: readonly VisitedStop[]): number => new Set(stops.flatMap(({ countryCode }) => countryCode ?? [])).size;

/** GeoJSON of the spots. */
export const spotPoints = (spots: readonly VisitedSpot[]): FeatureCollection<Point, { id: string }> => ({
  type: 'FeatureCollection',
  features: spots.map(({ id, at }) => ({ type: 'Feature', properties: { id }, geometry: { type: 'Point', coordinates: at } })),
});

export const boundsOfSpots = (spots: readonly VisitedSpot[]): MapBounds | null =>
  boundsAround(spots.map(({ at: [longitude, latitude] }) => ({ longitude, latitude })));

/** Effect of a press: opens a single spot, zooms in on several spots, and opens the first of them at the maximum zoom level. Null without a spot. */
export function spotPressEffect(spots: readonly VisitedSpot[], isNearest: boolean): { open: VisitedSpot } | { show: MapBounds } | null {
  const [first, ...others] = spots;
  if (!first) return null;
  const around = others.length > 0 && !isNearest ? boundsOfSpots(spots) : null;
  return around ? { show: around } : { open: first };
}
