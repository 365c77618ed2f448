import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { boundsOfEdges, cornersOf, openingView, paddedBounds } from '../lib/bounds.ts';
import type { MapBounds } from '../lib/search-params.ts';

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

/** Whether somebody wanted this move, with a gesture or a click on what the app offers. */
export const isAsked = (event: object): boolean => 'userMove' in event || ('originalEvent' in event && event.originalEvent !== undefined);

/** What the map keeps free for the words above and the cards below counts as part of these pixels. */
function roomBeside(map: MapLibreMap): typeof fit.padding {
  const { top = 0, bottom = 0 } = map.getPadding();
  return { ...fit.padding, top: Math.max(0, fit.padding.top - top), bottom: Math.max(0, fit.padding.bottom - bottom) };
}

/** Flies to bounds as spec 9 sets it. */
export function fitTo(map: MapLibreMap, bounds: MapBounds): void {
  map.fitBounds(cornersOf(bounds), { ...fit, padding: roomBeside(map) }, userMove);
}

/** spec 2.7, 9: shows the stops of a country with 10 % padding, above the cards. A wide country on a narrow screen is not shown whole: `closest` is kept. */
export function fitToCountry(map: MapLibreMap, bounds: MapBounds, closest: number): void {
  const camera = map.cameraForBounds(cornersOf(paddedBounds(bounds, countryRoom)), { maxZoom: fit.maxZoom });
  if (camera) map.flyTo({ center: camera.center, zoom: Math.max(closest, camera.zoom ?? closest), duration: fit.duration }, userMove);
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
