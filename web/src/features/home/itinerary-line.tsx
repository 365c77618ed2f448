import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { memo, useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { mapFont } from '../../map/map-font.ts';
import { routeGeometry } from './route-geometry.ts';

/** Clickable layer of the previewed stops, whose points respond like the points of the tiles. */
export const previewStopsLayer = 'preview-stops';
/** Source of the previewed stops. */
export const previewSource = { id: 'preview' } as const;

const round = { 'line-cap': 'round', 'line-join': 'round' } as const;

/** The line of one itinerary and its stops, over everything else. */
export const ItineraryLine = memo(function ItineraryLine({ stops }: { stops: readonly Stop[] }) {
  const data = useMemo(() => routeGeometry(stops), [stops]);
  return (
    <Source id={previewSource.id} type="geojson" data={data}>
      <Layer
        id="preview-casing"
        type="line"
        filter={['==', ['geometry-type'], 'LineString']}
        layout={round}
        paint={{ 'line-color': '#ffffff', 'line-width': 5, 'line-opacity': 0.85 }}
      />
      <Layer
        id="preview-line"
        type="line"
        filter={['==', ['geometry-type'], 'LineString']}
        layout={round}
        paint={{ 'line-color': '#c2343f', 'line-width': 3, 'line-dasharray': [0.2, 1.9] }}
      />
      <Layer
        id={previewStopsLayer}
        type="circle"
        filter={['==', ['geometry-type'], 'Point']}
        paint={{ 'circle-color': '#c2343f', 'circle-radius': 9.5, 'circle-stroke-width': 2, 'circle-stroke-color': '#ffffff' }}
      />
      <Layer
        id="preview-numbers"
        type="symbol"
        filter={['==', ['geometry-type'], 'Point']}
        layout={{
          'text-field': ['to-string', ['get', 'number']],
          'text-font': mapFont,
          'text-size': 10.5,
          'text-allow-overlap': true,
          'text-ignore-placement': true,
        }}
        paint={{ 'text-color': '#ffffff' }}
      />
    </Source>
  );
});
