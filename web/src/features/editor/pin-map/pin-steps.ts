import { wrapLongitude } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';

/** Distances that an arrow key moves the pin, without and with Shift, pixels. */
const step = 8;
const bigStep = 64;
/** Width of the world at zoom level 0, pixels (MapLibre: tiles of 512). */
const worldSize = 512;
/** Largest latitude of the map (Web Mercator), degrees. */
const edge = 85;
/** Stored decimals of a degree: a precision of about a decimetre. */
const decimals = 6;

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

const rounded = (degrees: number): number => Number(degrees.toFixed(decimals));

/** Coordinates of a pin: rounded, with a clamped latitude and a wrapped longitude. */
export const pinPoint = ({ latitude, longitude }: Coordinates): Coordinates => ({
  latitude: rounded(Math.min(edge, Math.max(-edge, latitude))),
  longitude: rounded(wrapLongitude(longitude)),
});

/**
 * Moves the pin by a key, over the same screen distance at every zoom level. Null for other keys.
 * @param zoom Zoom level of the map, 0 for the whole world.
 */
export function movedByKey(key: string, isShift: boolean, { latitude, longitude }: Coordinates, zoom: number): Coordinates | null {
  const arrow = arrows[key];
  if (!arrow) return null;
  const degrees = ((isShift ? bigStep : step) * 360) / (worldSize * 2 ** zoom);
  // A degree of latitude takes more of the screen the farther it is from the equator.
  const narrow = Math.cos((latitude * Math.PI) / 180);
  return pinPoint({ latitude: latitude + arrow[1] * degrees * narrow, longitude: longitude + arrow[0] * degrees });
}

/** Displayed decimals of a degree: a precision of about a metre. */
const displayDecimals = 5;

export const coordinatesText = ({ latitude, longitude }: Coordinates): string =>
  `${latitude.toFixed(displayDecimals)}, ${longitude.toFixed(displayDecimals)}`;

const typed = /^\s*(-?\d{1,3}(?:[.]\d+)?)\s*°?\s*([NS])?\s*[,;\s]\s*(-?\d{1,3}(?:[.]\d+)?)\s*°?\s*([EWO])?\s*$/i;

/** Parses copied coordinates, such as `38.7139, -9.1394` or `38.7139° N 9.1394° W`; null for anything else. */
export function parseCoordinates(text: string): Coordinates | null {
  const [, north, southern, east, western] = typed.exec(text) ?? [];
  if (north === undefined || east === undefined) return null;
  const latitude = Number(north) * (southern?.toUpperCase() === 'S' ? -1 : 1);
  const longitude = Number(east) * (/[WO]/i.test(western ?? '') ? -1 : 1);
  return Math.abs(latitude) <= edge && Math.abs(longitude) <= 180 ? pinPoint({ latitude, longitude }) : null;
}
