import { type EventContext, merge, streamId } from '@waystory/infra/commands/decider.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import type { Collection, CollectionEntry, CollectionEvent } from '@waystory/proto/social/collection.ts';

type InContext<T extends CollectionEvent['type']> = Extract<CollectionEvent, { type: T }> & EventContext;

/** One id per list and thing, so that a thing is on a list once at most. */
export const entryIdOf = (collectionId: string, targetId: string): string => derivedId('collection-entry', collectionId, targetId);

/** A list as it begins. */
export const newCollection = ({ data, stream, version, at }: InContext<'CollectionCreated'>): Collection => ({
  id: streamId(stream),
  note: null,
  ...data,
  version,
  createdAt: at,
  updatedAt: at,
});

/** What an event changes of the list itself; its version is that of its own words, not of what is on it. */
export function changesOf(event: CollectionEvent & EventContext): { [K in keyof Collection]?: Collection[K] | undefined } {
  const updatedAt = event.at;
  return event.type === 'CollectionRewritten' ? { ...event.data.changes, version: event.version, updatedAt } : { updatedAt };
}

/** A thing as it comes onto a list. */
export function newEntry({ data, stream, version, at }: InContext<'CollectionEntryAdded'>): CollectionEntry {
  const collectionId = streamId(stream);
  return { id: entryIdOf(collectionId, data.targetId), collectionId, note: null, ...data, version, addedAt: at };
}

export const rewrittenEntry = (entry: CollectionEntry, { data, version }: InContext<'CollectionEntryRewritten'>): CollectionEntry =>
  merge({ ...entry, version }, data.changes);
