import type { Map as MapLibreMap } from 'maplibre-gl';
import { type Position, pointOnGlobe } from './globe.ts';

/** Whether the map lies on the globe; false before its style is there. */
export const isGlobe = (map: MapLibreMap): boolean => map.getProjection()?.type === 'globe';

/** The longitude of a position that is nearest to the middle of the map: a flat one has the world several times. */
const nearest = (longitude: number, middle: number): number => longitude + 360 * Math.round((middle - longitude) / 360);

/** Pixels within the window; null for what is on the far side of the globe, which MapLibre projects all the same. */
function pointInWindow(map: MapLibreMap, [longitude, latitude]: Position): { x: number; y: number } | null {
  const { lng, lat } = map.getCenter();
  const height = map.getContainer().clientHeight;
  if (isGlobe(map) && pointOnGlobe({ center: [lng, lat], zoom: map.getZoom(), height }, [longitude, latitude]) === null) return null;
  return map.project([nearest(longitude, lng), latitude]);
}

/** Whether a position can be seen: on this side of the world, in the window, where nothing covers the map. */
export function isInView(map: MapLibreMap, at: Position): boolean {
  const point = pointInWindow(map, at);
  if (!point) return false;
  const { clientWidth, clientHeight } = map.getContainer();
  const { top = 0, right = 0, bottom = 0, left = 0 } = map.getPadding();
  return point.x >= left && point.x <= clientWidth - right && point.y >= top && point.y <= clientHeight - bottom;
}
