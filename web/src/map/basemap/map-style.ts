import type { SkySpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { type BasemapStatus, type StreetArchive, streetsOf } from './basemap-status.ts';
import { fontFaces } from './font-faces.ts';
import { groundLayers, sourceNames } from './ground-layers.ts';
import { labelLayers } from './label-layers.ts';
import { type MapKind, type MapTheme, paletteOf } from './palette.ts';
import { streetLabels } from './street-labels.ts';
import { streetLayers } from './street-layers.ts';
import { streetPalettes } from './street-palette.ts';

/** Who the built-in map comes from; always to be reached on the map. */
export const attributions = {
  street: '© OpenStreetMap contributors · Natural Earth · GeoNames',
  satellite: 'NASA Blue Marble',
  archive: '© OpenStreetMap contributors, Protomaps',
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

const archiveSource = (
  { version, minzoom, maxzoom, bounds: [west, south, east, north] }: StreetArchive,
  tileOrigin: string,
): SourceSpecification => ({
  type: 'vector',
  tiles: [`${tileOrigin}/streets/${version}/{z}/{x}/{y}`],
  minzoom,
  maxzoom,
  bounds: [west, south, east, north],
  attribution: attributions.archive,
});

/** The built-in map as a MapLibre style, with the streets of an archive where the server has one. Pure: the same options give an equal style, so that a diff finds nothing. */
export function mapStyle({ kind, theme, lang, status, tileOrigin }: MapStyleOptions): StyleSpecification {
  const palette = paletteOf(kind, theme);
  const streets = streetsOf(status, kind);
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
      ...(streets && { [sourceNames.streets]: archiveSource(streets, tileOrigin) }),
    },
    layers: [
      ...groundLayers(kind, palette),
      ...(streets ? [...streetLayers(palette, streetPalettes[theme]), ...streetLabels(palette, streetPalettes[theme], lang)] : []),
      ...labelLayers(palette, lang, streets?.bounds ?? null),
    ],
  };
}
