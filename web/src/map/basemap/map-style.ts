import type { SkySpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { type BasemapStatus, type StreetArchive, streetArchiveOf } from './basemap-status.ts';
import { fontFaces } from './font-faces.ts';
import { groundLayers, sourceNames } from './ground-layers.ts';
import { labelLayers } from './label-layers.ts';
import { type MapKind, type MapTheme, paletteOf } from './palette.ts';
import { streetLabels, streetLayers } from './street-layers.ts';

/** Credits of the built-in map, always reachable on the map. */
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
  /** Language of labels. A place without a name in this language has its default name. */
  lang: string;
  /** Zoom levels available on the server; tiles are overzoomed beyond. */
  status: BasemapStatus;
  /** Origin of tiles and fonts, such as `location.origin`. */
  tileOrigin: string;
}

/** Atmosphere of the globe, which fades as the map flattens. */
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

/** The built-in map as a MapLibre style, with the server's street archive if any. Pure: equal options give equal styles, so that a diff is empty. */
export function mapStyle({ kind, theme, lang, status, tileOrigin }: MapStyleOptions): StyleSpecification {
  const palette = paletteOf(kind, theme);
  const streets = streetArchiveOf(status, kind);
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
      ...(streets ? [...streetLayers(palette, theme), ...streetLabels(palette, theme, lang)] : []),
      ...labelLayers(palette, lang, streets?.bounds ?? null),
    ],
  };
}
