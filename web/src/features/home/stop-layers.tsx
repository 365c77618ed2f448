import type { CircleLayerSpecification, ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { memo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { mapFont } from '../../map/map-font.ts';

/** Clickable layers of stops. */
export const stopLayerIds = ['stops-points', 'stops-clusters'] as const;

/** Vector source of the stops. */
export const stopSource = { id: 'stops', sourceLayer: 'stops' } as const;

const tiles = [new URL('/api/tiles/stops/{z}/{x}/{y}', location.href).href.replaceAll('%7B', '{').replaceAll('%7D', '}')];
/** Highest zoom level of the tiles: one above the last cluster zoom of spec 9 (14). Its tiles hold single points. Beyond it, tiles are overzoomed. */
const deepestTiles = 15;
/** Zoom level from which points have labels. */
const namedFrom = 11;

type Paint = NonNullable<CircleLayerSpecification['paint']>;
const isCluster: CircleLayerSpecification['filter'] = ['has', 'expansion_zoom'];
const isPoint: CircleLayerSpecification['filter'] = ['!', ['has', 'expansion_zoom']];
/** spec 9: the colour depends on the number of stops, with steps at 10 and 30. */
const colour: Paint['circle-color'] = ['step', ['get', 'point_count'], '#0f7a86', 10, '#b45f06', 30, '#c2343f'];
/** Scale of the circles at low zoom levels, where the globe draws them closer together. */
const farShare = 0.74;
const byCount = (least: number, most: number): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['log10', ['get', 'point_count']],
  0,
  least,
  1,
  least + (most - least) / 3,
  3,
  most,
];
const radius = (least: number, most: number): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  1,
  byCount(least * farShare, most * farShare),
  3.5,
  byCount(least, most),
];
const textFont: SymbolLayerSpecification['layout'] = { 'text-font': mapFont };

const circle = (strength: number): Paint => ({
  'circle-color': colour,
  'circle-opacity': strength,
  'circle-stroke-color': '#ffffff',
  'circle-stroke-opacity': strength,
});
const common = { source: stopSource.id, 'source-layer': stopSource.sourceLayer } as const;

const clusterLayers = (strength: number): (CircleLayerSpecification | SymbolLayerSpecification)[] => [
  {
    ...common,
    id: 'stops-halo',
    type: 'circle',
    filter: isCluster,
    paint: { 'circle-color': colour, 'circle-opacity': 0.28 * strength, 'circle-radius': radius(19, 36) },
  },
  {
    ...common,
    id: 'stops-clusters',
    type: 'circle',
    filter: isCluster,
    paint: { ...circle(strength), 'circle-radius': radius(13, 27), 'circle-stroke-width': 2 },
  },
  {
    ...common,
    id: 'stops-counts',
    type: 'symbol',
    filter: isCluster,
    layout: {
      ...textFont,
      'text-field': ['get', 't'],
      'text-size': ['interpolate', ['linear'], ['zoom'], 1, 11, 3.5, 12.5],
      'text-allow-overlap': true,
      'text-ignore-placement': true,
    },
    paint: { 'text-color': '#ffffff', 'text-opacity': strength },
  },
];

const nameOnDark = { 'text-color': '#ffffff', 'text-halo-color': 'rgba(12, 20, 34, 0.85)' } as const;
const nameOnLight = { 'text-color': '#14203a', 'text-halo-color': 'rgba(255, 255, 255, 0.92)' } as const;

const pointLayers = (strength: number, isDark: boolean): (CircleLayerSpecification | SymbolLayerSpecification)[] => [
  {
    ...common,
    id: 'stops-points',
    type: 'circle',
    filter: isPoint,
    paint: { ...circle(strength), 'circle-radius': ['interpolate', ['linear'], ['zoom'], 2, 5, 10, 7, 15, 10], 'circle-stroke-width': 2.5 },
  },
  {
    ...common,
    id: 'stops-names',
    type: 'symbol',
    filter: isPoint,
    minzoom: namedFrom,
    layout: { ...textFont, 'text-field': ['get', 'title'], 'text-size': 12, 'text-anchor': 'top', 'text-offset': [0, 1], 'text-max-width': 9 },
    paint: { ...(isDark ? nameOnDark : nameOnLight), 'text-halo-width': 1.6, 'text-opacity': strength },
  },
];

export interface StopLayersProps {
  /** The stops are faded behind the route of a previewed itinerary. */
  faded: boolean;
  /** The basemap is dark. */
  isDark: boolean;
}

/** Clusters and points of all public stops, drawn from the tiles of the server. */
export const StopLayers = memo(function StopLayers({ faded, isDark }: StopLayersProps) {
  const strength = faded ? 0.25 : 1;
  return (
    <Source id="stops" type="vector" tiles={tiles} maxzoom={deepestTiles}>
      {[...clusterLayers(strength), ...pointLayers(strength, isDark)].map((layer) => (
        <Layer key={layer.id} {...layer} />
      ))}
    </Source>
  );
});
