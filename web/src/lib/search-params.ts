/** Objects are JSON text, other values plain: `42` stays a text until a route converts it. */
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

interface Corner {
  lng: number;
  lat: number;
}
/** A part of the world in degrees; it crosses the antimeridian when the south-west corner lies east of the north-east corner. */
export interface MapBounds {
  southWest: Corner;
  northEast: Corner;
}

// Checked by hand, because the schema library would outweigh these rules in the first load.
type Search = Record<string, unknown>;
const isObject = (value: unknown): value is Search => typeof value === 'object' && value !== null;
const isWithin = (value: unknown, limit: number): value is number => typeof value === 'number' && Math.abs(value) <= limit;
const isCorner = (value: unknown): value is Corner => isObject(value) && isWithin(value.lng, 180) && isWithin(value.lat, 90);
const isUuid = (value: unknown): value is string => typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Type of a page's parameters. Callers set an invalid parameter to undefined and do not omit it, because the router would keep its old value. */
const declared = <T extends object>(search: T): Partial<{ [K in keyof T]: NonNullable<T[K]> }> =>
  search as Partial<{ [K in keyof T]: NonNullable<T[K]> }>; // as: a missing parameter reads as undefined

/** spec 8: invalid bounds in the URL are ignored with a warning. */
function boundsOf({ bounds }: Search): MapBounds | undefined {
  if (bounds === undefined) return undefined;
  if (isObject(bounds) && isCorner(bounds.southWest) && isCorner(bounds.northEast))
    return { southWest: bounds.southWest, northEast: bounds.northEast };
  console.warn('Ignored the bounds in the address', bounds);
  return undefined;
}

const textOf = (value: unknown): string | undefined => (isText(value) ? value : undefined);

function indexOf(value: unknown): number | undefined {
  const index = isText(value) || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isInteger(index) && index >= 0 ? index : undefined;
}

const uuidOf = (value: unknown): string | undefined => (isUuid(value) ? value : undefined);
/** Parameters of every page: whether the chat is open, its thread or `new`, its input, and the order whose outcome is shown. Spec 2.10, 9. */
export const rootSearch = (search: Search) =>
  declared({
    chatOpen: textOf(search.chatOpen),
    chatThreadId: textOf(search.chatThreadId),
    'chat-input': textOf(search['chat-input']),
    order: uuidOf(search.order),
  });
/** ISO 3166-1 alpha-2. */
const countryOf = (value: unknown): string | undefined => (typeof value === 'string' && /^[A-Z]{2}$/.test(value) ? value : undefined);

/** Parameters of the home page (spec 2.1). The overlays of the map are a previewed itinerary, a place, or the stories of a country. */
export const homeSearch = (search: Search) =>
  declared({
    bounds: boundsOf(search),
    previewItineraryId: uuidOf(search.previewItineraryId),
    place: uuidOf(search.place),
    country: countryOf(search.country),
  });
export type HomeSearch = ReturnType<typeof homeSearch>;
export const reelsSearch = (search: Search) => declared({ bounds: boundsOf(search), activeIndex: indexOf(search.activeIndex) });
/** Story lengths (1 to 2 days, 3 to 5, longer), orders besides relevance, and seasons. */
export const storyLengths = ['short', 'medium', 'long'] as const;
export const storyOrders = ['newest', 'mostLiked'] as const;
export const storySeasons = ['spring', 'summer', 'autumn', 'winter'] as const;
const oneOf = <V extends string>(value: unknown, values: readonly V[]): V | undefined => values.find((one) => one === value);

export const searchPageParams = (search: Search) =>
  declared({
    q: textOf(search.q),
    length: oneOf(search.length, storyLengths),
    country: countryOf(search.country),
    season: oneOf(search.season, storySeasons),
    pictures: oneOf(search.pictures, ['true']),
    sort: oneOf(search.sort, storyOrders),
  });
export type SearchPageParams = ReturnType<typeof searchPageParams>;
