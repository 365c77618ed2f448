import type { Map as MapLibreMap, MapMouseEvent, Point } from 'maplibre-gl';
import { useEffect } from 'react';
import { useStoryFocus } from './story-focus.ts';
import { stopsLayer } from './story-layers.tsx';

/** How far beside a marker the pointer may be, pixels. */
const slack = 6;

/** Key of the stop under a point of the map. */
export function stopAt(map: MapLibreMap, { x, y }: Point): string | null {
  if (!map.getLayer(stopsLayer)) return null;
  const box: [[number, number], [number, number]] = [
    [x - slack, y - slack],
    [x + slack, y + slack],
  ];
  const key: unknown = map.queryRenderedFeatures(box, { layers: [stopsLayer] })[0]?.properties.key;
  return typeof key === 'string' ? key : null;
}

/** Pointing at a marker lights its stop in the text, a click leads there; a click beside all of them is told with what it hit. */
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
    const move = ({ point: at }: MapMouseEvent): void => {
      // Looking for what is under the pointer costs frames that a moving map needs.
      if (!map.isMoving()) point(stopAt(map, at));
    };
    const leave = (): void => point(null);
    const click = (event: MapMouseEvent): void => {
      const key = stopAt(map, event.point);
      point(key);
      if (key) onChoose(key);
      else onMiss?.(event);
    };
    map.on('mousemove', move);
    map.on('mouseout', leave);
    map.on('click', click);
    return () => {
      map.off('mousemove', move);
      map.off('mouseout', leave);
      map.off('click', click);
    };
  }, [map, focus, onChoose, onMiss]);
}
