import type { StyleSpecification } from 'maplibre-gl';
import type { BasemapStatus } from './basemap-status.ts';
import { fontFaces } from './font-faces.ts';
import { type MapStyleOptions, mapStyle } from './map-style.ts';
import type { MapKind } from './palette.ts';

/** Settings that replace the built-in map. */
export interface MapProviderConfig {
  mapStyleUrl: string | null;
  mapboxToken: string | null;
}

/** Provider of the shown map. `archive` is the built-in map with the streets of an archive; only `built-in` has no streets. */
export type MapProvider = 'built-in' | 'archive' | 'style-url' | 'mapbox';

/**
 * Precedence: archive, style URL, token; while the archive is unreadable, the built-in map is shown. Archive and style URL are for the street map
 * only. Satellite pictures come from Mapbox or are built in.
 */
export function providerOf({ mapStyleUrl, mapboxToken }: MapProviderConfig, kind: MapKind, streets: BasemapStatus['streets'] = null): MapProvider {
  if (streets !== null && kind === 'street') return streets === 'away' ? 'built-in' : 'archive';
  if (mapStyleUrl && kind === 'street') return 'style-url';
  return mapboxToken ? 'mapbox' : 'built-in';
}

/** True for an object with the fields that MapLibre requires; MapLibre validates the rest on drawing. */
function isStyle(answer: unknown): answer is StyleSpecification {
  if (typeof answer !== 'object' || answer === null) return false;
  const { version, sources, layers } = answer as Record<string, unknown>; // as: any field of an object can be read
  return version === 8 && typeof sources === 'object' && sources !== null && Array.isArray(layers);
}

/** A provider's style with our fonts, so that cluster counts look the same. */
export const withFontFaces = (style: StyleSpecification, origin: string): StyleSpecification => ({
  ...style,
  'font-faces': { ...style['font-faces'], ...fontFaces(origin) },
});

const mapboxStyles: Readonly<Record<MapKind, string>> = { street: 'streets-v12', satellite: 'satellite-streets-v12' };

const mapboxAttribution =
  '© <a href="https://www.mapbox.com/about/maps/">Mapbox</a> © <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> ' +
  '<a href="https://www.mapbox.com/map-feedback/">Improve this map</a>';

/** Style with the raster tiles of a Mapbox style, so that Mapbox's own libraries are not needed. */
export function mapboxStyle(kind: MapKind, token: string, origin: string): StyleSpecification {
  const url = `https://api.mapbox.com/styles/v1/mapbox/${mapboxStyles[kind]}/tiles/512/{z}/{x}/{y}@2x?access_token=${encodeURIComponent(token)}`;
  const attribution = kind === 'satellite' ? `${mapboxAttribution} © Maxar` : mapboxAttribution;
  return {
    version: 8,
    name: `mapbox-${kind}`,
    projection: { type: kind === 'satellite' ? 'globe' : 'mercator' },
    'font-faces': fontFaces(origin),
    sources: { mapbox: { type: 'raster', tiles: [url], tileSize: 512, maxzoom: 22, attribution } },
    layers: [{ id: 'mapbox', type: 'raster', source: 'mapbox' }],
  };
}

/** A relative URL is the product's own street style, which takes the theme as a parameter. */
const inTheme = (url: string, theme: MapStyleOptions['theme']): string => (url.startsWith('/') ? `${url}?theme=${theme}` : url);

async function styleFrom(url: string, origin: string, signal?: AbortSignal): Promise<StyleSpecification> {
  const response = await fetch(url, signal ? { signal } : {});
  if (!response.ok) throw new Error(`The map style answered ${response.status}`);
  const style: unknown = await response.json();
  if (!isStyle(style)) throw new Error('The map style has not the shape of one');
  return withFontFaces(style, origin);
}

/**
 * Style of the configured provider, else the built-in one.
 * @throws when the style URL does not return a style; the caller keeps the built-in map.
 */
export async function chooseStyle(config: MapProviderConfig, options: MapStyleOptions, signal?: AbortSignal): Promise<StyleSpecification> {
  const { kind, tileOrigin } = options;
  const provider = providerOf(config, kind, options.status.streets);
  if (provider === 'style-url' && config.mapStyleUrl) return styleFrom(inTheme(config.mapStyleUrl, options.theme), tileOrigin, signal);
  if (provider === 'mapbox' && config.mapboxToken) return mapboxStyle(kind, config.mapboxToken, tileOrigin);
  return mapStyle(options);
}
