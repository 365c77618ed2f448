import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import type { Image } from '@waystory/proto/media/image.ts';
import { keys } from '../../../model/queries/keys.ts';
import type { PictureSearchPlace } from './known-place.ts';

/** Pictures requested at first, and the most per query (`proto/media/image.ts`). */
export const firstPhotoCount = 12;
export const maxPhotoCount = 30;

/** Source of a picture search (spec 7: the three preview-image calls). */
export type PhotoSource =
  | { by: 'words'; word: string }
  | { by: 'itinerary'; itineraryId: string }
  | { by: 'stop'; itineraryId: string; locationQuery: string; place?: PictureSearchPlace | undefined };

interface Looked {
  /** Typed words; null before the user types. */
  typed: string | null;
  words: string;
  itineraryId?: string | undefined;
  stopQuery?: string | undefined;
  place?: PictureSearchPlace | undefined;
}

const longest = 200;
const trimmed = (text: string): string => text.trim().slice(0, longest).trim();

/**
 * Source by priority: words that the user changed, the stop, the itinerary, the default words. Null after the user has cleared the words, and without
 * any source.
 */
export function photoSourceOf({ typed, words, itineraryId, stopQuery, place }: Looked): PhotoSource | null {
  if (typed !== null && trimmed(typed) !== trimmed(words)) return trimmed(typed) === '' ? null : { by: 'words', word: trimmed(typed) };
  const locationQuery = trimmed(stopQuery ?? '');
  if (itineraryId && locationQuery !== '') return { by: 'stop', itineraryId, locationQuery, place };
  if (itineraryId && stopQuery === undefined) return { by: 'itinerary', itineraryId };
  return trimmed(words) === '' ? null : { by: 'words', word: trimmed(words) };
}

function ask(source: PhotoSource, count: number): Promise<Image[]> {
  switch (source.by) {
    case 'words':
      return api.previewImages({ body: { word: source.word, count } });
    case 'itinerary':
      return api.previewItineraryImages({ params: { itineraryId: source.itineraryId }, body: { count } });
    case 'stop':
      return api.previewStopImages({
        params: { itineraryId: source.itineraryId },
        body: { locationQuery: source.locationQuery, ...source.place, count },
      });
    default:
      return source satisfies never;
  }
}

/** The same query returns the same pictures, so results stay cached. */
export const photosFor = (source: PhotoSource | null, count: number) =>
  queryOptions({
    queryKey: keys.imageSearch(source, count),
    queryFn: () => (source ? ask(source, count) : []),
    enabled: source !== null,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });

/** Image record of a chosen picture, for its credit. */
export const chosenImage = (id: string | null) =>
  queryOptions({
    queryKey: keys.image(id),
    queryFn: () => api.getImage({ params: { id: id ?? '' } }),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
