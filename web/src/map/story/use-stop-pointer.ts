import type { Map as MapLibreMap, MapMouseEvent, Point } from 'maplibre-gl';
import { useEffect } from 'react';
import { featuresAround, listenToPointer } from '../map-pointer.ts';
import { useStoryFocus } from './story-focus.ts';
import { stopsLayer } from './story-layers.tsx';

/** Tolerance around a marker, pixels. */
const slack = 6;

/** Key of the stop at a point of the map. */
export function stopKeyAt(map: MapLibreMap, point: Point): string | null {
  const key: unknown = featuresAround(map, [stopsLayer], point, slack)[0]?.properties.key;
  return typeof key === 'string' ? key : null;
}

/** Hovering a marker highlights its stop in the text, and a click scrolls to it; other clicks go to `onMiss`. */
export function useStopPointer(map: MapLibreMap | null, onChoose: (key: string) => void, onMiss?: (event: MapMouseEvent) => void): void {
  const focus = useStoryFocus();
  useEffect(() => {
    if (!map) return;
    let isOn = false;
    const point = (key: string | null): void => {
      if (key === null && !isOn) return;
      isOn = key !== null;
      map.getCanvas().style.cursor = isOn ? 'pointer' : '';
      focus.point(key);
    };
    return listenToPointer(map, {
      point: (at) => point(at && stopKeyAt(map, at)),
      press: (event) => {
        const key = stopKeyAt(map, event.point);
        point(key);
        if (key) onChoose(key);
        else onMiss?.(event);
      },
    });
  }, [map, focus, onChoose, onMiss]);
}
