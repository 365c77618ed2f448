import { wrapLongitude } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { MapBounds } from './search-params.ts';

/** Position of the camera: degrees, and zoom of 512 px tiles. */
export interface CameraView {
  longitude: number;
  latitude: number;
  zoom: number;
}

/** spec 9: default view. */
export const openingView: CameraView = { longitude: 0, latitude: 20, zoom: 1 };
/** spec 9: pairs of a span in degrees and the zoom level of bounds below that span. */
const zoomBySpan = [
  [0.01, 16],
  [0.1, 13],
  [1, 10],
  [5, 8],
  [20, 5],
] as const;
const widestZoom = 2;
/** Decimals of degrees in URLs and requests: about a metre. */
const decimals = 5;

/** Degrees of longitude from west to east, also across the antimeridian. */
export function longitudeSpan({ southWest, northEast }: MapBounds): number {
  const span = northEast.lng - southWest.lng;
  return span < 0 ? span + 360 : span;
}

const latitudeSpan = ({ southWest, northEast }: MapBounds): number => Math.abs(northEast.lat - southWest.lat);

const rounded = (degrees: number): number => Number(degrees.toFixed(decimals));
const onGlobe = (lat: number): number => Math.min(90, Math.max(-90, lat));

/** Bounds from a map's edges, whose longitudes may exceed 180. */
export function boundsOfEdges(west: number, south: number, east: number, north: number): MapBounds {
  const whole = east - west >= 360;
  // Rounded before wrapping, because a tiny excess over 180 would wrap to -180.
  return {
    southWest: { lng: whole ? -180 : rounded(wrapLongitude(rounded(west))), lat: rounded(onGlobe(south)) },
    northEast: { lng: whole ? 180 : rounded(wrapLongitude(rounded(east))), lat: rounded(onGlobe(north)) },
  };
}

/** spec 9: the initial view of bounds is their centre, at a zoom by their span. */
export function initialViewOf(bounds: MapBounds | undefined): CameraView {
  if (!bounds) return openingView;
  const span = Math.max(longitudeSpan(bounds), latitudeSpan(bounds));
  return {
    longitude: wrapLongitude(bounds.southWest.lng + longitudeSpan(bounds) / 2),
    latitude: (bounds.southWest.lat + bounds.northEast.lat) / 2,
    zoom: zoomBySpan.find(([below]) => span < below)?.[1] ?? widestZoom,
  };
}

/** Bounds enlarged on every side by a share of their span. */
export function paddedBounds(bounds: MapBounds, share: number): MapBounds {
  const lng = longitudeSpan(bounds) * share;
  const lat = latitudeSpan(bounds) * share;
  const west = bounds.southWest.lng - lng;
  return boundsOfEdges(west, bounds.southWest.lat - lat, west + longitudeSpan(bounds) + 2 * lng, bounds.northEast.lat + lat);
}

/** Smallest bounds of all points, across the antimeridian where that is narrower; null without points. */
export function boundsAround(points: readonly Coordinates[]): MapBounds | null {
  const lngs = points.map(({ longitude }) => longitude).sort((a, b) => a - b);
  const lats = points.map(({ latitude }) => latitude);
  const [first] = lngs;
  if (first === undefined) return null;
  let west = first;
  let widest = -1;
  for (const [index, lng] of lngs.entries()) {
    const next = lngs[index + 1] ?? first + 360;
    if (next - lng <= widest) continue;
    widest = next - lng;
    west = next;
  }
  return boundsOfEdges(west, Math.min(...lats), west + 360 - widest, Math.max(...lats));
}

/** Largest step between sample points, degrees of longitude, because edges are curved on a globe. */
const edgeStep = 20;

/** Sample points of bounds: along the southern and the northern edge, and halfway between them. */
export function samplePointsOf(bounds: MapBounds): [number, number][] {
  const [[west, south], [east, north]] = cornersOf(bounds);
  const steps = Math.max(1, Math.ceil((east - west) / edgeStep));
  const lngs = Array.from({ length: steps + 1 }, (_, step) => west + ((east - west) * step) / steps);
  return lngs.flatMap((lng) => [south, (south + north) / 2, north].map((lat): [number, number] => [wrapLongitude(lng), lat]));
}

/** South-west and north-east corner. The longitude of the second may exceed 180, so that it is never west of the first. */
export const cornersOf = (bounds: MapBounds): [[number, number], [number, number]] => [
  [bounds.southWest.lng, bounds.southWest.lat],
  [bounds.southWest.lng + longitudeSpan(bounds), bounds.northEast.lat],
];

/** Bounds as query parameters. */
export const boundsQuery = ({ southWest, northEast }: MapBounds) => ({
  southWestLng: southWest.lng,
  southWestLat: southWest.lat,
  northEastLng: northEast.lng,
  northEastLat: northEast.lat,
});

export const worldBounds: MapBounds = { southWest: { lng: -180, lat: -90 }, northEast: { lng: 180, lat: 90 } };

export const isSameBounds = (a: MapBounds | undefined, b: MapBounds | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);
