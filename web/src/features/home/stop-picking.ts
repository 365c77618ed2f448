import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { MapGeoJSONFeature, Map as MapLibreMap, MapMouseEvent, Point, PointLike } from 'maplibre-gl';
import { easeTo } from '../../map/camera.ts';
import { previewStopsLayer } from './itinerary-line.tsx';
import { stopLayerIds } from './stop-layers.tsx';

/** A place that was picked on the map. */
export interface PickedPlace {
  placeId: string;
  coordinates: Coordinates;
}

/** A finger is wider than a dot, pixels. */
const reach = 8;

function featureAt(map: MapLibreMap, { x, y }: Point, around: number): MapGeoJSONFeature | undefined {
  const box: [PointLike, PointLike] = [
    [x - around, y - around],
    [x + around, y + around],
  ];
  const layers = [previewStopsLayer, ...stopLayerIds].filter((id) => map.getLayer(id));
  return layers.length > 0 ? map.queryRenderedFeatures(box, { layers })[0] : undefined;
}

/** The point of a feature; tiles hold nothing but points. */
function positionOf({ geometry }: MapGeoJSONFeature): [number, number] | null {
  const [longitude, latitude] = geometry.type === 'Point' ? geometry.coordinates : [];
  return longitude === undefined || latitude === undefined ? null : [longitude, latitude];
}

/** spec 2.7: a click on a cluster zooms in until it falls apart, a click on a point picks its place. Answers how to stop listening. */
export function listenForPicks(map: MapLibreMap, onPick: (place: PickedPlace) => void): () => void {
  const click = ({ point }: MapMouseEvent): void => {
    const feature = featureAt(map, point, 0) ?? featureAt(map, point, reach);
    const position = feature && positionOf(feature);
    if (!feature || !position) return;
    const { expansion_zoom: expansion, placeId } = feature.properties;
    if (typeof expansion === 'number') easeTo(map, position, expansion);
    else if (typeof placeId === 'string') onPick({ placeId, coordinates: { longitude: position[0], latitude: position[1] } });
  };
  const unhover = showHover(map);
  map.on('click', click);
  return () => {
    map.off('click', click);
    unhover();
  };
}

/** A hand over what can be clicked; looked up once a frame at most, never while the map moves, and again where the map has come to rest under the mouse. */
function showHover(map: MapLibreMap): () => void {
  let frame = 0;
  let mouse: Point | null = null;
  const look = (): void => {
    if (map.isMoving() || frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      map.getCanvas().style.cursor = mouse && featureAt(map, mouse, 0) ? 'pointer' : '';
    });
  };
  const follow = ({ point }: MapMouseEvent): void => {
    mouse = point;
    look();
  };
  const forget = (): void => {
    map.getCanvas().style.cursor = '';
  };
  map.on('mousemove', follow);
  map.on('movestart', forget);
  map.on('idle', look);
  return () => {
    cancelAnimationFrame(frame);
    map.off('mousemove', follow);
    map.off('movestart', forget);
    map.off('idle', look);
  };
}
