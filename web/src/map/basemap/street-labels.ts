import type { ExpressionSpecification, LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { mapFonts } from './font-faces.ts';
import { sourceNames } from './ground-layers.ts';
import { nameIn } from './label-layers.ts';
import type { Palette } from './palette.ts';
import type { StreetPalette } from './street-palette.ts';

/** Sights and landmarks; shops and benches would clutter the map. */
const sights = [
  ...[
    'attraction',
    'museum',
    'gallery',
    'artwork',
    'castle',
    'monument',
    'memorial',
    'viewpoint',
    'landmark',
    'theatre',
    'theme_park',
    'zoo',
    'aquarium',
  ],
  ...[
    'park',
    'garden',
    'beach',
    'national_park',
    'nature_reserve',
    'peak',
    'marina',
    'stadium',
    'library',
    'townhall',
    'university',
    'place_of_worship',
  ],
  ...['station', 'aerodrome', 'ferry_terminal', 'hospital'],
];
const greens = ['park', 'garden', 'national_park', 'nature_reserve', 'zoo', 'peak'];

const kind: ExpressionSpecification = ['get', 'kind'];
/** The archive's rank decides about room; unranked things come last. */
const hasRoom: ExpressionSpecification = ['<=', ['to-number', ['get', 'min_zoom'], 16], ['+', ['zoom'], 1]];

const symbols = (
  id: string,
  sourceLayer: string,
  minzoom: number,
  of: Pick<SymbolLayerSpecification, 'filter' | 'layout' | 'paint'>,
): LayerSpecification => ({
  ...{ id: `streets-${id}`, type: 'symbol', source: sourceNames.streets, 'source-layer': sourceLayer, minzoom },
  ...of,
});

/** Labels of streets, waters, sights and quarters; later ones win. */
export const streetLabels = (palette: Palette, streets: StreetPalette, language: string): LayerSpecification[] => [
  roadNames(palette, streets, language),
  waterNames('river-names', palette, language),
  waterNames('lake-names', palette, language),
  sightNames(palette, streets, language),
  quarterNames(palette, language),
];

const roadNames = (palette: Palette, streets: StreetPalette, language: string): LayerSpecification =>
  symbols('road-names', 'roads', 12, {
    filter: [
      'step',
      ['zoom'],
      ['in', kind, ['literal', ['highway', 'major_road']]],
      15,
      ['in', kind, ['literal', ['highway', 'major_road', 'minor_road', 'path']]],
    ],
    layout: {
      'symbol-placement': 'line',
      'text-field': nameIn(language),
      'text-font': mapFonts.regular,
      'text-size': ['interpolate', ['linear'], ['zoom'], 12, 9.5, 16, 12, 18, 14],
      'text-padding': 8,
    },
    paint: { 'text-color': streets.roadLabel, 'text-halo-color': palette.halo, 'text-halo-width': 1.4 },
  });

/** River names along the line, lake names at the centre. */
const waterNames = (id: 'river-names' | 'lake-names', palette: Palette, language: string): LayerSpecification =>
  symbols(id, 'water', 9, {
    // Seas are labelled by the surrounding map.
    filter: [
      'all',
      ['!', ['in', kind, ['literal', ['ocean', 'sea', 'strait', 'bay']]]],
      ['==', ['geometry-type'], id === 'river-names' ? 'LineString' : 'Point'],
    ],
    layout: {
      'symbol-placement': id === 'river-names' ? 'line' : 'point',
      'text-field': nameIn(language),
      'text-font': mapFonts.italic,
      'text-size': ['interpolate', ['linear'], ['zoom'], 9, 10, 15, 13],
      'text-letter-spacing': 0.06,
      'text-max-width': 7,
    },
    paint: { 'text-color': palette.waterLabel, 'text-halo-color': palette.waterHalo, 'text-halo-width': 1 },
  });

const sightNames = (palette: Palette, streets: StreetPalette, language: string): LayerSpecification =>
  symbols('sight-names', 'pois', 13, {
    filter: ['all', ['in', kind, ['literal', sights]], hasRoom],
    layout: {
      // The dot is part of the text, as for towns.
      'text-field': ['format', '•', { 'font-scale': 1.2 }, '\n', {}, nameIn(language), {}],
      'text-anchor': 'top',
      'text-offset': [0, -0.7],
      'text-font': mapFonts.regular,
      'text-size': ['interpolate', ['linear'], ['zoom'], 13, 10, 17, 12],
      'text-max-width': 8,
      'text-line-height': 1,
      'text-padding': 4,
      'symbol-sort-key': ['to-number', ['get', 'min_zoom'], 16],
    },
    paint: {
      'text-color': ['case', ['in', kind, ['literal', greens]], streets.parkLabel, streets.poiLabel],
      'text-halo-color': palette.halo,
      'text-halo-width': 1.3,
    },
  });

const quarterNames = (palette: Palette, language: string): LayerSpecification =>
  symbols('quarter-names', 'places', 11, {
    filter: ['all', ['in', kind, ['literal', ['macrohood', 'neighbourhood']]], hasRoom],
    layout: {
      'text-field': nameIn(language),
      'text-font': mapFonts.regular,
      'text-transform': 'uppercase',
      'text-letter-spacing': 0.08,
      'text-size': ['interpolate', ['linear'], ['zoom'], 11, 9.5, 15, 12],
      'text-max-width': 7,
      'text-padding': 6,
    },
    paint: { 'text-color': palette.villageLabel, 'text-halo-color': palette.halo, 'text-halo-width': 1.3 },
  });
