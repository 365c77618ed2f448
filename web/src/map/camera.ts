import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { boundsOfEdges, openingView, paddedBounds, pointsOn } from '../lib/bounds.ts';
import type { MapBounds } from '../lib/search-params.ts';
import { type Camera, cameraFor } from './fit.ts';
import type { Position } from './globe.ts';
import { isGlobe } from './in-view.ts';

/** spec 9: pixels, zoom and milliseconds of a flight to bounds. */
const fit = { padding: { top: 50, left: 50, right: 50, bottom: 200 }, maxZoom: 10, duration: 1_500 };
/** spec 9: room around the stops of a country, share of their span. */
export const countryRoom = 0.1;
/** Near enough to tell one street from the next. */
const placeZoom = 13;
/** Near enough to see one's own part of town. */
const locationZoom = 12;
/** Marks moves that the app makes for someone, as gestures are marked by their original event. */
const userMove = { userMove: true };

/**
 * Tells at the end of each move of a map whether somebody wanted it, with a gesture or a click on what the app offers. The wheel is listened to by
 * itself, because MapLibre 6.17 gives a single notch no original event (findings/maplibre-single-notch-is-no-gesture.sh).
 */
export function wantedMoves(map: MapLibreMap): (end: object) => boolean {
  let isTurned = false;
  let isByWheel = false;
  map.on('wheel', () => {
    isTurned = !isByWheel;
  });
  // A wheel during a flight ends the flight first, and begins a move of its own.
  map.on('movestart', () => {
    isByWheel = isTurned;
    isTurned = false;
  });
  return (end) => {
    const isWanted = isByWheel || 'userMove' in end || ('originalEvent' in end && end.originalEvent !== undefined);
    isByWheel = false;
    return isWanted;
  };
}

type Edges = Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>;

/**
 * The camera that shows points with so many pixels around them, of which what the map keeps free for something else is a part. Used instead of
 * MapLibre's `fitBounds`, which on the globe comes nearer the wider bounds are. Null without points.
 */
export function cameraOn(map: MapLibreMap, points: readonly Position[], around: Edges, maxZoom: number): Camera | null {
  const { clientWidth, clientHeight: height } = map.getContainer();
  const { top = 0, right = 0, bottom = 0, left = 0 } = map.getPadding();
  // The camera looks at the middle of what is free.
  const [x, y] = [(clientWidth - left - right) / 2, (height - top - bottom) / 2];
  const room = {
    left: x - Math.max(0, around.left - left),
    right: x - Math.max(0, around.right - right),
    top: y - Math.max(0, around.top - top),
    bottom: y - Math.max(0, around.bottom - bottom),
  };
  return cameraFor({ points, room, height, isGlobe: isGlobe(map), maxZoom });
}

/** MapLibre changes what it is given. */
const toMapLibre = ({ center: [lng, lat], zoom }: Camera): { center: [number, number]; zoom: number } => ({ center: [lng, lat], zoom });

const nothingAround: Edges = { top: 0, right: 0, bottom: 0, left: 0 };

/** Flies to points as spec 9 sets it for bounds. */
export function fitToPoints(map: MapLibreMap, points: readonly Position[]): void {
  const camera = cameraOn(map, points, fit.padding, fit.maxZoom);
  if (camera) map.flyTo({ ...toMapLibre(camera), duration: fit.duration }, userMove);
}

export const fitTo = (map: MapLibreMap, bounds: MapBounds): void => fitToPoints(map, pointsOn(bounds));

/** Moves the camera to bounds, `room` pixels around them; who asked for reduced motion is there at once. */
export function showBounds(
  map: MapLibreMap,
  bounds: MapBounds,
  { room, maxZoom, duration }: { room: number; maxZoom: number; duration: number },
): void {
  const camera = cameraOn(map, pointsOn(bounds), { top: room, right: room, bottom: room, left: room }, maxZoom);
  if (camera) map.flyTo({ ...toMapLibre(camera), duration });
}

/** spec 2.7, 9: shows the stops of a country with 10 % padding, above the cards. A wide country on a narrow screen is not shown whole: `closest` is kept. */
export function fitToCountry(map: MapLibreMap, bounds: MapBounds, closest: number): void {
  const camera = cameraOn(map, pointsOn(paddedBounds(bounds, countryRoom)), nothingAround, fit.maxZoom);
  if (camera) map.flyTo({ ...toMapLibre(camera), zoom: Math.max(closest, camera.zoom), duration: fit.duration }, userMove);
}

/** Back to where one sees the world, over the same part of it. */
export const flyOut = (map: MapLibreMap): void => {
  map.flyTo({ zoom: openingView.zoom, duration: fit.duration }, userMove);
};

/** Flies to a place, but never farther away than the map is already; a panel at the right covers so many pixels. */
export const flyToPlace = (map: MapLibreMap, { longitude, latitude }: Coordinates, covered: number): void => {
  map.flyTo({ center: [longitude, latitude], zoom: Math.max(map.getZoom(), placeZoom), offset: [-covered / 2, 0] }, userMove);
};

export const flyToLocation = (map: MapLibreMap, { longitude, latitude }: Coordinates): void => {
  map.flyTo({ center: [longitude, latitude], zoom: Math.max(map.getZoom(), locationZoom) }, userMove);
};

export const easeTo = (map: MapLibreMap, center: [number, number], zoom: number): void => {
  map.easeTo({ center, zoom, duration: 700 }, userMove);
};

export const zoomBy = (map: MapLibreMap, levels: number): void => {
  map.zoomTo(Math.round(map.getZoom() + levels), { duration: 300 }, userMove);
};

export function boundsOfMap(map: MapLibreMap): MapBounds {
  const edges = map.getBounds();
  return boundsOfEdges(edges.getWest(), edges.getSouth(), edges.getEast(), edges.getNorth());
}
