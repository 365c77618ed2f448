import type { StyleSpecification } from 'maplibre-gl';
import { z } from 'zod';
import { fontFaces } from './font-faces.ts';
import { type MapStyleOptions, mapStyle } from './map-style.ts';
import type { MapKind } from './palette.ts';

/** Settings of the running product that replace the built-in map. */
export interface MapProviderConfig {
  mapStyleUrl: string | null;
  mapboxToken: string | null;
}

/** Whose map is shown; only the built-in one has no streets. */
export type MapProvider = 'built-in' | 'style-url' | 'mapbox';

/** A style URL wins over a token. The style is only for the drawn map: pictures come from Mapbox or are the built-in ones. */
export function providerOf({ mapStyleUrl, mapboxToken }: MapProviderConfig, kind: MapKind): MapProvider {
  if (mapStyleUrl && kind === 'street') return 'style-url';
  return mapboxToken ? 'mapbox' : 'built-in';
}

/** What MapLibre cannot do without; the rest of a provider's style is handed on as it is. */
const foreignStyle = z.looseObject({ version: z.literal(8), sources: z.record(z.string(), z.unknown()), layers: z.array(z.unknown()) });

/** A provider's style with our fonts added, so that the counts of clusters are drawn as everywhere else. */
export const withFontFaces = (style: StyleSpecification, origin: string): StyleSpecification => ({
  ...style,
  'font-faces': { ...style['font-faces'], ...fontFaces(origin) },
});

const mapboxStyles: Readonly<Record<MapKind, string>> = { street: 'streets-v12', satellite: 'satellite-streets-v12' };

const mapboxAttribution =
  '© <a href="https://www.mapbox.com/about/maps/">Mapbox</a> © <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> ' +
  '<a href="https://www.mapbox.com/map-feedback/">Improve this map</a>';

/** Mapbox as pictures of its own styles, which needs none of its libraries. */
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

async function styleFrom(url: string, origin: string, signal?: AbortSignal): Promise<StyleSpecification> {
  const response = await fetch(url, signal ? { signal } : {});
  if (!response.ok) throw new Error(`The map style answered ${response.status}`);
  const style = foreignStyle.parse(await response.json());
  return withFontFaces(style as unknown as StyleSpecification, origin); // its parts are checked by MapLibre when it is drawn
}

/**
 * The style to draw: a provider's where one is configured, else the built-in one.
 * @throws when the style URL does not answer with a style; the built-in map is then still there.
 */
export async function chooseStyle(config: MapProviderConfig, options: MapStyleOptions, signal?: AbortSignal): Promise<StyleSpecification> {
  const { kind, tileOrigin } = options;
  const provider = providerOf(config, kind);
  if (provider === 'style-url' && config.mapStyleUrl) return styleFrom(config.mapStyleUrl, tileOrigin, signal);
  if (provider === 'mapbox' && config.mapboxToken) return mapboxStyle(kind, config.mapboxToken, tileOrigin);
  return mapStyle(options);
}
