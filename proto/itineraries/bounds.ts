import { z } from 'zod';
import type { Box } from '../kit/filter.ts';

const latitude = z.coerce.number('Must be a number of degrees').min(-90, 'At least -90').max(90, 'At most 90');
const longitude = z.coerce.number('Must be a number of degrees').min(-180, 'At least -180').max(180, 'At most 180');

/** Four corners of a box in degrees, as query parameters; it crosses the antimeridian when southWestLng > northEastLng. */
export const bounds = z.object({ southWestLng: longitude, southWestLat: latitude, northEastLng: longitude, northEastLat: latitude });

const together = { 'x-together': 'bounds' };
/** The corners for queries that may do without them, though not without some of them; described as one. */
export const optionalBounds = {
  southWestLng: longitude.optional().meta(together),
  southWestLat: latitude.optional().meta(together),
  northEastLng: longitude.optional().meta(together),
  northEastLat: latitude.optional().meta(together),
};

/** The box of complete bounds; null when a corner is missing. */
export function boxOf(corners: Partial<z.output<typeof bounds>>): Box | null {
  const { southWestLng: west, southWestLat: south, northEastLng: east, northEastLat: north } = corners;
  if (west === undefined || south === undefined || east === undefined || north === undefined) return null;
  return { south, west, north, east };
}
