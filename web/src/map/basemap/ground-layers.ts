import type { ExpressionSpecification, FillLayerSpecification, LayerSpecification, LineLayerSpecification } from 'maplibre-gl';
import type { MapKind, Palette } from './palette.ts';

/** Source names of the built-in map and its street archive. */
export const sourceNames = { vectors: 'world', relief: 'relief', satellite: 'satellite', streets: 'streets' } as const;

/** Highest zoom level of the built-in map, from which the archive is drawn. */
export const streetsMinZoom = 7;

const { vectors } = sourceNames;

/** All layers below the labels. */
export const groundLayers = (kind: MapKind, palette: Palette): LayerSpecification[] => [
  { id: 'background', type: 'background', paint: { 'background-color': palette.water } },
  ...(kind === 'satellite' ? spaceLayers(palette) : drawnLayers(palette)),
  ...borderLayers(kind, palette),
];

type FillPaint = FillLayerSpecification['paint'];
type LinePaint = LineLayerSpecification['paint'];

const land = (id: string, minzoom: number, paint: FillPaint): LayerSpecification => ({
  id,
  type: 'fill',
  source: vectors,
  'source-layer': 'earth',
  minzoom,
  paint,
});

const lakes = (minzoom: number, paint: FillPaint): LayerSpecification => ({
  id: 'lakes',
  type: 'fill',
  source: vectors,
  'source-layer': 'water',
  minzoom,
  filter: ['==', ['geometry-type'], 'Polygon'],
  paint,
});

const coast = (minzoom: number, paint: LinePaint): LayerSpecification => ({
  id: 'coast',
  type: 'line',
  source: vectors,
  'source-layer': 'earth',
  minzoom,
  layout: { 'line-join': 'round' },
  paint,
});

const drawnLayers = (palette: Palette): LayerSpecification[] => [
  land('earth', 0, { 'fill-color': palette.earth }),
  {
    id: 'relief',
    type: 'raster',
    source: sourceNames.relief,
    paint: {
      // Beyond zoom 6 a pixel of the relief exceeds a village, so the relief fades before its pixels show.
      'raster-opacity': ['interpolate', ['linear'], ['zoom'], 5, 1, 6.5, 0.6, 8, 0.12, 8.6, 0],
      'raster-brightness-max': palette.reliefBrightness,
      'raster-saturation': palette.reliefSaturation,
      'raster-fade-duration': 150,
    },
  },
  // Without this layer, islands too small for the relief would look like sea.
  land('earth-near', 4, { 'fill-color': palette.earth, 'fill-opacity': ['interpolate', ['linear'], ['zoom'], 4, 0, 6, 0.35, 8, 0.9] }),
  land('land-tint', 0, { 'fill-color': palette.landTint.colour, 'fill-opacity': palette.landTint.opacity }),
  lakes(0, { 'fill-color': palette.lake }),
  coast(1, {
    'line-color': palette.coast,
    'line-opacity': ['interpolate', ['linear'], ['zoom'], 1, 0.35, 4, 0.65],
    'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.4, 5, 0.8, 10, 1.4],
  }),
];

/** Satellite pictures end at zoom 4, so drawn land and water fade in from zoom 5. */
const takingOver = (full: number): ExpressionSpecification => ['interpolate', ['linear'], ['zoom'], 5, 0, 7.6, full];

const spaceLayers = (palette: Palette): LayerSpecification[] => [
  { id: 'satellite', type: 'raster', source: sourceNames.satellite, paint: { 'raster-fade-duration': 150 } },
  { id: 'sea', type: 'background', minzoom: 5, paint: { 'background-color': palette.water, 'background-opacity': takingOver(0.93) } },
  land('earth', 5, { 'fill-color': palette.earth, 'fill-opacity': takingOver(0.95) }),
  lakes(4, { 'fill-color': palette.lake, 'fill-opacity': ['interpolate', ['linear'], ['zoom'], 4, 0, 7, 0.9] }),
  coast(4.5, {
    'line-color': palette.coast,
    'line-opacity': ['interpolate', ['linear'], ['zoom'], 4.5, 0, 6, 0.35],
    'line-width': 1.2,
    'line-blur': 0.8,
  }),
];

function borderLayers(kind: MapKind, palette: Palette): LayerSpecification[] {
  const common = {
    source: vectors,
    'source-layer': 'boundaries',
    filter: ['<=', ['get', 'kind_detail'], 2] as ['<=', ['get', string], number],
  } as const; // as const: a tuple
  return [
    {
      ...common,
      id: 'borders-glow',
      type: 'line',
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': palette.borderGlow,
        'line-opacity': kind === 'satellite' ? 0.25 : 0.4,
        'line-width': ['interpolate', ['linear'], ['zoom'], 2, 1.5, 6, 4],
        'line-blur': 1,
      },
    },
    {
      ...common,
      id: 'borders',
      type: 'line',
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': palette.border,
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 1, kind === 'satellite' ? 0.3 : 0.55, 5, kind === 'satellite' ? 0.6 : 0.9],
        'line-width': ['interpolate', ['linear'], ['zoom'], 1, 0.4, 4, 0.8, 8, 1.5],
        'line-dasharray': ['step', ['zoom'], ['literal', [1, 0]], 5, ['literal', [4, 2]]],
      },
    },
  ];
}
