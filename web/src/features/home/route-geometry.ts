import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Feature, FeatureCollection, LineString, Point } from 'geojson';

/** Fields of a stop that the map needs. */
export interface RoutedStop {
  id: string;
  title: string;
  placeId: string;
  coordinates: Coordinates;
}

const isOnGlobe = ({ coordinates: { latitude, longitude } }: RoutedStop): boolean =>
  Number.isFinite(latitude) && Number.isFinite(longitude) && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;

/** Line through the stops in their order and a point for each; spec 5: stops without valid coordinates are left out. */
export function routeGeometry(stops: readonly RoutedStop[]): FeatureCollection<LineString | Point> {
  const placed = stops.filter(isOnGlobe);
  const line = unwrapped(placed.map(({ coordinates }) => [coordinates.longitude, coordinates.latitude]));
  const points = placed.map(
    ({ id, placeId, title, coordinates }, place): Feature<Point> => ({
      type: 'Feature',
      properties: { stopId: id, placeId, title, number: place + 1 },
      geometry: { type: 'Point', coordinates: [coordinates.longitude, coordinates.latitude] },
    }),
  );
  const way: Feature<LineString>[] =
    line.length > 1 ? [{ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: line } }] : [];
  return { type: 'FeatureCollection', features: [...way, ...points] };
}

/** Unwraps longitudes beyond 180 degrees where that is shorter, so that no line crosses the whole map. */
function unwrapped(line: readonly [number, number][]): [number, number][] {
  let before: number | null = null;
  return line.map(([lng, lat]) => {
    const turned: number = before === null ? lng : lng - 360 * Math.round((lng - before) / 360);
    before = turned;
    return [turned, lat];
  });
}
