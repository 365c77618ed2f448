import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { FeatureCollection } from 'geojson';
import { memo, useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { routeOver } from '../../../lib/great-circle.ts';
import { mapFont } from '../../../map/map-font.ts';

/** A stop of the same day, for orientation. */
export interface DayStop {
  id: string;
  title: string;
  coordinates: Coordinates;
}

/** The day's other stops and their way, small and behind the pin. */
export const DayStopsLayer = memo(function DayStopsLayer({ stops, color }: { stops: readonly DayStop[]; color: string }) {
  const data = useMemo(() => collectionOf(stops), [stops]);
  return (
    <Source id="day-stops" type="geojson" data={data}>
      <Layer
        id="day-way"
        type="line"
        filter={['==', ['geometry-type'], 'LineString']}
        layout={{ 'line-join': 'round', 'line-cap': 'round' }}
        paint={{ 'line-color': color, 'line-width': 2.5, 'line-opacity': 0.6, 'line-dasharray': [0.1, 2] }}
      />
      <Layer
        id="day-points"
        type="circle"
        filter={['==', ['geometry-type'], 'Point']}
        paint={{ 'circle-radius': 7, 'circle-color': color, 'circle-stroke-color': '#fff', 'circle-stroke-width': 2 }}
      />
      <Layer
        id="day-names"
        type="symbol"
        filter={['==', ['geometry-type'], 'Point']}
        layout={{
          'text-field': ['get', 'title'],
          'text-font': mapFont,
          'text-size': 11,
          'text-offset': [0, 1],
          'text-anchor': 'top',
          'text-max-width': 9,
        }}
        paint={{ 'text-color': '#26303f', 'text-halo-color': 'rgba(255,255,255,0.9)', 'text-halo-width': 1.5 }}
      />
    </Source>
  );
});

function collectionOf(stops: readonly DayStop[]): FeatureCollection {
  const points = stops.map(({ title, coordinates: { latitude, longitude } }) => ({
    type: 'Feature' as const,
    properties: { title },
    geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
  }));
  const way = {
    type: 'Feature' as const,
    properties: {},
    geometry: { type: 'LineString' as const, coordinates: routeOver(stops.map(({ coordinates }) => coordinates)) },
  };
  return { type: 'FeatureCollection', features: stops.length > 1 ? [way, ...points] : points };
}
