import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents, type EventOf } from '../kit/event.ts';
import { id, instant, line, text, version } from '../kit/field.ts';
import type { ListSpec } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';
import { targetKind } from './target.ts';

/** Maximum number of collections of an account. The check reads the read model, so concurrent requests may exceed it slightly. */
export const mostCollections = 100;
/** Maximum number of entries of a collection, hidden ones included. */
export const mostEntries = 500;

/** Texts of a collection. */
export const collectionFields = {
  title: line(80, 'Give the list a title'),
  note: text(500).nullable(),
};
const written = z.object(collectionFields);
const first = written.partial().extend({ title: collectionFields.title });

/** Text of an entry. */
export const collectionEntryFields = { note: text(300).nullable() };
const remark = z.object(collectionEntryFields);

/** Events of a collection, one stream per collection. Its texts are private, so they are encrypted with the account's key (decision 0019). */
export const collectionEvents = defineEvents(
  {
    CollectionCreated: first.extend({ accountId: id }),
    CollectionRewritten: z.object({ accountId: id, changes: written.partial() }),
    CollectionEntryAdded: remark.partial().extend({ accountId: id, kind: targetKind, targetId: id, itineraryId: id }),
    CollectionEntryRewritten: z.object({ accountId: id, targetId: id, changes: remark.partial() }),
    CollectionEntryRemoved: z.object({ accountId: id, targetId: id }),
    CollectionDeleted: z.object({ accountId: id }),
  },
  {},
  {
    CollectionCreated: { owner: 'accountId', fields: ['title', 'note'] },
    CollectionRewritten: { owner: 'accountId', fields: ['changes.title', 'changes.note'] },
    CollectionEntryAdded: { owner: 'accountId', fields: ['note'] },
    CollectionEntryRewritten: { owner: 'accountId', fields: ['changes.note'] },
  },
);
export type CollectionEvent = EventOf<typeof collectionEvents>;

export const collectionErrors = {
  'collection/unknown': 'There is no such list of yours.',
  'collection/entry-unknown': 'This is not on the list.',
  'collection/target-unknown': 'There is no such thing to put on a list.',
  'collection/full': `A list holds ${mostEntries} things at most. Take something off it, or begin another one.`,
  'collection/too-many': `You have ${mostCollections} lists already. Delete one that you no longer need.`,
} as const satisfies ErrorCatalogue;

/** A private collection of stories and stops. */
export const collection = written.extend({
  id,
  accountId: id,
  version,
  createdAt: instant,
  updatedAt: instant.describe('When it, or anything on it, was changed last'),
});
export type Collection = z.output<typeof collection>;

/** A story or stop in a collection, which contains it at most once. */
export const collectionEntry = remark.extend({
  id,
  collectionId: id,
  accountId: id,
  kind: targetKind,
  targetId: id.describe('Of the itinerary or of the stop'),
  itineraryId: id.describe('The itinerary itself, or the one that the stop belongs to'),
  version,
  addedAt: instant,
});
export type CollectionEntry = z.output<typeof collectionEntry>;

/** A collection with a preview. Entries that the reader may not see are not counted. */
export const collectionView = collection.extend({
  entriesCount: z.int(),
  latest: z.array(collectionEntry).describe('Up to four things on it, the last one first'),
});
export type CollectionView = z.output<typeof collectionView>;

export const collectionList = {
  entity: 'Collection',
  filterable: { id: 'id', title: 'text', createdAt: 'time', updatedAt: 'time' },
  sortable: ['createdAt', 'updatedAt', 'title'],
  defaultSort: 'updatedAt DESC',
} as const satisfies ListSpec;
export const collectionEntryList = {
  entity: 'CollectionEntry',
  filterable: { id: 'id', collectionId: 'id', kind: 'text', targetId: 'id', itineraryId: 'id', addedAt: 'time' },
  forms: { kind: targetKind },
  sortable: ['addedAt'],
  defaultSort: 'addedAt DESC',
} as const satisfies ListSpec;

const params = z.object({ id });
const entryParams = z.object({ id, targetId: id });

export const collectionRoutes = defineRoutes({
  createCollection: route.post('/collections', 'Begin a list of saved things, for yourself', 'collections.write', {
    body: first,
    reply: collection,
    errors: ['collection/too-many'],
  }),
  listCollections: route.list('/collections', 'Lists of the caller', 'collections.read', collectionList, collectionView),
  getCollection: route.get('/collections/:id', 'One list of the caller', 'collections.read', {
    params,
    reply: collectionView,
    errors: ['collection/unknown'],
  }),
  patchCollection: route.patch('/collections/:id', 'Change title and note of a list', 'collections.write', {
    params,
    body: written.partial(),
    reply: collection,
    errors: ['collection/unknown'],
  }),
  deleteCollection: route.delete('/collections/:id', 'Delete a list; what is on it stays where it is', 'collections.write', {
    params,
    errors: ['collection/unknown'],
  }),
  listCollectionEntries: route.list(
    '/collection-entries',
    'What is on the lists of the caller and can be seen by them',
    'collections.read',
    collectionEntryList,
    collectionEntry,
  ),
  addCollectionEntry: route.post(
    '/collections/:id/entries',
    'Put an itinerary or a stop on a list; once on it, the same again as it is',
    'collections.write',
    {
      params,
      body: remark.partial().extend({ kind: targetKind, targetId: id }),
      reply: collectionEntry,
      errors: ['collection/unknown', 'collection/target-unknown', 'collection/full'],
    },
  ),
  patchCollectionEntry: route.patch('/collections/:id/entries/:targetId', 'Change the note of a thing on a list', 'collections.write', {
    params: entryParams,
    body: remark.partial(),
    reply: collectionEntry,
    errors: ['collection/unknown', 'collection/entry-unknown'],
  }),
  removeCollectionEntry: route.delete('/collections/:id/entries/:targetId', 'Take a thing off a list', 'collections.write', {
    params: entryParams,
    errors: ['collection/unknown', 'collection/entry-unknown'],
  }),
});
