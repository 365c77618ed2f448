import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import type { PlaceSearchResult } from '@waystory/proto/itineraries/place-search.ts';
import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { useTheme } from '@waystory/ui/theme.ts';
import type { Map as MapLibreMap, Point } from 'maplibre-gl';
import { useEffect, useMemo, useState } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { boundsQuery, longitudeSpan, worldBounds } from '../lib/bounds.ts';
import type { MapBounds } from '../lib/search-params.ts';
import { keys } from '../model/queries/keys.ts';
import { boundsOfMap } from './camera.ts';
import { mapFont } from './map-font.ts';
import { featuresAround } from './map-pointer.ts';

const layer = 'known-places';
/** Widest viewport with known places, degrees, below the server's limit of two degrees. */
const widest = 1.9;
/** Distance within which a place is treated as an existing stop, kilometres. */
const atStop = 0.05;
/** Tolerance of the pointer, pixels. */
const slack = 8;

interface KnownPlacesOptions {
  /** Widest view with known places, degrees. */
  closerThan?: number;
  /** Waits until the map has drawn its main content. */
  isPatient?: boolean;
}

/** Points of interest in view that are no stops yet; none when the view is wider than `closerThan`. */
export function useKnownPlaces(
  map: MapLibreMap | null,
  stops: readonly Coordinates[],
  { closerThan = widest, isPatient = false }: KnownPlacesOptions = {},
): readonly PlaceSearchResult[] {
  const bounds = useBounds(map, closerThan, isPatient);
  const { data } = useQuery(placesWithin(bounds));
  return useMemo(
    () => (bounds && data ? data.items.filter(({ coordinates }) => !stops.some((at) => kilometresBetween(at, coordinates) <= atStop)) : []),
    [bounds, data, stops],
  );
}

function useBounds(map: MapLibreMap | null, closerThan: number, isPatient: boolean): MapBounds | null {
  const [bounds, setBounds] = useState<MapBounds | null>(null);
  useEffect(() => {
    if (!map) return;
    const look = (): void => {
      const seen = boundsOfMap(map);
      const isClose = longitudeSpan(seen) <= closerThan && seen.northEast.lat - seen.southWest.lat <= closerThan;
      setBounds(isClose ? seen : null);
    };
    const begin = (): void => {
      look();
      map.on('moveend', look);
    };
    if (isPatient) {
      map.once('idle', begin);
      // A map that is already idle would not emit `idle` again.
      map.triggerRepaint();
    } else begin();
    return () => {
      map.off('idle', begin);
      map.off('moveend', look);
    };
  }, [map, closerThan, isPatient]);
  return bounds;
}

const inks = { light: { ink: '#44403c', paper: '#fffdf9' }, dark: { ink: '#d6cfc2', paper: '#0c1422' } } as const;

interface KnownPlacesLayerProps {
  places: readonly PlaceSearchResult[];
  /** Shown for orientation only, not clickable. */
  isBackground?: boolean;
}

/** Known places as small dots with names, below the stops. */
export function KnownPlacesLayer({ places, isBackground = false }: KnownPlacesLayerProps) {
  const { ink, paper } = inks[useTheme().resolved];
  const data = useMemo(
    () => ({
      type: 'FeatureCollection' as const,
      features: places.map(({ name, coordinates: { latitude, longitude } }, index) => ({
        type: 'Feature' as const,
        properties: { index, name },
        geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
      })),
    }),
    [places],
  );
  return (
    <Source id={layer} type="geojson" data={data}>
      <Layer
        id={layer}
        type="circle"
        paint={{
          'circle-radius': ['interpolate', ['linear'], ['zoom'], 9, isBackground ? 2 : 2.5, 14, isBackground ? 3.5 : 6],
          'circle-color': paper,
          'circle-stroke-color': ink,
          'circle-stroke-width': isBackground ? 1.2 : 1.5,
          'circle-stroke-opacity': isBackground ? 0.6 : 1,
        }}
      />
      <Layer
        id={`${layer}-names`}
        type="symbol"
        minzoom={isBackground ? 12 : 11}
        layout={{
          'text-field': ['get', 'name'],
          'text-font': mapFont,
          'text-size': 11,
          'text-max-width': 9,
          'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
          'text-radial-offset': 0.8,
        }}
        paint={{ 'text-color': ink, 'text-opacity': isBackground ? 0.75 : 1, 'text-halo-color': paper, 'text-halo-width': 1.4 }}
      />
    </Source>
  );
}

/** Known place at a point of the map. */
export function knownPlaceAt(map: MapLibreMap, point: Point, places: readonly PlaceSearchResult[]): PlaceSearchResult | null {
  const index: unknown = featuresAround(map, [layer, `${layer}-names`], point, slack)[0]?.properties.index;
  return typeof index === 'number' ? (places[index] ?? null) : null;
}

/** Stale time of points of interest, which rarely change, milliseconds. */
const staleTime = 5 * 60_000;

/** Points of interest in a bounding box. */
const placesWithin = (bounds: MapBounds | null) =>
  queryOptions({
    queryKey: keys.placesWithin(JSON.stringify(bounds)),
    queryFn: () => api.placesWithin({ query: boundsQuery(bounds ?? worldBounds) }),
    enabled: bounds !== null,
    staleTime,
    // Known places stay on the map while it moves.
    placeholderData: keepPreviousData,
    retry: 1,
  });
