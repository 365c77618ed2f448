/** Longitude and latitude, degrees. */
export type Position = readonly [number, number];
export type Vector = readonly [number, number, number];

/** A window on MapLibre's globe, north up and without tilt. */
export interface GlobeWindow {
  center: Position;
  zoom: number;
  /** Height of the whole window, pixels, which determines the camera's distance. */
  height: number;
}

const tileSize = 512;
/** Camera distance in window heights: MapLibre's field of view of 36.87 degrees. */
const cameraDistance = 1.5;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

export function vectorOf([longitude, latitude]: Position): Vector {
  const [lng, lat] = [radians(longitude), radians(latitude)];
  return [Math.cos(lat) * Math.cos(lng), Math.cos(lat) * Math.sin(lng), Math.sin(lat)];
}

/** Position below a nonzero vector. */
export function positionOf([x, y, z]: Vector): Position {
  return [degrees(Math.atan2(y, x)), degrees(Math.atan2(z, Math.hypot(x, y)))];
}

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Radius of the globe in pixels. At one zoom it grows with latitude, so that a town is as large as on a flat map. */
export const globeRadius = (zoom: number, latitude: number): number => (tileSize * 2 ** zoom) / (2 * Math.PI * Math.cos(radians(latitude)));
export const zoomOfRadius = (radius: number, latitude: number): number => Math.log2((radius * 2 * Math.PI * Math.cos(radians(latitude))) / tileSize);

/** Radius at which the whole globe is this many pixels wide in a window. */
export function globeRadiusForWidth(across: number, height: number): number {
  const [half, distance] = [across / 2, cameraDistance * height];
  // The horizon is where a line from the camera is tangent: half² = distance²·radius² / (distance² + 2·radius·distance).
  return (half * half + half * Math.sqrt(half * half + distance * distance)) / distance;
}

/** Pixels from the window's centre, right and down; null beyond the horizon. */
export function pointOnGlobe({ center, zoom, height }: GlobeWindow, at: Position): { x: number; y: number } | null {
  const [lng, lat] = [radians(center[0]), radians(center[1])];
  const point = vectorOf(at);
  const up = dot(point, vectorOf(center));
  const east = dot(point, [-Math.sin(lng), Math.cos(lng), 0]);
  const north = dot(point, [-Math.sin(lat) * Math.cos(lng), -Math.sin(lat) * Math.sin(lng), Math.cos(lat)]);
  const [radius, distance] = [globeRadius(zoom, center[1]), cameraDistance * height];
  if (up <= radius / (radius + distance)) return null;
  const scale = (distance * radius) / (radius + distance - radius * up);
  return { x: east * scale, y: -north * scale };
}
