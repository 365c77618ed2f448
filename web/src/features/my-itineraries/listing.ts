import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import { foldAccents } from '../../lib/folded.ts';
import { checklistOf, isReadyToPublish } from '../../model/itinerary/checklist.ts';

/** Fields of an itinerary that the list uses. */
export type ListedItinerary = Pick<
  Itinerary,
  'id' | 'title' | 'shortDescription' | 'visibility' | 'imageUrl' | 'imageId' | 'stopsCount' | 'updatedAt' | 'createdAt' | 'binnedAt'
>;

export const shelves = ['all', 'public', 'unlisted', 'private', 'bin'] as const;
export type Shelf = (typeof shelves)[number];

export const itineraryOrders = ['updated', 'created', 'title'] as const;
export type ItineraryOrder = (typeof itineraryOrders)[number];

/** Not ready to be published: title, cover or an accepted stop is missing. */
export const isDraft = (itinerary: ListedItinerary): boolean => !isReadyToPublish(checklistOf(itinerary, itinerary.stopsCount));

/** An itinerary in the bin is on no other shelf. */
export function isOnShelf(shelf: Shelf, itinerary: ListedItinerary): boolean {
  if ((shelf === 'bin') !== (itinerary.binnedAt !== null)) return false;
  switch (shelf) {
    case 'bin':
    case 'all':
      return true;
    case 'public':
      return itinerary.visibility === 'PUBLIC';
    case 'unlisted':
      return itinerary.visibility === 'UNLISTED';
    case 'private':
      return itinerary.visibility === 'PRIVATE';
    default:
      return shelf satisfies never;
  }
}

/** Number of itineraries per shelf. `unsent` is the number of drafts in this browser only, which are private too. */
export function shelfCounts(itineraries: readonly ListedItinerary[], unsent: number): Record<Shelf, number> {
  const count = (shelf: Shelf): number => itineraries.filter((itinerary) => isOnShelf(shelf, itinerary)).length;
  const [all, mine] = [count('all') + unsent, count('private') + unsent];
  return { all, public: count('public'), unlisted: count('unlisted'), private: mine, bin: count('bin') };
}

/** Every word must be in the title or the short description; accents and case do not matter. */
export function hasWords({ title, shortDescription }: Pick<ListedItinerary, 'title' | 'shortDescription'>, words: string): boolean {
  const text = foldAccents(`${title} ${shortDescription ?? ''}`);
  return foldAccents(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const compare: Record<ItineraryOrder, (a: ListedItinerary, b: ListedItinerary) => number> = {
  updated: (a, b) => b.updatedAt.localeCompare(a.updatedAt),
  created: (a, b) => b.createdAt.localeCompare(a.createdAt),
  title: (a, b) => a.title.localeCompare(b.title),
};

export interface ItineraryFilter {
  shelf: Shelf;
  words: string;
  order: ItineraryOrder;
}

/** Itineraries of a shelf that match the words, in order. */
export const filteredItineraries = <T extends ListedItinerary>(itineraries: readonly T[], { shelf, words, order }: ItineraryFilter): T[] =>
  itineraries.filter((itinerary) => isOnShelf(shelf, itinerary) && hasWords(itinerary, words)).toSorted(compare[order]);
