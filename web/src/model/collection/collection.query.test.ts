import type { CollectionEntry, CollectionView } from '@waystory/proto/social/collection.ts';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '../query-client.ts';
import { cacheListMembership, collectionOf, dropEntry, entriesOf, listsHolding, myCollections, putCollection, putEntry } from './collection.query.ts';

const at = '2026-05-01T08:00:00Z';
const list = (id: string): CollectionView => ({
  id,
  accountId: 'me',
  title: id,
  note: null,
  version: 1,
  createdAt: at,
  updatedAt: at,
  entriesCount: 2,
  latest: [],
});
const entry = (targetId: string): CollectionEntry => ({
  id: targetId,
  collectionId: 'l',
  accountId: 'me',
  kind: 'stop',
  targetId,
  itineraryId: 'i',
  note: null,
  version: 1,
  addedAt: at,
});
const key = entriesOf('l').queryKey;
const notes = () => queryClient.getQueryData(key)?.pages.flatMap(({ items }) => items.map(({ targetId, note }) => [targetId, note]));
const load = (): void =>
  void queryClient.setQueryData(key, {
    pages: [{ items: [entry('a'), entry('b')], next: 'cursor' }, { items: [entry('c')] }],
    pageParams: [undefined, 'cursor'],
  });
afterEach(() => queryClient.clear());

test('putEntry updates the note of a cached entry, and dropEntry removes a cached entry', () => {
  load();
  putEntry({ ...entry('c'), note: 'At dusk' });
  dropEntry('l', 'a');
  expect(notes()).toEqual([
    ['b', null],
    ['c', 'At dusk'],
  ]);
});

test('New list name updates all cached queries and keeps the entries', () => {
  queryClient.setQueryData(myCollections.queryKey, [list('l'), list('m')]);
  queryClient.setQueryData(collectionOf('l').queryKey, list('l'));
  const { entriesCount: _, latest: _latest, ...words } = list('l');
  putCollection({ ...words, title: 'Islands', version: 2 });
  expect(queryClient.getQueryData(collectionOf('l').queryKey)).toMatchObject({ title: 'Islands', version: 2, entriesCount: 2 });
  expect(queryClient.getQueryData(myCollections.queryKey)?.map(({ title }) => title)).toEqual(['Islands', 'm']);
});

test('cacheListMembership adds a list once to the cached lists of an item, and caches nothing for an item without them', () => {
  cacheListMembership('s', 'l', true);
  expect(queryClient.getQueryData(listsHolding('s').queryKey)).toBeUndefined();
  queryClient.setQueryData(listsHolding('s').queryKey, ['m']);
  cacheListMembership('s', 'l', true);
  cacheListMembership('s', 'l', true);
  expect(queryClient.getQueryData(listsHolding('s').queryKey)).toEqual(['m', 'l']);
  cacheListMembership('s', 'm', false);
  expect(queryClient.getQueryData(listsHolding('s').queryKey)).toEqual(['l']);
});
