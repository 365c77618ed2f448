import type { Place } from '@waystory/proto/itineraries/place.ts';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import type { Address } from '@waystory/proto/kit/field.ts';
import type { Pictured } from '../photo/photo.ts';

export interface PlaceTitle {
  title: string;
  /** Number of other titles of stops at this place. */
  more: number;
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
const isText = (value: string | null | undefined): value is string => value != null && value.trim() !== '';

/** spec 2.8: title of the first stop, with the number of other titles at this place. */
export function placeTitleOf(stops: readonly StopView[], place: Place | undefined): PlaceTitle | null {
  const titles = unique(stops.map(({ title }) => title.trim()).filter(isText));
  const title = titles[0] ?? place?.name ?? stops[0]?.placeName;
  return title === undefined ? null : { title, more: Math.max(0, titles.length - 1) };
}

/** An address on one line without repeated parts. */
export function addressLine(address: Address): string | null {
  const town = [address.postalCode, address.city].filter(isText).join(' ');
  const parts = unique([address.addressLine1, address.addressLine2, town, address.state, address.countryName].filter(isText));
  return parts.length > 0 ? parts.join(', ') : null;
}

/** Address of the place, from the most precise source. */
export function placeAddressOf(stops: readonly StopView[], place: Place | undefined): string | null {
  const [stop] = stops;
  const address = place?.address ?? stop?.address;
  return (address ? addressLine(address) : null) ?? place?.placeFormatted ?? place?.placeName ?? stop?.placeFullName ?? null;
}

export interface PlacePhoto extends Pictured {
  /** Title of the picture's stop. */
  title: string;
}

/** Distinct pictures of stops at this place, then the place's own. */
export function placePhotosOf(stops: readonly StopView[], place: Place | undefined): PlacePhoto[] {
  const photos = new Map<string, PlacePhoto>();
  for (const { imageUrl, image, title } of [...stops, { imageUrl: place?.imageUrl ?? null, image: null, title: place?.name ?? '' }]) {
    const url = imageUrl ?? image?.url;
    // Several stops may have the same picture, but only some of them the image record with its credit. A stop with the record is preferred.
    if (url && !photos.get(url)?.image) photos.set(url, { imageUrl: url, image, title: photos.get(url)?.title ?? title });
  }
  return [...photos.values()];
}

export interface PlaceCounts {
  photos: number;
  itineraries: number;
  stops: number;
}

export const placeCountsOf = (stops: readonly StopView[], place: Place | undefined): PlaceCounts => ({
  photos: placePhotosOf(stops, place).length,
  itineraries: itineraryIdsOf(stops).length,
  stops: stops.length,
});

export const itineraryIdsOf = (stops: readonly Pick<StopView, 'itineraryId'>[]): string[] => unique(stops.map(({ itineraryId }) => itineraryId));

/** Maximum number of shown texts about a place. */
const mostTexts = 3;

/** Longest texts about the place, each once, at most `mostTexts`. */
export const placeTextsOf = (stops: readonly StopView[]): string[] =>
  unique(stops.map(({ description, highlight }) => description ?? highlight).filter(isText))
    .sort((a, b) => b.length - a.length)
    .slice(0, mostTexts);
