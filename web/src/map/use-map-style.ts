import { useQuery } from '@tanstack/react-query';
import { useConfig } from '@waystory/client/config-context.tsx';
import { useTheme } from '@waystory/ui/theme.ts';
import type { StyleSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type BasemapStatus, basemapStatusQuery, isShowable } from './basemap/basemap-status.ts';
import { chooseStyle, type MapProvider, providerOf } from './basemap/choose-style.ts';
import { mapStyle } from './basemap/map-style.ts';
import type { MapKind } from './map-kind.ts';

export interface MapStyleState {
  /** Null while a layer of the map has no tile yet, and while a provider's style is loading. */
  style: StyleSpecification | null;
  provider: MapProvider;
  /** Progress of the built-in map; null when complete. */
  percent: number | null;
}

const onGlobe = (style: StyleSpecification, isGlobe: boolean): StyleSpecification => (isGlobe ? { ...style, projection: { type: 'globe' } } : style);

const status = basemapStatusQuery(location.origin);
/** Status without its progress, so that polling gives an equal value while the tiles are the same. */
const tilesOf = ({ version, street, relief, satellite, streets }: BasemapStatus): BasemapStatus => ({
  version,
  street,
  relief,
  satellite,
  streets,
  done: true,
  percent: 100,
});
const progressOf = ({ done, percent }: BasemapStatus): number | null => (done ? null : Math.floor(percent));

/**
 * Style in the page's theme and language. It changes when tiles of a higher zoom level are built, and to the built-in map when a provider fails.
 * @param isGlobe Shows the drawn map on the globe, because the zoom would jump between projections.
 */
export function useMapStyle(kind: MapKind, isGlobe = false): MapStyleState {
  const config = useConfig();
  const { resolved: theme } = useTheme();
  const { i18n } = useTranslation();
  const { data: tiles } = useQuery({ ...status, select: tilesOf });
  const { data: progress = null } = useQuery({ ...status, select: progressOf });
  const lang = i18n.language;
  const options = useMemo(
    () => (tiles && isShowable(tiles, kind) ? { kind, theme, lang, status: tiles, tileOrigin: location.origin } : null),
    [kind, theme, lang, tiles],
  );
  const builtIn = useMemo(() => options && onGlobe(mapStyle(options), isGlobe), [options, isGlobe]);
  const provider = providerOf(config, kind, tiles?.streets);
  const isForeign = provider === 'style-url' || provider === 'mapbox';
  const foreign = useQuery({
    queryKey: ['map-style', config.mapStyleUrl, config.mapboxToken, options],
    queryFn: ({ signal }) => (options ? chooseStyle(config, options, signal) : Promise.reject(new Error('The map has no tiles yet'))),
    enabled: isForeign && options !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  const foreignStyle = useMemo(() => foreign.data && onGlobe(foreign.data, isGlobe), [foreign.data, isGlobe]);
  if (!isForeign) return { style: builtIn, provider, percent: progress };
  if (foreign.isError) return { style: builtIn, provider: 'built-in', percent: progress };
  return { style: foreignStyle ?? null, provider, percent: null };
}
