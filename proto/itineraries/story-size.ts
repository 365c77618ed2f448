import type { Day } from './day.ts';
import type { Itinerary } from './itinerary.ts';
import type { Stop } from './stop.ts';

/** Limit of a story with its days and stops, bytes, because every reader downloads all of it. */
export const mostStoryBytes = 4_000_000;

/** Estimated bytes of an image in an answer, besides its id: URLs in three sizes, author, source. */
export const imageBytes = 1_500;
/** Estimated bytes of a placement: ids of stop and day, and the route to the next stop. */
const placementBytes = 150;
/** Estimated bytes of ids, times and field names, by document. */
const frame = { itinerary: 1_000, day: 400, stop: 1_200 };

/** Fields of an itinerary that determine its size. */
export type SizedItinerary = Pick<Itinerary, 'title' | 'shortDescription' | 'description' | 'highlights' | 'imageUrl'>;
export type SizedDay = Pick<Day, 'title' | 'description'>;
export type SizedStop = Pick<Stop, 'title' | 'highlight' | 'description' | 'imageUrl' | 'imageId' | 'imageCaption' | 'gallery' | 'dayIds'> &
  Pick<Stop, 'placeName' | 'placeFullName' | 'placeOtherNames' | 'address'>;

const encoder = new TextEncoder();
/** Bytes of a value as JSON in UTF-8. */
export const jsonBytes = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;

/** Bytes of an itinerary without its days. Visibility and times are left out, so that publishing or hiding never exceeds the limit. */
export const itineraryBytes = ({ title, shortDescription, description, highlights, imageUrl }: SizedItinerary): number =>
  frame.itinerary + jsonBytes([title, shortDescription, description, highlights, imageUrl]);

export const dayBytes = ({ title, description }: SizedDay): number => frame.day + jsonBytes([title, description]);

export function stopBytes(stop: SizedStop): number {
  const { title, highlight, description, imageUrl, imageCaption, gallery, placeName, placeFullName, placeOtherNames, address, dayIds } = stop;
  const images = [stop, ...gallery].filter(({ imageId }) => imageId !== null).length;
  const words = jsonBytes([title, highlight, description, imageUrl, imageCaption, gallery, placeOtherNames ?? []]);
  // Doubled, because answers contain the location in the stop's fields and in its place.
  const where = 2 * jsonBytes([placeName, placeFullName, address]);
  return frame.stop + words + where + images * imageBytes + dayIds.length * placementBytes;
}

/** Upper bound of a story's growth by these data, bytes, without reading the story. */
export const maxGrowthBytes = (data: object): number => frame.stop + 4 * jsonBytes(data) + mentions(data, 'imageId') * imageBytes;

/** Number of values set for a field, at any depth. */
const mentions = (value: object, field: string): number =>
  Object.entries(value).reduce(
    (sum, [name, inner]) => sum + (typeof inner === 'object' && inner !== null ? mentions(inner, field) : Number(name === field && inner !== null)),
    0,
  );
