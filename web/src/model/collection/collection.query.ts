import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import type { Collection, CollectionEntry, CollectionView } from '@waystory/proto/social/collection.ts';
import { keys } from '../queries/keys.ts';
import { queryClient } from '../query-client.ts';

/** An itinerary or a stop on a list. */
export interface Listable {
  kind: CollectionEntry['kind'];
  id: string;
}

const fresh = 60_000;
/** Limit of lists per person, equal to the API's largest page. */
const most = 100;
const pageSize = 24;

/** Lists of the signed-in person, most recently changed first. */
export const myCollections = queryOptions({
  queryKey: keys.collections.mine,
  queryFn: async (): Promise<readonly CollectionView[]> => (await api.listCollections({ query: { limit: most } })).items,
  staleTime: fresh,
});

export const collectionOf = (id: string) =>
  queryOptions({ queryKey: keys.collections.one(id), queryFn: () => api.getCollection({ params: { id } }), staleTime: fresh });

/** Ids of the lists that contain an item. */
export const listsHolding = (targetId: string) =>
  queryOptions({
    queryKey: keys.collections.holding(targetId),
    queryFn: async (): Promise<readonly string[]> => {
      const { items } = await api.listCollectionEntries({ query: { filter: JSON.stringify({ targetId }), limit: most } });
      return items.map(({ collectionId }) => collectionId);
    },
    staleTime: fresh,
  });

/** A page of list entries. */
interface EntryPage {
  items: readonly CollectionEntry[];
  /** Cursor of the next page. */
  next?: string | undefined;
}

/** Entries of a list, newest first. */
export const entriesOf = (collectionId: string) =>
  infiniteQueryOptions({
    queryKey: keys.collections.entries(collectionId),
    queryFn: ({ pageParam }): Promise<EntryPage> =>
      api.listCollectionEntries({ query: { filter: JSON.stringify({ collectionId }), limit: pageSize, ...(pageParam && { after: pageParam }) } }),
    // A cursor, because page numbers shift with every new entry.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: fresh,
  });

type Pages = InfiniteData<EntryPage, string | undefined>;

function rewriteEntries(collectionId: string, change: (items: readonly CollectionEntry[]) => readonly CollectionEntry[]): void {
  queryClient.setQueryData<Pages>(
    entriesOf(collectionId).queryKey,
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) },
  );
}

export const putEntry = (entry: CollectionEntry): void =>
  rewriteEntries(entry.collectionId, (items) => items.map((one) => (one.targetId === entry.targetId ? entry : one)));

export const dropEntry = (collectionId: string, targetId: string): void =>
  rewriteEntries(collectionId, (items) => items.filter((one) => one.targetId !== targetId));

/** Updates a list's own fields, but not its entries, in every cached query. */
export function putCollection(written: Collection): void {
  const merged = (before: CollectionView): CollectionView => (before.id === written.id ? { ...before, ...written } : before);
  queryClient.setQueryData(collectionOf(written.id).queryKey, (before) => before && merged(before));
  queryClient.setQueryData(myCollections.queryKey, (lists) => lists?.map(merged));
}

/** Updates the cached lists of an item after the item was added to a list or removed from it. */
export function cacheListMembership(targetId: string, collectionId: string, isOn: boolean): void {
  queryClient.setQueryData(
    listsHolding(targetId).queryKey,
    (ids) => ids && [...ids.filter((id) => id !== collectionId), ...(isOn ? [collectionId] : [])],
  );
}
