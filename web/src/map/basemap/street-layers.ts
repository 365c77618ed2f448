import type { ExpressionSpecification, FilterSpecification, LayerSpecification, LineLayerSpecification } from 'maplibre-gl';
import { sourceNames } from './ground-layers.ts';
import type { Palette } from './palette.ts';
import type { StreetPalette } from './street-palette.ts';

/** The built-in map ends at zoom 7. The archive fades in there and covers it one zoom later. */
export const streetsFrom = 7;
const takingOver = (full: number): ExpressionSpecification => ['interpolate', ['linear'], ['zoom'], streetsFrom, 0, streetsFrom + 1, full];

const kind: ExpressionSpecification = ['get', 'kind'];
const isOneOf = (...kinds: string[]): ExpressionSpecification => ['in', kind, ['literal', kinds]];
const isArea: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];
const isLine: ExpressionSpecification = ['==', ['geometry-type'], 'LineString'];

const layer = (id: string, sourceLayer: string, minzoom: number) =>
  ({ id: `streets-${id}`, source: sourceNames.streets, 'source-layer': sourceLayer, minzoom }) as const;

interface Fill {
  color: string;
  minzoom?: number;
  opacity?: number;
}
const fill = (
  id: string,
  sourceLayer: string,
  filter: FilterSpecification,
  { color, minzoom = streetsFrom, opacity = 1 }: Fill,
): LayerSpecification => ({
  ...layer(id, sourceLayer, minzoom),
  type: 'fill',
  filter,
  paint: { 'fill-color': color, 'fill-opacity': minzoom > streetsFrom ? opacity : takingOver(opacity) },
});

/** Ground, water, buildings, roads and borders of an archive in the schema of Protomaps, version 4. */
export const streetLayers = (palette: Palette, streets: StreetPalette): LayerSpecification[] => [
  fill('earth', 'earth', isArea, { color: palette.earth }),
  // The same tint as on the surrounding land.
  fill('land-tint', 'earth', isArea, { color: palette.landTint.colour, opacity: palette.landTint.opacity }),
  ...groundLayers(streets),
  fill('water', 'water', isArea, { color: palette.water }),
  waterLines(palette),
  fill('piers', 'landuse', isOneOf('pier'), { color: palette.earth, minzoom: 12 }),
  buildings(streets),
  ...roadLayers(palette, streets),
  borders(palette),
];

const groundLayers = (streets: StreetPalette): LayerSpecification[] => [
  fill(
    'grounds',
    'landuse',
    isOneOf(
      'residential',
      'neighbourhood',
      'commercial',
      'industrial',
      'railway',
      'school',
      'university',
      'college',
      'hospital',
      'aerodrome',
      'stadium',
    ),
    { color: streets.grounds, minzoom: 10 },
  ),
  fill('woods', 'landuse', isOneOf('forest', 'wood', 'scrub', 'national_park', 'nature_reserve', 'protected_area'), {
    color: streets.wood,
    minzoom: 9,
  }),
  fill(
    'parks',
    'landuse',
    isOneOf(
      'park',
      'garden',
      'grass',
      'meadow',
      'golf_course',
      'cemetery',
      'recreation_ground',
      'village_green',
      'pitch',
      'playground',
      'zoo',
      'orchard',
    ),
    { color: streets.park, minzoom: 10 },
  ),
  fill('sand', 'landuse', isOneOf('beach', 'sand'), { color: streets.sand, minzoom: 10 }),
];

const waterLines = (palette: Palette): LayerSpecification => ({
  ...layer('rivers', 'water', 8),
  type: 'line',
  filter: isLine,
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint: {
    'line-color': palette.water,
    'line-width': [
      'interpolate',
      ['exponential', 1.5],
      ['zoom'],
      8,
      0.5,
      14,
      ['match', kind, ['river', 'canal'], 3, 1],
      18,
      ['match', kind, ['river', 'canal'], 12, 5],
    ],
  },
});

const buildings = (streets: StreetPalette): LayerSpecification => ({
  ...layer('buildings', 'buildings', 13),
  type: 'fill',
  filter: isArea,
  paint: {
    'fill-color': streets.building,
    'fill-outline-color': streets.buildingEdge,
    'fill-opacity': ['interpolate', ['linear'], ['zoom'], 13, 0, 14.5, 1],
  },
});

/** A value per road class. */
const byRoad = (minor: string | number | ExpressionSpecification, major: string | number, highway: string | number): ExpressionSpecification => [
  'match',
  kind,
  'highway',
  highway,
  'major_road',
  major,
  minor,
];

/** A driveway is narrower. */
const minorWidth = (street: number): ExpressionSpecification => ['case', ['==', ['get', 'kind_detail'], 'service'], street * 0.55, street];

/** Road widths, pixels; with an edge, wider on both sides. */
const roadWidth = (edge: 0 | 1): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.55],
  ['zoom'],
  7,
  byRoad(0, 0.4 + edge * 0.4, 0.9 + edge * 0.6),
  11,
  byRoad(minorWidth(0.4 + edge * 0.4), 1.4 + edge, 2.4 + edge * 1.4),
  14,
  byRoad(minorWidth(2.2 + edge * 1.6), 4.2 + edge * 1.8, 6 + edge * 2),
  18,
  byRoad(minorWidth(15 + edge * 3), 22 + edge * 4, 28 + edge * 4),
];

const round = { 'line-cap': 'round', 'line-join': 'round', 'line-sort-key': byRoad(1, 2, 3) } satisfies LineLayerSpecification['layout'];
/** Minor streets appear when there is room. */
const driven: FilterSpecification = ['all', isOneOf('highway', 'major_road', 'minor_road'), ['step', ['zoom'], ['!=', kind, 'minor_road'], 11, true]];
const isUnderground: ExpressionSpecification = ['==', ['get', 'is_tunnel'], true];

const roadLayers = (palette: Palette, streets: StreetPalette): LayerSpecification[] => [
  {
    ...layer('road-edges', 'roads', streetsFrom),
    type: 'line',
    filter: driven,
    layout: round,
    paint: {
      'line-color': byRoad(streets.minorEdge, streets.majorEdge, streets.highwayEdge),
      'line-width': roadWidth(1),
      'line-opacity': ['case', isUnderground, 0.45, 1],
    },
  },
  {
    ...layer('paths', 'roads', 14),
    type: 'line',
    filter: isOneOf('path', 'other'),
    layout: { 'line-join': 'round' },
    paint: { 'line-color': streets.path, 'line-width': ['interpolate', ['linear'], ['zoom'], 14, 0.8, 18, 2], 'line-dasharray': [2.5, 1.5] },
  },
  {
    ...layer('rails', 'roads', 10),
    type: 'line',
    filter: ['all', isOneOf('rail'), ['!=', ['get', 'kind_detail'], 'subway']],
    paint: { 'line-color': streets.rail, 'line-width': ['interpolate', ['linear'], ['zoom'], 10, 0.6, 14, 1.4, 18, 3] },
  },
  {
    ...layer('ferries', 'roads', 9),
    type: 'line',
    filter: isOneOf('ferry'),
    paint: { 'line-color': palette.coast, 'line-width': 1.2, 'line-dasharray': [3, 3] },
  },
  {
    ...layer('roads', 'roads', streetsFrom),
    type: 'line',
    filter: driven,
    layout: round,
    paint: {
      'line-color': byRoad(streets.minor, streets.major, streets.highway),
      'line-width': roadWidth(0),
      'line-opacity': ['case', isUnderground, 0.45, 1],
    },
  },
  {
    ...layer('runways', 'roads', 10),
    type: 'line',
    filter: isOneOf('aeroway'),
    paint: { 'line-color': streets.minorEdge, 'line-width': ['interpolate', ['exponential', 1.5], ['zoom'], 10, 1, 15, 14] },
  },
];

const borders = (palette: Palette): LayerSpecification => ({
  ...layer('borders', 'boundaries', streetsFrom),
  type: 'line',
  filter: ['<=', ['to-number', ['get', 'kind_detail'], 99], 4],
  layout: { 'line-join': 'round' },
  paint: {
    'line-color': palette.border,
    'line-opacity': ['case', ['==', kind, 'country'], 0.9, 0.4],
    'line-width': ['case', ['==', kind, 'country'], 1.5, 0.9],
    'line-dasharray': [4, 2],
  },
});
