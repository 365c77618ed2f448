import type { MapGeoJSONFeature, Map as MapLibreMap, MapMouseEvent, Point, PointLike } from 'maplibre-gl';

/** Features of layers in a box of the window, topmost first. Missing layers are skipped. */
export function featuresIn(map: MapLibreMap, layers: readonly string[], box: [PointLike, PointLike]): MapGeoJSONFeature[] {
  const present = layers.filter((id) => map.getLayer(id));
  return present.length > 0 ? map.queryRenderedFeatures(box, { layers: present }) : [];
}

/** Features around a point. @param reach Pixels to each side. */
export const featuresAround = (map: MapLibreMap, layers: readonly string[], { x, y }: Point, reach: number): MapGeoJSONFeature[] =>
  featuresIn(map, layers, [
    [x - reach, y - reach],
    [x + reach, y + reach],
  ]);

interface PointerListener {
  /** Position of the pointer; null when it has left the map. */
  point: (at: Point | null) => void;
  press: (event: MapMouseEvent) => void;
}

/** Subscribes to pointer and presses; returns the unsubscribe function. */
export function listenToPointer(map: MapLibreMap, { point, press }: PointerListener): () => void {
  const move = ({ point: at }: MapMouseEvent): void => {
    // No hit test during a move, because it would cost the map frames.
    if (!map.isMoving()) point(at);
  };
  const leave = (): void => point(null);
  map.on('mousemove', move);
  map.on('mouseout', leave);
  map.on('click', press);
  return () => {
    map.off('mousemove', move);
    map.off('mouseout', leave);
    map.off('click', press);
  };
}
