import { usualRadius } from '@waystory/proto/assistant/mcp/near.ts';
import { usualLimit } from '@waystory/proto/assistant/mcp/story-card.ts';
import { earthRadius, kilometresBetween, wrapLongitude } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { mentionOf, type RunRead, storyOf } from './read-context.ts';

/** Most stops compared by distance; beyond it, the latest. */
const mostStops = 1_000;

const kmPerDegree = (Math.PI * earthRadius) / 180;

/** Corners of a box around a circle, as query parameters. Near a pole it spans all longitudes. */
export function boxAround({ latitude, longitude }: Coordinates, km: number) {
  const north = Math.min(90, latitude + km / kmPerDegree);
  const south = Math.max(-90, latitude - km / kmPerDegree);
  const narrowest = Math.cos((Math.max(Math.abs(north), Math.abs(south)) * Math.PI) / 180);
  const east = narrowest * kmPerDegree * 180 <= km ? 180 : km / kmPerDegree / narrowest;
  const [west, far] = east === 180 ? [-180, 180] : [wrapLongitude(longitude - east), wrapLongitude(longitude + east)];
  const text = (degrees: number): string => degrees.toFixed(6);
  return { southWestLng: text(west), southWestLat: text(south), northEastLng: text(far), northEastLat: text(north) };
}

export const near: RunRead<'near'> = async ({ latitude, longitude, radiusKm, limit }, context) => {
  const { api } = context;
  const point = { latitude, longitude };
  const radius = radiusKm ?? usualRadius;
  const box = boxAround(point, radius);
  const most = limit ?? usualLimit;
  const [{ label }, around, stories] = await Promise.all([
    api.nearestPlace({ query: { lat: String(latitude), lng: String(longitude) } }),
    api.listStopProjections({ query: { ...box, limit: String(mostStops) } }),
    api.listItinerariesByBounds({ query: { ...box, limit: String(most) } }),
  ]);
  const distances = around.items.map(({ stopId, placeCoordinatesLatitude, placeCoordinatesLongitude }) => ({
    id: stopId,
    km: kilometresBetween(point, { latitude: placeCoordinatesLatitude, longitude: placeCoordinatesLongitude }),
  }));
  const nearest = distances
    .filter(({ km }) => km <= radius)
    .sort((a, b) => a.km - b.km)
    .slice(0, most);
  const ids = nearest.map(({ id }) => id);
  const { items } = ids.length > 0 ? await api.listStops({ query: { filter: JSON.stringify({ id: ids }) } }) : { items: [] };
  return {
    label,
    stops: nearest.flatMap(({ id, km }) =>
      items.filter((stop) => stop.id === id).map((stop) => ({ ...mentionOf(stop), km: Math.round(km * 10) / 10 })),
    ),
    stories: stories.items.map((card) => storyOf(card, context)),
  };
};
