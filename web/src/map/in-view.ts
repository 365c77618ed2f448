import type { Map as MapLibreMap } from 'maplibre-gl';
import { type Position, pointOnGlobe } from './globe.ts';

/** True on the globe; false before the style is loaded. */
export const isGlobe = (map: MapLibreMap): boolean => map.getProjection()?.type === 'globe';

/** The equivalent longitude nearest to the centre, because a flat map repeats the world. */
const nearest = (longitude: number, middle: number): number => longitude + 360 * Math.round((middle - longitude) / 360);

/** Position in the window, pixels; null on the far side of the globe, which MapLibre projects as well. */
function pointInWindow(map: MapLibreMap, [longitude, latitude]: Position): { x: number; y: number } | null {
  const { lng, lat } = map.getCenter();
  const height = map.getContainer().clientHeight;
  if (isGlobe(map) && pointOnGlobe({ center: [lng, lat], zoom: map.getZoom(), height }, [longitude, latitude]) === null) return null;
  return map.project([nearest(longitude, lng), latitude]);
}

/** True when a position is visible: on the near side, in the window, and not covered. */
export function isInView(map: MapLibreMap, at: Position): boolean {
  const point = pointInWindow(map, at);
  if (!point) return false;
  const { clientWidth, clientHeight } = map.getContainer();
  const { top = 0, right = 0, bottom = 0, left = 0 } = map.getPadding();
  return point.x >= left && point.x <= clientWidth - right && point.y >= top && point.y <= clientHeight - bottom;
}
