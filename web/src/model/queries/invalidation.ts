import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from '../query-client.ts';
import { keys } from './keys.ts';

/** A write, described by the dependent cache entries that it outdates. The write itself updates its own entry. */
export type CompletedWrite =
  /** Texts or picture of an itinerary. */
  | { kind: 'itinerary'; id: string }
  /** The audience of an itinerary, or its existence. */
  | { kind: 'audience'; id: string }
  /** A day was added or removed. */
  | { kind: 'days'; id: string }
  /** A stop was added, changed, accepted or removed. */
  | { kind: 'stop'; itineraryId: string }
  /** The order of stops in an itinerary has changed. */
  | { kind: 'order'; itineraryId: string }
  | { kind: 'like'; of: 'itinerary' | 'stop' }
  | { kind: 'comment'; on: 'itinerary' | 'stop' }
  | { kind: 'follow' }
  /** Name or picture of the signed-in person. */
  | { kind: 'account'; id: string }
  /** The status of an order has changed, and perhaps the balance. */
  | { kind: 'credits' };

/** Query keys (or prefixes) outdated by a write. Texts of a day and saved items have no dependent entries. */
export function outdatedBy(written: CompletedWrite): readonly QueryKey[] {
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

/** Dependent data is refetched at its next use. A balance is refetched at once, because others change it too. */
export function invalidate(written: CompletedWrite): void {
  const refetchType = written.kind === 'credits' ? 'active' : 'none';
  for (const queryKey of outdatedBy(written)) void queryClient.invalidateQueries({ queryKey, refetchType });
}
