import { api, problemCode } from '@waystory/client/api.ts';
import type { Collection } from '@waystory/proto/social/collection.ts';
import type { TFunction } from 'i18next';
import { keys } from '../queries/keys.ts';
import { queryClient } from '../query-client.ts';
import { cacheListMembership, dropEntry, type Listable, myCollections } from './collection.query.ts';

/** Invalidates the lists, whose counts and pictures depend on their entries. */
function refresh(collectionId: string, outdatesEntries = false): void {
  void queryClient.invalidateQueries({ queryKey: keys.collections.mine });
  void queryClient.invalidateQueries({ queryKey: keys.collections.one(collectionId) });
  if (outdatesEntries) void queryClient.invalidateQueries({ queryKey: keys.collections.entries(collectionId) });
}

/** Ignores the error for a list or entry that another tab has removed. */
function ignoreUnknown(error: unknown): void {
  if (!/^collection\/(entry-)?unknown$/.test(problemCode(error) ?? '')) throw error;
}

/** Creates a list; it is in the cache when the promise resolves. */
export async function createCollection(title: string): Promise<Collection> {
  const made = await api.createCollection({ body: { title } });
  queryClient.setQueryData(myCollections.queryKey, (lists) => lists && [{ ...made, entriesCount: 0, latest: [] }, ...lists]);
  refresh(made.id);
  return made;
}

export async function deleteCollection(id: string): Promise<void> {
  await api.deleteCollection({ params: { id } }).catch(ignoreUnknown);
  queryClient.setQueryData(myCollections.queryKey, (lists) => lists?.filter((list) => list.id !== id));
}

/** Removes a deleted list from the cache. */
export function forgetCollection(id: string): void {
  queryClient.removeQueries({ queryKey: keys.collections.one(id) });
  queryClient.removeQueries({ queryKey: keys.collections.entries(id) });
}

export async function addToCollection(id: string, thing: Listable): Promise<void> {
  await api.addCollectionEntry({ params: { id }, body: { kind: thing.kind, targetId: thing.id } });
  cacheListMembership(thing.id, id, true);
  refresh(id, true);
}

export async function removeFromCollection(id: string, targetId: string): Promise<void> {
  await api.removeCollectionEntry({ params: { id, targetId } }).catch(ignoreUnknown);
  cacheListMembership(targetId, id, false);
  dropEntry(id, targetId);
  refresh(id);
}

/** Id of the pending removal of an item from a list, among the undoable deletions. */
export const removalId = (collectionId: string, targetId: string): string => `list ${collectionId} ${targetId}`;

/** Message for a failed addition to a list, from `lists`; `otherwise` is the default. */
export function listProblem(error: unknown, t: TFunction<'lists'>, otherwise: string): string {
  switch (problemCode(error)) {
    case 'collection/full':
      return t('full');
    case 'collection/too-many':
      return t('tooMany');
    default:
      return otherwise;
  }
}
