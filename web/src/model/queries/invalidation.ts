import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from '../query-client.ts';
import { keys } from './keys.ts';

/** A write. Its own entry has the answer already; this concerns everything else that depends on it. */
export type Written =
  /** Texts or picture of an itinerary. */
  | { kind: 'itinerary'; id: string }
  /** The audience of an itinerary, or its existence. */
  | { kind: 'audience'; id: string }
  /** A day was added or removed. */
  | { kind: 'days'; id: string }
  /** A stop was added, changed, accepted or removed. */
  | { kind: 'stop'; itineraryId: string }
  /** Stops changed their places within an itinerary. */
  | { kind: 'order'; itineraryId: string }
  | { kind: 'like'; of: 'itinerary' | 'stop' }
  | { kind: 'comment'; on: 'itinerary' | 'stop' }
  | { kind: 'follow' }
  /** Name or picture of whoever is signed in. */
  | { kind: 'account'; id: string }
  /** Something became of an order, so the balance may be another. */
  | { kind: 'credits' };

/** Keys of answers that a write has outdated, beginnings of keys included. Texts of a day and what was saved are shown nowhere else. */
export function outdatedBy(written: Written): readonly QueryKey[] {
  const { itineraryLists, stopLists, search } = keys;
  switch (written.kind) {
    case 'itinerary':
      return [keys.itineraryHead(written.id), itineraryLists.all, search.all];
    case 'audience':
      return [keys.itineraryHead(written.id), keys.itineraryLine(written.id), itineraryLists.all, stopLists.all, search.all];
    case 'days':
      return [keys.itineraryHead(written.id), itineraryLists.all];
    case 'stop':
      return [keys.itineraryHead(written.itineraryId), keys.itineraryLine(written.itineraryId), itineraryLists.all, stopLists.all, search.all];
    case 'order':
      return [keys.itineraryLine(written.itineraryId)];
    case 'like':
      return written.of === 'itinerary' ? [itineraryLists.all, search.all] : [keys.placeLikes.all];
    case 'comment':
      return written.on === 'stop' ? [keys.placeComments.all] : [];
    case 'follow':
      return [search.all, keys.followLists.all, itineraryLists.feed];
    case 'account':
      return [keys.profile(written.id), keys.anyItinerary, itineraryLists.all, search.all, keys.comments.all, keys.placeComments.all];
    case 'credits':
      return [keys.myAccount, keys.credits.all];
    default:
      return written satisfies never;
  }
}

/** Data that depends on a write is read again at its next use. A balance is read at once, because others change it too. */
export function invalidate(written: Written): void {
  const refetchType = written.kind === 'credits' ? 'active' : 'none';
  for (const queryKey of outdatedBy(written)) void queryClient.invalidateQueries({ queryKey, refetchType });
}
