import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { GeoJSONFeature, MapGeoJSONFeature, Map as MapLibreMap, MapMouseEvent, Point } from 'maplibre-gl';
import { easeTo } from '../../map/camera.ts';
import { isInView } from '../../map/in-view.ts';
import { featuresAround } from '../../map/map-pointer.ts';
import { inReadingOrder, type MapMarker } from '../../map/marker-steps.ts';
import { previewSource, previewStopsLayer } from './itinerary-line.tsx';
import { stopLayerIds, stopSource } from './stop-layers.tsx';

/** A place that was picked on the map. */
export interface SelectedPlace {
  placeId: string;
  coordinates: Coordinates;
}

/** A marker of the map: a single point or a cluster. */
export interface StopMarker extends MapMarker {
  /** Title of its place; null for a cluster. */
  title: string | null;
  stopCount: number;
  open: (map: MapLibreMap, onPick: (place: SelectedPlace) => void) => void;
}

/** Hit tolerance around a click, pixels, because a finger is wider than a point. */
const reach = 8;

const stopLayers = [previewStopsLayer, ...stopLayerIds];

const featureAt = (map: MapLibreMap, point: Point, around: number): MapGeoJSONFeature | undefined =>
  featuresAround(map, stopLayers, point, around)[0];

type Found = Pick<GeoJSONFeature, 'geometry' | 'properties'>;

/** Position of a point; null for the line of a previewed itinerary. */
function positionOf({ geometry }: Found): [number, number] | null {
  const [longitude, latitude] = geometry.type === 'Point' ? geometry.coordinates : [];
  return longitude === undefined || latitude === undefined ? null : [longitude, latitude];
}

/** spec 2.7: a cluster opens by zooming in until it splits, a point by selecting its place. */
function markerOf(feature: Found): StopMarker | null {
  const at = positionOf(feature);
  if (!at) return null;
  const { expansion_zoom: expansion, placeId, title, point_count: count } = feature.properties;
  const common = { at, stopCount: typeof count === 'number' ? count : 1 };
  if (typeof expansion === 'number')
    return { ...common, id: at.map((degrees) => degrees.toFixed(4)).join('_'), title: null, open: (map) => easeTo(map, at, expansion) };
  if (typeof placeId !== 'string') return null;
  const coordinates = { longitude: at[0], latitude: at[1] };
  return { ...common, id: placeId, title: String(title ?? ''), open: (_, onPick) => onPick({ placeId, coordinates }) };
}

/**
 * Features of the sources at the current zoom level. A query of rendered features in MapLibre 6.17 misses nearly all of them on a globe that does not
 * fill the window.
 */
const stopsOfSources = (map: MapLibreMap): Found[] =>
  [previewSource, stopSource].flatMap(({ id, ...layer }) => (map.getSource(id) ? map.querySourceFeatures(id, layer) : []));

/** Markers in the uncovered part of the map, deduplicated: tiles repeat features at their edges. */
export function visibleStops(map: MapLibreMap): StopMarker[] {
  const markers = new Map<string, StopMarker>();
  for (const feature of stopsOfSources(map)) {
    const marker = markerOf(feature);
    if (marker && !markers.has(marker.id) && isInView(map, marker.at)) markers.set(marker.id, marker);
  }
  return inReadingOrder([...markers.values()], (at) => map.project(at));
}

/** Opens the clicked marker. Returns a function that removes the listeners. */
export function listenForPicks(map: MapLibreMap, onPick: (place: SelectedPlace) => void): () => void {
  const click = ({ point }: MapMouseEvent): void => {
    const feature = featureAt(map, point, 0) ?? featureAt(map, point, reach);
    if (feature) markerOf(feature)?.open(map, onPick);
  };
  const unhover = showHover(map);
  map.on('click', click);
  return () => {
    map.off('click', click);
    unhover();
  };
}

/** Pointer cursor over clickable features. The hit test runs once a frame at most, never during a move, and again when the map is idle. */
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
