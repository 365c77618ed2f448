import { type EventContext, mergeDefined, streamId } from '@waystory/infra/commands/decider.ts';
import { ownOnly } from '@waystory/infra/read-models/own-only.ts';
import { type DocOf, type DocsOf, defineCollection, defineProjection } from '@waystory/infra/read-models/projection.ts';
import { id } from '@waystory/proto/kit/field.ts';
import {
  type CollectionEvent,
  collection,
  collectionEntry,
  collectionEntryList,
  collectionEvents,
  collectionList,
} from '@waystory/proto/social/collection.ts';
import { z } from 'zod';
import { targets } from '../target/targets.projection.ts';
import { collectionChangesOf, entryIdOf, newCollection, newEntry, rewrittenEntry } from './collection.events.ts';

export const collections = defineCollection({
  name: 'collections',
  // `entryIds` lists the entries that are deleted together with the collection.
  doc: collection.extend({ entryIds: z.array(id) }),
  filterable: collectionList.filterable,
  sortable: collectionList.sortable,
  indexes: [{ kind: 'ordered', on: ['accountId', '-updatedAt'] }],
  visibleTo: ownOnly,
});

/** Entries of collections, visible while their owner sees the target. */
export const collectionEntries = defineCollection({
  name: 'collection-entries',
  doc: collectionEntry,
  filterable: collectionEntryList.filterable,
  sortable: collectionEntryList.sortable,
  indexes: [
    { kind: 'ordered', on: ['collectionId', '-addedAt'] },
    { kind: 'ordered', on: ['accountId', 'targetId'] },
  ],
  visibleTo: ownOnly,
  under: [{ collection: targets, key: 'targetId' }],
});

const shelves = { collections, collectionEntries };
type ShelfDocs = DocsOf<typeof shelves>;
type CollectionDoc = DocOf<typeof collections>;

/** Applies an event to the document of its collection; `entryIdsOf` returns the new list of entry ids. */
function change(event: CollectionEvent & EventContext, docs: ShelfDocs, entryIdsOf = ({ entryIds }: CollectionDoc) => entryIds): void {
  docs.collections.update(
    streamId(event.stream),
    (doc) => doc && { ...mergeDefined<CollectionDoc>(doc, collectionChangesOf(event)), entryIds: entryIdsOf(doc) },
  );
}

export const collectionsProjection = defineProjection({
  name: 'collections',
  version: 1,
  collections: shelves,
  reads: collectionEvents,
  on: {
    CollectionCreated: (event, docs) => docs.collections.create(streamId(event.stream), { ...newCollection(event), entryIds: [] }),
    CollectionRewritten: (event, docs) => change(event, docs),
    CollectionEntryAdded: (event, docs) => {
      const entry = newEntry(event);
      change(event, docs, ({ entryIds }) => [...entryIds, entry.id]);
      // Update instead of create, because the target may have been in the collection before.
      docs.collectionEntries.update(entry.id, () => entry);
    },
    CollectionEntryRewritten: (event, docs) => {
      change(event, docs);
      const entryId = entryIdOf(streamId(event.stream), event.data.targetId);
      docs.collectionEntries.update(entryId, (entry) => entry && rewrittenEntry(entry, event));
    },
    CollectionEntryRemoved: (event, docs) => {
      const entryId = entryIdOf(streamId(event.stream), event.data.targetId);
      change(event, docs, ({ entryIds }) => entryIds.filter((one) => one !== entryId));
      docs.collectionEntries.update(entryId, () => undefined);
    },
    CollectionDeleted: ({ stream }, docs) => {
      const collectionId = streamId(stream);
      for (const entryId of docs.collections.get(collectionId)?.entryIds ?? []) docs.collectionEntries.update(entryId, () => undefined);
      docs.collections.update(collectionId, () => undefined);
    },
  },
});
