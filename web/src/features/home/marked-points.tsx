import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { FeatureCollection, Point } from 'geojson';
import { memo, useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';

const pointAt = (at: Coordinates | null): FeatureCollection<Point> => ({
  type: 'FeatureCollection',
  features: at ? [{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [at.longitude, at.latitude] } }] : [],
});

export interface MarkedPointsProps {
  selectedPoint: Coordinates | null;
  position: Coordinates | null;
  /** The ground below is dark. */
  isDark: boolean;
}

/** A ring around the place whose sheet is open, and a dot where one is. */
export const MarkedPoints = memo(function MarkedPoints({ selectedPoint, position, isDark }: MarkedPointsProps) {
  const ring = useMemo(() => pointAt(selectedPoint), [selectedPoint]);
  const dot = useMemo(() => pointAt(position), [position]);
  return (
    <>
      <Source id="picked-place" type="geojson" data={ring}>
        <Layer
          id="picked-ring"
          type="circle"
          paint={{ 'circle-radius': 17, 'circle-opacity': 0, 'circle-stroke-color': isDark ? '#ffffff' : '#14203a', 'circle-stroke-width': 3.5 }}
        />
      </Source>
      <Source id="own-position" type="geojson" data={dot}>
        <Layer id="own-glow" type="circle" paint={{ 'circle-radius': 20, 'circle-color': '#2f7de1', 'circle-opacity': 0.22 }} />
        <Layer
          id="own-dot"
          type="circle"
          paint={{ 'circle-radius': 7, 'circle-color': '#2f7de1', 'circle-stroke-color': '#ffffff', 'circle-stroke-width': 3 }}
        />
      </Source>
    </>
  );
});
