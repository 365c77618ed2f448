import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import type { MapBounds } from '../../lib/search-params.ts';
import type { Chapter } from '../../model/itinerary/chapters.ts';
import { showBounds as moveTo } from '../camera.ts';
import { boundsOfStory } from './story-map-data.ts';

/** Padding for markers and names, pixels; less on small maps. */
const room = (map: MapLibreMap): number => Math.min(80, map.getContainer().clientHeight / 5, map.getContainer().clientWidth / 6);
/** Highest zoom level around stops, beyond which the built-in map has no more detail. */
export const stopsMaxZoom = 13;
/** Duration of a flight to another day, milliseconds. */
const flight = 1_200;

/** Moves the camera to bounds; at once with reduced motion. */
export function showBounds(map: MapLibreMap, bounds: MapBounds, duration = flight): void {
  moveTo(map, bounds, { room: room(map), maxZoom: stopsMaxZoom, duration });
}

/** Follows the reader from day to day, except while the user moves the map. */
export function useDayCamera(map: MapLibreMap | null, chapters: readonly Chapter[], reading: string | null): void {
  const isHeld = useHeld(map);
  const cameraChapter = useRef<string | null>(null);
  useEffect(() => {
    if (!map || cameraChapter.current === reading) return;
    const bounds = boundsOfStory(chapters, reading);
    if (isHeld.current || !bounds) return;
    cameraChapter.current = reading;
    showBounds(map, bounds);
  }, [map, chapters, reading, isHeld]);
}

/** True while the user moves the map. */
function useHeld(map: MapLibreMap | null) {
  const isHeld = useRef(false);
  useEffect(() => {
    if (!map) return;
    const hold = (event: { originalEvent?: unknown }): void => {
      if (event.originalEvent) isHeld.current = true;
    };
    const release = (): void => {
      isHeld.current = false;
    };
    map.on('movestart', hold);
    map.on('moveend', release);
    return () => {
      map.off('movestart', hold);
      map.off('moveend', release);
    };
  }, [map]);
  return isHeld;
}
