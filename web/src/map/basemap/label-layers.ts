import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import { mapFonts } from './font-faces.ts';
import { sourceNames, streetsMinZoom } from './ground-layers.ts';
import type { Palette } from './palette.ts';

/** Zoom level from which a town label has no dot, because the town is visible as an area. */
const dotsUntil = 8;

export const localizedName = (language: string): ExpressionSpecification => ['coalesce', ['get', `name:${language}`], ['get', 'name']];

/** Tiles also hold the names of the next zoom level, which are drawn where there is room. */
const hasRoom: ExpressionSpecification = ['<=', ['get', 'min_zoom'], ['+', ['zoom'], 1]];

const rank: ExpressionSpecification = ['to-number', ['get', 'population_rank'], 0];

type Bounds = readonly [west: number, south: number, east: number, north: number];
const ringAround = ([west, south, east, north]: Bounds): [number, number][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

/** True at low zoom levels, and outside the bounds of the archive, which labels its own towns at high zoom levels. */
const isOutside = (bounds: Bounds): ExpressionSpecification => [
  'any',
  ['<', ['zoom'], streetsMinZoom + 1],
  ['!', ['within', { type: 'Polygon', coordinates: [ringAround(bounds)] }]],
];

/**
 * Labels of seas, countries and towns; later layers take precedence.
 * @param covered Bounds of a street archive, which labels its own towns; null without one.
 */
export const labelLayers = (palette: Palette, language: string, covered: Bounds | null = null): LayerSpecification[] => [
  seaLabels(palette, language),
  ...(covered ? [townLabels(palette, language, { source: 'streets', minzoom: streetsMinZoom + 1, where: true })] : []),
  townLabels(palette, language, { source: 'vectors', minzoom: 2.5, where: covered ? isOutside(covered) : true }),
  countryLabels(palette, language),
];

function seaLabels(palette: Palette, language: string): LayerSpecification {
  const filter: FilterSpecification = ['all', ['in', ['get', 'kind'], ['literal', ['ocean', 'sea']]], ['==', ['geometry-type'], 'Point'], hasRoom];
  return {
    id: 'sea-labels',
    type: 'symbol',
    source: sourceNames.vectors,
    'source-layer': 'water',
    maxzoom: 9,
    filter,
    layout: {
      'text-field': localizedName(language),
      'text-font': mapFonts.italic,
      'text-size': [
        'interpolate',
        ['linear'],
        ['zoom'],
        1,
        ['match', ['get', 'kind'], 'ocean', 12, 10],
        5,
        ['match', ['get', 'kind'], 'ocean', 20, 14],
      ],
      'text-letter-spacing': ['match', ['get', 'kind'], 'ocean', 0.22, 0.12],
      'text-max-width': 6,
      'text-line-height': 1.35,
    },
    paint: { 'text-color': palette.waterLabel, 'text-halo-color': palette.waterHalo, 'text-halo-width': 1 },
  };
}

function countryLabels(palette: Palette, language: string): LayerSpecification {
  return {
    id: 'country-labels',
    type: 'symbol',
    source: sourceNames.vectors,
    'source-layer': 'places',
    maxzoom: 7.5,
    filter: ['all', ['==', ['get', 'kind'], 'country'], hasRoom],
    layout: {
      'text-field': localizedName(language),
      'text-font': mapFonts.bold,
      'text-transform': 'uppercase',
      'text-letter-spacing': ['step', rank, 0.06, 14, 0.12, 16, 0.16],
      'text-max-width': 7,
      'text-line-height': 1.15,
      'text-padding': 6,
      // Countries without a `sort_key` are ordered by the zoom level at which they appear, lowest first.
      'symbol-sort-key': ['coalesce', ['get', 'sort_key'], ['get', 'min_zoom'], 0],
      'text-size': [
        'interpolate',
        ['linear'],
        ['zoom'],
        1,
        ['step', rank, 8.5, 14, 9.5, 16, 10.5],
        4,
        ['step', rank, 10.5, 12, 11.5, 14, 13, 16, 15.5],
        6.5,
        ['step', rank, 13, 12, 15, 14, 18, 16, 21],
      ],
    },
    paint: {
      'text-color': palette.countryLabel,
      'text-opacity': ['interpolate', ['linear'], ['zoom'], 6, 1, 7.5, 0.3],
      'text-halo-color': palette.halo,
      'text-halo-width': 1.3,
      'text-halo-blur': 0.4,
    },
  };
}

interface TownOptions {
  source: 'vectors' | 'streets';
  minzoom: number;
  where: ExpressionSpecification | true;
}

function townLabels(palette: Palette, language: string, { source, minzoom, where }: TownOptions): LayerSpecification {
  const name = localizedName(language);
  const dotted: ExpressionSpecification = ['format', '•', { 'font-scale': 1.15 }, '\n', {}, name, {}];
  return {
    id: source === 'vectors' ? 'town-labels' : 'streets-town-labels',
    type: 'symbol',
    source: sourceNames[source],
    'source-layer': 'places',
    minzoom,
    filter: ['all', ['==', ['get', 'kind'], 'locality'], hasRoom, where],
    layout: {
      // The dot is part of the text, so that both appear together without a sprite.
      'text-field': ['step', ['zoom'], dotted, dotsUntil, name],
      'text-anchor': ['step', ['zoom'], 'top', dotsUntil, 'center'],
      'text-offset': ['step', ['zoom'], ['literal', [0, -0.72]], dotsUntil, ['literal', [0, 0]]],
      'text-font': ['case', ['>=', rank, 11], ['literal', mapFonts.bold], ['literal', mapFonts.regular]],
      'text-max-width': 8,
      'text-line-height': 1,
      'text-padding': 4,
      // Places of an archive have no `sort_key`. Their order is the zoom level at which they appear, lowest first.
      'symbol-sort-key': ['coalesce', ['get', 'sort_key'], ['get', 'min_zoom'], 0],
      'text-size': [
        'interpolate',
        ['linear'],
        ['zoom'],
        3,
        ['step', rank, 10, 12, 11, 13, 12],
        6,
        ['step', rank, 10.5, 9, 11.5, 11, 13, 13, 15.5],
        10,
        ['step', rank, 11.5, 5, 12.5, 7, 14, 9, 16, 11, 19, 13, 23],
      ],
    },
    paint: {
      'text-color': ['case', ['>=', rank, 8], palette.townLabel, palette.villageLabel],
      'text-halo-color': palette.halo,
      'text-halo-width': 1.3,
      'text-halo-blur': 0.3,
    },
  };
}
