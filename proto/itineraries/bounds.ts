import { z } from 'zod';
import { latitude, longitude, numberInQuery } from '../kit/field.ts';
import type { Box } from '../kit/filter.ts';

/** Corners of a bounding box as query parameters, degrees; the box crosses the antimeridian when southWestLng > northEastLng. */
export const bounds = z.object({
  southWestLng: numberInQuery(longitude),
  southWestLat: numberInQuery(latitude),
  northEastLng: numberInQuery(longitude),
  northEastLat: numberInQuery(latitude),
});

const together = { 'x-together': 'bounds' };
/** Optional corners of a bounding box: all four or none. */
export const optionalBounds = {
  southWestLng: bounds.shape.southWestLng.optional().meta(together),
  southWestLat: bounds.shape.southWestLat.optional().meta(together),
  northEastLng: bounds.shape.northEastLng.optional().meta(together),
  northEastLat: bounds.shape.northEastLat.optional().meta(together),
};
export function refusePartialBounds(corners: Partial<z.output<typeof bounds>>, context: z.RefinementCtx): void {
  const names = Object.keys(bounds.shape) as (keyof typeof corners)[]; // as: the shape has these keys
  const missing = names.filter((name) => corners[name] === undefined);
  if (missing.length === names.length) return;
  for (const name of missing) context.addIssue({ code: 'custom', message: 'Required with the other corners', path: [name] });
}

/**
 * Bounding box of the corners; null when a corner is missing. A box with an edge at 180 or -180 degrees includes both, since they are one meridian.
 */
export function boxOf(corners: z.output<typeof bounds>): Box;
export function boxOf(corners: Partial<z.output<typeof bounds>>): Box | null;
export function boxOf(corners: Partial<z.output<typeof bounds>>): Box | null {
  const { southWestLng: west, southWestLat: south, northEastLng: east, northEastLat: north } = corners;
  if (west === undefined || south === undefined || east === undefined || north === undefined) return null;
  const isWhole = west === -180 && east === 180;
  return { south, west: west === -180 && !isWhole ? 180 : west, north, east: east === 180 && !isWhole ? -180 : east };
}
