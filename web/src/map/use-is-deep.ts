import { useConfig } from '@waystory/client/config-context.tsx';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { providerOf } from './basemap/choose-style.ts';

/** From here on the built-in picture from space is a blur; a little farther out it comes back, so that nothing flickers between the two. */
const blurredFrom = 8;
const clearBelow = 7.5;

/** Whether the map looks closer than its picture from space goes, so that only the drawn map has something to show. */
export function useIsDeep(map: MapLibreMap | null): boolean {
  const isBuiltIn = providerOf(useConfig(), 'satellite') === 'built-in';
  const [isDeep, setDeep] = useState(false);
  useEffect(() => {
    if (!map || !isBuiltIn) return;
    const look = (): void => setDeep((before) => map.getZoom() >= (before ? clearBelow : blurredFrom));
    look();
    // At the end of a flight: another map in the middle of it would hold it up.
    map.on('zoomend', look);
    return () => void map.off('zoomend', look);
  }, [map, isBuiltIn]);
  return isDeep;
}
