import { type Flavor, layers, namedFlavor } from '@protomaps/basemaps';
import type { ExpressionSpecification, FillLayerSpecification, LayerSpecification } from 'maplibre-gl';
import { mapFonts } from './font-faces.ts';
import { sourceNames, streetsMinZoom } from './ground-layers.ts';
import { localizedName } from './label-layers.ts';
import type { MapTheme, Palette } from './palette.ts';

/** Colours of the archive. The colours of land and water come from the built-in map around it. */
const tones = {
  light: {
    ...{ park: '#d5e5c1', wood: '#cbddb8', sand: '#f1e5c3', grounds: '#ebe6d8', building: '#e1d9ca', buildingEdge: '#cfc5b3' },
    ...{ minor: '#ffffff', minorEdge: '#dad2c3', major: '#fff5d8', majorEdge: '#dcc9a0', highway: '#ffdf9e', highwayEdge: '#d9b36f' },
    ...{ path: '#bfae90', rail: '#b8aea1', roadLabel: '#655d52', parkLabel: '#4d7336', poiLabel: '#66564a' },
  },
  dark: {
    ...{ park: '#41503b', wood: '#3b4a36', sand: '#524e3e', grounds: '#4a4943', building: '#55534d', buildingEdge: '#66635c' },
    ...{ minor: '#6b6860', minorEdge: '#383834', major: '#8b8475', majorEdge: '#3d3b37', highway: '#a08c60', highwayEdge: '#3a352c' },
    ...{ path: '#7d776c', rail: '#78726a', roadLabel: '#cbc4b8', parkLabel: '#a9c497', poiLabel: '#d3c9ba' },
  },
} satisfies Record<MapTheme, Record<string, string>>;
type Tone = keyof (typeof tones)['light'];
type Colour = Exclude<keyof Flavor, 'pois' | 'landcover' | 'regular' | 'bold' | 'italic'>;

/** Colour keys of Protomaps that each of our tones replaces. */
const replaced: Readonly<Record<Exclude<Tone, 'buildingEdge' | 'parkLabel' | 'poiLabel'>, readonly Colour[]>> = {
  park: ['park_a', 'park_b', 'scrub_a', 'scrub_b', 'zoo'],
  wood: ['wood_a', 'wood_b'],
  sand: ['sand', 'beach'],
  grounds: ['hospital', 'industrial', 'school', 'aerodrome', 'pedestrian', 'military'],
  building: ['buildings'],
  minor: ['minor_service', 'minor_a', 'minor_b', 'bridges_minor', 'tunnel_minor'],
  minorEdge: ['minor_service_casing', 'minor_casing', 'bridges_minor_casing', 'tunnel_minor_casing', 'tunnel_link_casing', 'runway'],
  major: ['link', 'major', 'bridges_link', 'bridges_major', 'tunnel_link', 'tunnel_major'],
  majorEdge: ['link_casing', 'major_casing_early', 'major_casing_late', 'bridges_link_casing', 'bridges_major_casing', 'tunnel_major_casing'],
  highway: ['highway', 'bridges_highway', 'tunnel_highway'],
  highwayEdge: ['highway_casing_early', 'highway_casing_late', 'bridges_highway_casing', 'tunnel_highway_casing'],
  path: ['other', 'bridges_other', 'tunnel_other'],
  rail: ['railway'],
  roadLabel: ['roads_label_minor', 'roads_label_major'],
};

function flavorOf(palette: Palette, theme: MapTheme): Flavor {
  const own: Partial<Record<Colour, string>> = {
    ...{ earth: palette.earth, pier: palette.earth, water: palette.water, boundaries: palette.border },
    ...{ ocean_label: palette.waterLabel, subplace_label: palette.villageLabel, subplace_label_halo: palette.halo },
    ...{ roads_label_minor_halo: palette.halo, roads_label_major_halo: palette.halo },
  };
  for (const [tone, colours] of Object.entries(replaced)) for (const colour of colours) own[colour] = tones[theme][tone as Tone]; // as: the keys of the literal above
  const { landcover: _, ...named } = namedFlavor(theme);
  return { ...named, ...own };
}

const kind: ExpressionSpecification = ['get', 'kind'];

/** The archive fades in over the built-in map, and covers it from the next zoom on. */
const fadeIn = (full: number): ExpressionSpecification => ['interpolate', ['linear'], ['zoom'], streetsMinZoom, 0, streetsMinZoom + 1, full];

/** Layer of Protomaps with our id prefix, from the zoom level where the built-in map ends. */
const asOurs = <L extends LayerSpecification>(layer: L): L => ({
  ...layer,
  id: `streets-${layer.id}`,
  minzoom: Math.max(('minzoom' in layer && layer.minzoom) || 0, streetsMinZoom),
});

/** Ground, water, buildings, roads and borders of an archive in the schema of Protomaps, version 4. */
export const streetLayers = (palette: Palette, theme: MapTheme): LayerSpecification[] => {
  const { grounds, buildingEdge } = tones[theme];
  // The surrounding land of the built-in map has the same tint.
  const tint = { 'fill-color': palette.landTint.colour, 'fill-opacity': fadeIn(palette.landTint.opacity) };
  return layers(sourceNames.streets, flavorOf(palette, theme)).flatMap((layer): LayerSpecification[] => {
    if (layer.type === 'background') return [];
    const ours = asOurs(layer);
    if (ours.id === 'streets-roads_rail' && ours.type === 'line') return [{ ...ours, paint: { ...ours.paint, 'line-opacity': 1 } }];
    if (ours.type !== 'fill') return [ours];
    const painted = (paint: FillLayerSpecification['paint']): FillLayerSpecification => ({ ...ours, paint: { ...ours.paint, ...paint } });
    if (ours.id === 'streets-buildings')
      return [painted({ 'fill-opacity': ['interpolate', ['linear'], ['zoom'], 13, 0, 14.5, 1], 'fill-outline-color': buildingEdge })];
    if (ours.id === 'streets-water') return [painted({ 'fill-opacity': fadeIn(1) })];
    if (ours.id !== 'streets-earth') return [ours];
    // Protomaps leaves the grounds of towns blank.
    const town: LayerSpecification = {
      ...{ id: 'streets-grounds', type: 'fill', source: sourceNames.streets, 'source-layer': 'landuse', minzoom: 10 },
      filter: ['in', kind, ['literal', ['residential', 'neighbourhood', 'commercial', 'railway', 'college', 'stadium']]],
      paint: { 'fill-color': grounds },
    };
    return [painted({ 'fill-opacity': fadeIn(1) }), { ...ours, id: 'streets-land-tint', paint: tint }, town];
  });
};

/** Label layers of Protomaps that the built-in map lacks; its own layers label seas, countries and towns. */
const labels = new Set(['water_waterway_label', 'water_label_lakes', 'roads_labels_minor', 'roads_labels_major', 'places_subplace']);

/** Kinds of points of interest with labels. Shops and benches are excluded, because their labels would hide the sights. */
const sights =
  'attraction museum gallery artwork castle monument memorial viewpoint landmark theatre theme_park zoo aquarium park garden beach national_park nature_reserve peak marina stadium library townhall university place_of_worship station aerodrome ferry_terminal hospital'.split(
    ' ',
  );
const greens = ['park', 'garden', 'national_park', 'nature_reserve', 'zoo', 'peak'];
const minZoom: ExpressionSpecification = ['to-number', ['get', 'min_zoom'], 16];

const sightNames = (palette: Palette, theme: MapTheme, language: string): LayerSpecification => ({
  ...{ id: 'streets-sight-names', type: 'symbol', source: sourceNames.streets, 'source-layer': 'pois', minzoom: 13 },
  filter: ['all', ['in', kind, ['literal', sights]], ['<=', minZoom, ['+', ['zoom'], 1]]],
  layout: {
    // The dot is part of the text, as in town labels, so that no sprite is needed.
    'text-field': ['format', '•', { 'font-scale': 1.2 }, '\n', {}, localizedName(language), {}],
    ...{ 'text-anchor': 'top', 'text-offset': [0, -0.7], 'text-font': mapFonts.regular },
    'text-size': ['interpolate', ['linear'], ['zoom'], 13, 10, 17, 12],
    ...{ 'text-max-width': 8, 'text-line-height': 1, 'text-padding': 4, 'symbol-sort-key': minZoom },
  },
  paint: {
    'text-color': ['case', ['in', kind, ['literal', greens]], tones[theme].parkLabel, tones[theme].poiLabel],
    ...{ 'text-halo-color': palette.halo, 'text-halo-width': 1.3 },
  },
});

/** Labels of streets, waters, sights and quarters; later layers take precedence where labels collide. */
export const streetLabels = (palette: Palette, theme: MapTheme, language: string): LayerSpecification[] => {
  const named = layers(sourceNames.streets, flavorOf(palette, theme), { lang: language, labelsOnly: true }).flatMap((layer) => {
    if (layer.type !== 'symbol' || !labels.has(layer.id)) return [];
    const font = layer.id.startsWith('water') ? mapFonts.italic : mapFonts.regular;
    return [{ ...asOurs(layer), layout: { ...layer.layout, 'text-field': localizedName(language), 'text-font': font } }];
  });
  return [
    ...named.filter(({ id }) => id !== 'streets-places_subplace'),
    sightNames(palette, theme, language),
    ...named.filter(({ id }) => id === 'streets-places_subplace'),
  ];
};
