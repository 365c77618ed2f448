import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { boundsAround, type CameraView, openingView, viewOf } from '../../../lib/bounds.ts';

/** Near enough for a pin to mean one place, while the built-in map still has something around it; zooms of 512 px tiles. */
export const pinZoom = 9;
const wideWorldZoom = 6;

/** Initial view: the pin, else the surrounding stops, else the world. */
export function firstView(pin: Coordinates | null, around: readonly Coordinates[]): CameraView {
  if (pin) return { ...pin, zoom: pinZoom };
  const bounds = boundsAround(around);
  if (!bounds) return openingView;
  const view = viewOf(bounds);
  return { ...view, zoom: Math.min(pinZoom, view.zoom) };
}

/** Zoom at which to show a place that was chosen: never farther than now, unless now is the wide world. */
export const zoomFor = (zoom: number): number => (zoom < wideWorldZoom ? pinZoom : zoom);
