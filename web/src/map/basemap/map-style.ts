import type { SkySpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import type { BasemapStatus } from './basemap-status.ts';
import { fontFaces } from './font-faces.ts';
import { groundLayers, sourceNames } from './ground-layers.ts';
import { labelLayers } from './label-layers.ts';
import { type MapKind, type MapTheme, paletteOf } from './palette.ts';

/** Who the built-in map comes from; always to be reached on the map. */
export const attributions = {
  street: '© OpenStreetMap contributors · Natural Earth · GeoNames',
  satellite: 'NASA Blue Marble',
} as const;

/** Width of a raster tile, pixels. */
const tileSize = 512;

export interface MapStyleOptions {
  kind: MapKind;
  theme: MapTheme;
  /** Language of the labels; where a place has no name in it, its English one is shown. */
  lang: string;
  /** How far the tiles of the server are: deeper zooms are enlarged from what there is. */
  status: BasemapStatus;
  /** Where tiles and fonts come from, such as `location.origin`. */
  tileOrigin: string;
}

/** Air around the globe, which is gone when the map has become flat. */
const sky: SkySpecification = { 'atmosphere-blend': ['interpolate', ['linear'], ['zoom'], 0, 0.9, 4, 0.7, 6, 0] };

/** The built-in map as a MapLibre style. Pure: the same options give an equal style, so that a diff finds nothing. */
export function mapStyle({ kind, theme, lang, status, tileOrigin }: MapStyleOptions): StyleSpecification {
  const palette = paletteOf(kind, theme);
  const tiles = (layer: string): string[] => [`${tileOrigin}/basemap/${status.version}/${layer}/{z}/{x}/{y}`];
  const raster = (layer: 'relief' | 'satellite'): SourceSpecification => ({
    type: 'raster',
    tiles: tiles(layer),
    tileSize,
    maxzoom: status[layer].maxzoom ?? 0,
    attribution: attributions.satellite,
  });
  const ground: [string, SourceSpecification] =
    kind === 'satellite' ? [sourceNames.satellite, raster('satellite')] : [sourceNames.relief, raster('relief')];
  return {
    version: 8,
    name: `waystory-${kind}-${theme}`,
    projection: { type: kind === 'satellite' ? 'globe' : 'mercator' },
    ...(kind === 'satellite' && { sky }),
    'font-faces': fontFaces(tileOrigin),
    sources: {
      [sourceNames.vectors]: { type: 'vector', tiles: tiles('street'), maxzoom: status.street.maxzoom ?? 0, attribution: attributions.street },
      ...Object.fromEntries([ground]),
    },
    layers: [...groundLayers(kind, palette), ...labelLayers(palette, lang)],
  };
}
