import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import type { MapBounds } from '../../lib/search-params.ts';
import type { Chapter } from '../../model/itinerary/chapters.ts';
import { showBounds as moveTo } from '../camera.ts';
import { boundsOfStory } from './story-map-data.ts';

/** Pixels around the stops, for their markers and names; less where the map is small. */
const room = (map: MapLibreMap): number => Math.min(80, map.getContainer().clientHeight / 5, map.getContainer().clientWidth / 6);
/** Nearer than this the built-in map has nothing more to show. */
export const nearestToStops = 13;
/** A flight to another day, milliseconds. */
const flight = 1_200;

/** Moves the camera to bounds; who asked for reduced motion is there at once. */
export function showBounds(map: MapLibreMap, bounds: MapBounds, duration = flight): void {
  moveTo(map, bounds, { room: room(map), maxZoom: nearestToStops, duration });
}

/** Follows the reader from day to day, but never takes the map out of a hand that holds it. */
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

/** Whether somebody is moving the map right now. */
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
