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
/** Nobody has more lists than the API gives at a time. */
const most = 100;
const pageSize = 24;

/** Lists of whoever is signed in, the one that was touched last first. */
export const myCollections = queryOptions({
  queryKey: keys.collections.mine,
  queryFn: async (): Promise<readonly CollectionView[]> => (await api.listCollections({ query: { limit: most } })).items,
  staleTime: fresh,
});

export const collectionOf = (id: string) =>
  queryOptions({ queryKey: keys.collections.one(id), queryFn: () => api.getCollection({ params: { id } }), staleTime: fresh });

/** Ids of the lists that a thing is on. */
export const listsHolding = (targetId: string) =>
  queryOptions({
    queryKey: keys.collections.holding(targetId),
    queryFn: async (): Promise<readonly string[]> => {
      const { items } = await api.listCollectionEntries({ query: { filter: JSON.stringify({ targetId }), limit: most } });
      return items.map(({ collectionId }) => collectionId);
    },
    staleTime: fresh,
  });

/** Some of what is on a list. */
interface EntryPage {
  items: readonly CollectionEntry[];
  /** Cursor of the next page. */
  next?: string | undefined;
}

/** Entries of a list, the last one first. */
export const entriesOf = (collectionId: string) =>
  infiniteQueryOptions({
    queryKey: keys.collections.entries(collectionId),
    queryFn: ({ pageParam }): Promise<EntryPage> =>
      api.listCollectionEntries({ query: { filter: JSON.stringify({ collectionId }), limit: pageSize, ...(pageParam && { after: pageParam }) } }),
    // A cursor: page numbers shift whenever something is put on it.
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

/** Words of a list, wherever they are shown. */
export function putCollection(written: Collection): void {
  const merged = (before: CollectionView): CollectionView => (before.id === written.id ? { ...before, ...written } : before);
  queryClient.setQueryData(collectionOf(written.id).queryKey, (before) => before && merged(before));
  queryClient.setQueryData(myCollections.queryKey, (lists) => lists?.map(merged));
}

/** Notes that a thing is on a list by now, or no longer, where one asks for its lists. */
export function putHolding(targetId: string, collectionId: string, isOn: boolean): void {
  queryClient.setQueryData(
    listsHolding(targetId).queryKey,
    (ids) => ids && [...ids.filter((id) => id !== collectionId), ...(isOn ? [collectionId] : [])],
  );
}
