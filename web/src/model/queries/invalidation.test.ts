import type { QueryKey } from '@tanstack/react-query';
import { afterEach, describe, expect, test } from 'vitest';
import { queryClient } from '../query-client.ts';
import { type CompletedWrite, invalidate } from './invalidation.ts';
import { keys } from './keys.ts';

const corner = { lat: 0, lng: 0 };
const bounds = { southWest: corner, northEast: corner };
/** A cached answer of every kind. */
const cached: Readonly<Record<string, QueryKey>> = {
  me: keys.myAccount,
  profile: keys.profile('me'),
  whole: keys.itinerary('one'),
  head: keys.itineraryHead('one'),
  line: keys.itineraryLine('one'),
  'head of another': keys.itineraryHead('other'),
  cards: keys.itineraryLists.inView(bounds, undefined),
  mine: keys.itineraryLists.own('me'),
  feed: keys.itineraryLists.feed,
  stops: keys.stopLists.atPlace('here'),
  countries: keys.stopLists.countriesInView(null),
  search: keys.search.of('stories', 'sea'),
  comments: keys.comments.on('stop', 'stop'),
  'place comments': keys.placeComments.of(['stop']),
  'place likes': keys.placeLikes.of(['stop']),
  'stop likes': keys.stopLikes('stop'),
  saved: keys.saved('itinerary'),
  orders: keys.credits.orders,
  ledger: keys.credits.ledger,
  'one order': keys.credits.order('order'),
  packages: keys.credits.packages,
  map: ['map-style'],
  'all countries': keys.countries,
  image: keys.image('image'),
};
const lists = ['cards', 'mine', 'feed', 'search'];
const stopLists = ['countries', 'stops'];

const outdated: readonly (readonly [CompletedWrite, string[]])[] = [
  [{ kind: 'itinerary', id: 'one' }, ['head', ...lists]],
  [{ kind: 'audience', id: 'one' }, ['head', 'line', ...lists, ...stopLists]],
  [{ kind: 'days', id: 'one' }, ['head', 'cards', 'mine', 'feed']],
  [{ kind: 'stop', itineraryId: 'one' }, ['head', 'line', ...lists, ...stopLists]],
  [{ kind: 'order', itineraryId: 'one' }, ['line']],
  [{ kind: 'like', of: 'itinerary' }, lists],
  [{ kind: 'like', of: 'stop' }, ['place likes']],
  [{ kind: 'comment', on: 'stop' }, ['place comments']],
  [{ kind: 'comment', on: 'itinerary' }, []],
  [{ kind: 'follow' }, ['search', 'feed']],
  [{ kind: 'account', id: 'me' }, ['profile', 'whole', 'head', 'line', 'head of another', ...lists, 'comments', 'place comments']],
  [{ kind: 'credits' }, ['me', 'orders', 'ledger']],
];

afterEach(() => queryClient.clear());

describe('Invalidation', () => {
  test.each(outdated)('after the write %o marks the dependent queries only', (written, names) => {
    for (const queryKey of Object.values(cached)) queryClient.setQueryData(queryKey, 'of before');
    invalidate(written);
    const staleEntries = Object.entries(cached).filter(([, queryKey]) => queryClient.getQueryState(queryKey)?.isInvalidated);
    expect(staleEntries.map(([name]) => name).toSorted()).toEqual(names.toSorted());
  });
});
