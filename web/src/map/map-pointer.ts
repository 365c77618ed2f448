import type { MapGeoJSONFeature, Map as MapLibreMap, MapMouseEvent, Point, PointLike } from 'maplibre-gl';

/** What layers of a map show in a part of the window, in pixels, the uppermost first; nothing of layers that are not there yet. */
export function featuresIn(map: MapLibreMap, layers: readonly string[], box: [PointLike, PointLike]): MapGeoJSONFeature[] {
  const present = layers.filter((id) => map.getLayer(id));
  return present.length > 0 ? map.queryRenderedFeatures(box, { layers: present }) : [];
}

/** The same around a point. @param reach to each side, pixels. */
export const featuresAround = (map: MapLibreMap, layers: readonly string[], { x, y }: Point, reach: number): MapGeoJSONFeature[] =>
  featuresIn(map, layers, [
    [x - reach, y - reach],
    [x + reach, y + reach],
  ]);

interface PointerListener {
  /** Where the pointer is; null when it has left the map. */
  point: (at: Point | null) => void;
  press: (event: MapMouseEvent) => void;
}

/** Listens to where the pointer is and presses. Answers how to stop listening. */
export function listenToPointer(map: MapLibreMap, { point, press }: PointerListener): () => void {
  const move = ({ point: at }: MapMouseEvent): void => {
    // Looking for what is under the pointer costs frames that a moving map needs.
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
