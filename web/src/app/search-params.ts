import { z } from 'zod';

/** Objects travel as JSON text, everything else as it stands: `42` stays a text until a route says otherwise. */
export function parseSearch(search: string): Record<string, unknown> {
  return Object.fromEntries([...new URLSearchParams(search)].map(([key, value]) => [key, parsedValue(value)]));
}

function parsedValue(value: string): unknown {
  if (!/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search))
    if (value !== undefined && value !== null) params.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
  return params.size > 0 ? `?${params}` : '';
}

const corner = z.object({ lng: z.number().min(-180).max(180), lat: z.number().min(-90).max(90) });
/** Part of the world in degrees; it crosses the antimeridian when the south-west corner lies east of the other. */
export const mapBounds = z.object({ southWest: corner, northEast: corner });
export type MapBounds = z.output<typeof mapBounds>;

/** spec 8: bad bounds in the address are ignored with a warning. */
const bounds = mapBounds.optional().catch(({ value }) => {
  console.warn('Ignored the bounds in the address', value);
  return undefined;
});
const itineraryId = z.uuid().optional().catch(undefined);
const text = z.string().optional().catch(undefined);

/** spec 2.10: the chat opens over every page. */
export const rootSearch = z.object({ chatOpen: text, chatThreadId: text, chatInput: text });
export const homeSearch = z.object({ bounds, previewItineraryId: itineraryId });
export const reelsSearch = z.object({ bounds, activeIndex: z.coerce.number().int().min(0).optional().catch(undefined) });
export const searchSearch = z.object({ q: text });
export const createSearch = z.object({ from: text });
