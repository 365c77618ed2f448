import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { boundsAround, type CameraView, initialViewOf, openingView } from '../../../lib/bounds.ts';

/** Zoom level for a pin: close enough to mean one place, while the built-in map still shows its surroundings (512 px tiles). */
export const pinZoom = 9;
const wideWorldZoom = 6;

/** Initial view: the pin, else the surrounding stops, else the world. */
export function initialPinView(pin: Coordinates | null, around: readonly Coordinates[]): CameraView {
  if (pin) return { ...pin, zoom: pinZoom };
  const bounds = boundsAround(around);
  if (!bounds) return openingView;
  const view = initialViewOf(bounds);
  return { ...view, zoom: Math.min(pinZoom, view.zoom) };
}

/** Zoom level for a chosen place: the current level, or `pinZoom` while the map shows the wide world. */
export const zoomForChosenPlace = (zoom: number): number => (zoom < wideWorldZoom ? pinZoom : zoom);
