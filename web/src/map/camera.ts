import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { boundsOfEdges, openingView, paddedBounds, samplePointsOf } from '../lib/bounds.ts';
import type { MapBounds } from '../lib/search-params.ts';
import { type Camera, cameraFor } from './fit.ts';
import type { Position } from './globe.ts';
import { isGlobe } from './in-view.ts';

/** spec 9: padding in pixels, maximum zoom, and duration in milliseconds of a flight to bounds. */
const fit = { padding: { top: 50, left: 50, right: 50, bottom: 200 }, maxZoom: 10, duration: 1_500 };
/** spec 9: margin around a country's stops, share of their span. */
export const countryMarginShare = 0.1;
/** Zoom at which streets are distinguishable. */
const placeZoom = 13;
/** Zoom that shows a district. */
const locationZoom = 12;
/** Marks moves that the app makes for the user, as gestures are marked by their original event. */
const userMove = { userMove: true };

/**
 * Returns a function that determines, at the end of a move, whether a gesture or click of the user caused the move. The wheel is observed separately,
 * because MapLibre 6.17 gives a single notch no original event (findings/maplibre-single-notch-is-no-gesture.sh).
 */
export function watchUserMoves(map: MapLibreMap): (end: object) => boolean {
  let isTurned = false;
  let isByWheel = false;
  map.on('wheel', () => {
    isTurned = !isByWheel;
  });
  // A wheel turn during a flight ends the flight and begins another move.
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
 * Camera that shows points with this padding, which includes the map's own. Null without points. Replaces MapLibre's `fitBounds`, which on the globe
 * zooms in further the wider the bounds are.
 */
export function cameraOn(map: MapLibreMap, points: readonly Position[], around: Edges, maxZoom: number): Camera | null {
  const { clientWidth, clientHeight: height } = map.getContainer();
  const { top = 0, right = 0, bottom = 0, left = 0 } = map.getPadding();
  // The camera looks at the centre of the free area.
  const [x, y] = [(clientWidth - left - right) / 2, (height - top - bottom) / 2];
  const room = {
    left: x - Math.max(0, around.left - left),
    right: x - Math.max(0, around.right - right),
    top: y - Math.max(0, around.top - top),
    bottom: y - Math.max(0, around.bottom - bottom),
  };
  return cameraFor({ points, room, height, isGlobe: isGlobe(map), maxZoom });
}

/** A copy, because MapLibre changes its arguments. */
const toMapLibre = ({ center: [lng, lat], zoom }: Camera): { center: [number, number]; zoom: number } => ({ center: [lng, lat], zoom });

const nothingAround: Edges = { top: 0, right: 0, bottom: 0, left: 0 };

/** Flies to points with the padding, maximum zoom and duration of spec 9. */
export function fitToPoints(map: MapLibreMap, points: readonly Position[]): void {
  const camera = cameraOn(map, points, fit.padding, fit.maxZoom);
  if (camera) map.flyTo({ ...toMapLibre(camera), duration: fit.duration }, userMove);
}

export const fitToBounds = (map: MapLibreMap, bounds: MapBounds): void => fitToPoints(map, samplePointsOf(bounds));

/** Moves the camera to bounds with `room` pixels around; at once with reduced motion. */
export function showBounds(
  map: MapLibreMap,
  bounds: MapBounds,
  { room, maxZoom, duration }: { room: number; maxZoom: number; duration: number },
): void {
  const camera = cameraOn(map, samplePointsOf(bounds), { top: room, right: room, bottom: room, left: room }, maxZoom);
  if (camera) map.flyTo({ ...toMapLibre(camera), duration });
}

/**
 * spec 2.7, 9: shows a country's stops with 10 % padding above the cards. `closest` is the minimum zoom level, at which a wide country may exceed a
 * narrow screen.
 */
export function fitToCountry(map: MapLibreMap, bounds: MapBounds, closest: number): void {
  const camera = cameraOn(map, samplePointsOf(paddedBounds(bounds, countryMarginShare)), nothingAround, fit.maxZoom);
  if (camera) map.flyTo({ ...toMapLibre(camera), zoom: Math.max(closest, camera.zoom), duration: fit.duration }, userMove);
}

/** Zooms out to the world over the same region. */
export const flyToWorld = (map: MapLibreMap): void => {
  map.flyTo({ zoom: openingView.zoom, duration: fit.duration }, userMove);
};

/** Flies to a place without zooming out; a panel at the right covers this many pixels. */
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
