import { useConfig } from '@waystory/client/config-context.tsx';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { providerOf } from './basemap/choose-style.ts';

/** Zoom level from which the built-in satellite picture is blurred. The picture returns at a slightly lower level, to avoid flicker. */
const blurredFrom = 8;
const clearBelow = 7.5;

/**
 * True at zoom levels where the built-in satellite picture is blurred, so that the drawn map replaces it. False for satellite pictures of a provider.
 */
export function useIsBeyondSatellite(map: MapLibreMap | null): boolean {
  const isBuiltIn = providerOf(useConfig(), 'satellite') === 'built-in';
  const [isDeep, setDeep] = useState(false);
  useEffect(() => {
    if (!map || !isBuiltIn) return;
    const look = (): void => setDeep((before) => map.getZoom() >= (before ? clearBelow : blurredFrom));
    look();
    // Checked at the end of a flight, because a style change would interrupt it.
    map.on('zoomend', look);
    return () => void map.off('zoomend', look);
  }, [map, isBuiltIn]);
  return isDeep;
}
