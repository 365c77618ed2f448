import { changedFields, type EventContext, isEmpty, mergeDefined, type Stream } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import {
  type Collection,
  type CollectionEntry,
  type CollectionEvent,
  collectionEvents,
  type collectionRoutes,
  mostCollections,
  mostEntries,
} from '@waystory/proto/social/collection.ts';
import type { Target } from '@waystory/proto/social/target.ts';
import type { z } from 'zod';
import { collectionChangesOf, newCollection, newEntry, rewrittenEntry } from './collection.events.ts';

/** A collection with all its entries, oldest first, including entries that its owner no longer sees. */
export interface CollectionWithEntries extends Collection {
  entries: readonly CollectionEntry[];
}

type CreateBody = z.output<typeof collectionRoutes.createCollection.body>;
type PatchBody = z.output<typeof collectionRoutes.patchCollection.body>;
type EntryBody = z.output<typeof collectionRoutes.patchCollectionEntry.body>;

/** Commands of the account `accountId`. */
type CollectionCommand =
  | { type: 'CreateCollection'; accountId: string; collection: CreateBody /** Known number of the account's other collections. */; others: number }
  | { type: 'PatchCollection'; accountId: string; changes: PatchBody }
  | { type: 'DeleteCollection'; accountId: string }
  /** `target` is null when the account sees no such target. */
  | { type: 'AddEntry'; accountId: string; target: Target | null; entry: EntryBody }
  | { type: 'PatchEntry'; accountId: string; targetId: string; changes: EntryBody }
  | { type: 'RemoveEntry'; accountId: string; targetId: string }
  /** Erasure after the deletion of the account; no event if the collection is deleted already. */
  | { type: 'EraseCollection' };

function decide(command: CollectionCommand, collection: CollectionWithEntries | null): CollectionEvent[] {
  switch (command.type) {
    case 'CreateCollection': {
      const { accountId, collection: written, others } = command;
      if (collection) return [];
      if (others >= mostCollections) throw new Rejected('collection/too-many', { most: mostCollections });
      return [{ type: 'CollectionCreated', data: { ...written, accountId } }];
    }
    case 'PatchCollection': {
      const { accountId } = command;
      const changes = changedFields<PatchBody>(ownCollection(collection, command), command.changes);
      return isEmpty(changes) ? [] : [{ type: 'CollectionRewritten', data: { accountId, changes } }];
    }
    case 'DeleteCollection':
      ownCollection(collection, command);
      return [{ type: 'CollectionDeleted', data: { accountId: command.accountId } }];
    case 'AddEntry':
      return add(command, ownCollection(collection, command));
    case 'PatchEntry': {
      const { accountId, targetId } = command;
      const changes = changedFields<EntryBody>(requireEntry(ownCollection(collection, command), targetId), command.changes);
      return isEmpty(changes) ? [] : [{ type: 'CollectionEntryRewritten', data: { accountId, targetId, changes } }];
    }
    case 'RemoveEntry': {
      const { accountId, targetId } = command;
      requireEntry(ownCollection(collection, command), targetId);
      return [{ type: 'CollectionEntryRemoved', data: { accountId, targetId } }];
    }
    case 'EraseCollection':
      return collection ? [{ type: 'CollectionDeleted', data: { accountId: collection.accountId } }] : [];
    default:
      return command satisfies never;
  }
}

function add({ accountId, target, entry }: Extract<CollectionCommand, { type: 'AddEntry' }>, { entries }: CollectionWithEntries): CollectionEvent[] {
  if (!target) throw new Rejected('collection/target-unknown');
  const { id: targetId, kind, itineraryId } = target;
  if (entries.some((one) => one.targetId === targetId)) return [];
  if (entries.length >= mostEntries) throw new Rejected('collection/full', { most: mostEntries });
  return [{ type: 'CollectionEntryAdded', data: { ...entry, accountId, kind, targetId, itineraryId } }];
}

/** @throws Rejected `collection/unknown`, also for the collection of another account, whose existence is secret. */
function ownCollection(collection: CollectionWithEntries | null, { accountId }: { accountId: string }): CollectionWithEntries {
  if (collection?.accountId !== accountId) throw new Rejected('collection/unknown');
  return collection;
}

/** @throws Rejected `collection/entry-unknown` when the target is not in the collection. */
export function requireEntry({ entries }: CollectionWithEntries, targetId: string): CollectionEntry {
  const entry = entries.find((one) => one.targetId === targetId);
  if (!entry) throw new Rejected('collection/entry-unknown');
  return entry;
}

function evolve(collection: CollectionWithEntries | null, event: CollectionEvent & EventContext): CollectionWithEntries | null {
  if (event.type === 'CollectionCreated') return { ...newCollection(event), entries: [] };
  if (!collection || event.type === 'CollectionDeleted') return null;
  const changed = mergeDefined<CollectionWithEntries>(collection, collectionChangesOf(event));
  const { entries } = collection;
  switch (event.type) {
    case 'CollectionRewritten':
      return changed;
    case 'CollectionEntryAdded':
      return { ...changed, entries: [...entries, newEntry(event)] };
    case 'CollectionEntryRewritten':
      return { ...changed, entries: entries.map((one) => (one.targetId === event.data.targetId ? rewrittenEntry(one, event) : one)) };
    case 'CollectionEntryRemoved':
      return { ...changed, entries: entries.filter(({ targetId }) => targetId !== event.data.targetId) };
    default:
      return event satisfies never;
  }
}

/** Version for optimistic concurrency. Each entry has a version of its own. */
function versionOf(collection: CollectionWithEntries | null, command: CollectionCommand): number | undefined {
  switch (command.type) {
    case 'AddEntry':
      return collection?.entries.find(({ targetId }) => targetId === command.target?.id)?.version;
    case 'PatchEntry':
    case 'RemoveEntry':
      return collection?.entries.find(({ targetId }) => targetId === command.targetId)?.version;
    default:
      return collection?.version;
  }
}

export const collectionStream: Stream<CollectionCommand, CollectionWithEntries | null, CollectionEvent> = {
  category: 'collection',
  stateVersion: 1,
  events: collectionEvents,
  decider: { initial: null, decide, evolve },
  versionOf,
};
