import { type EventContext, mergeDefined, streamId } from '@waystory/infra/commands/decider.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import type { Collection, CollectionEntry, CollectionEvent } from '@waystory/proto/social/collection.ts';

type InContext<T extends CollectionEvent['type']> = Extract<CollectionEvent, { type: T }> & EventContext;

/** Id derived from collection and target, so that a collection contains a target at most once. */
export const entryIdOf = (collectionId: string, targetId: string): string => derivedId('collection-entry', collectionId, targetId);

export const newCollection = ({ data, stream, version, at }: InContext<'CollectionCreated'>): Collection => ({
  id: streamId(stream),
  note: null,
  ...data,
  version,
  createdAt: at,
  updatedAt: at,
});

/** Changed fields of the collection. Its version increases only when its title or note changes, not with its entries. */
export function collectionChangesOf(event: CollectionEvent & EventContext): { [K in keyof Collection]?: Collection[K] | undefined } {
  const updatedAt = event.at;
  return event.type === 'CollectionRewritten' ? { ...event.data.changes, version: event.version, updatedAt } : { updatedAt };
}

export function newEntry({ data, stream, version, at }: InContext<'CollectionEntryAdded'>): CollectionEntry {
  const collectionId = streamId(stream);
  return { id: entryIdOf(collectionId, data.targetId), collectionId, note: null, ...data, version, addedAt: at };
}

export const rewrittenEntry = (entry: CollectionEntry, { data, version }: InContext<'CollectionEntryRewritten'>): CollectionEntry =>
  mergeDefined({ ...entry, version }, data.changes);
