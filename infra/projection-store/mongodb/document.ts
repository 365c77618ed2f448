import type { AnyBulkWriteOperation, Collection, MongoBulkWriteError } from 'mongodb';
import type { AppliedOffsets, Commit, Doc, StoredDoc } from '../port.ts';
import type { MongoConnection } from './connection.ts';

/** Stored form of a document in MongoDB. */
export interface MongoDocument {
  _id: string;
  _rev: number;
  _at: AppliedOffsets;
  doc: Doc | null;
  /** Marks escaped keys: some keys have a special meaning in MongoDB or its driver. */
  _escaped?: true;
}

/** Pattern of special keys: operators, references, paths, characters invalid in BSON, and the driver's own type mark. */
const special = /^\$|[.\0]|^_bsontype$/;
/** True for a special key. The driver also misreads inherited names: it treats an array under `constructor` as bytes. */
const isHostile = (key: string): boolean => key in Object.prototype || special.test(key);
/** Characters of a key to escape, in a document with special keys. `%` is included, so that unescaping is unambiguous. */
const toEscape = (key: string): RegExp => (key in Object.prototype || key === '_bsontype' ? /^./ : /^\$|[%.\0]/g);

/** The stored form of a document at a revision. */
export function toMongoDocument({ id, doc, _at }: StoredDoc, _rev: number): MongoDocument {
  if (!hasHostileKey(doc) && !hasHostileKey(_at)) return { _id: id, _rev, _at, doc };
  return { _id: id, _rev, _at: withKeys(_at, escapeKey), doc: withKeys(doc, escapeKey), _escaped: true };
}

export function fromMongoDocument({ _id, _rev, _at, doc, _escaped }: MongoDocument): StoredDoc {
  if (!_escaped) return { id: _id, doc, _at, _rev };
  return { id: _id, doc: withKeys(doc, decodeURIComponent), _at: withKeys(_at, decodeURIComponent), _rev };
}

/** Projection of the fields that `docsOf` needs. */
export const docOnly = { _id: 0, doc: 1, _escaped: 1 } as const;

/** Documents without fences and revisions; tombstones are left out. */
export function docsOf(found: readonly Pick<MongoDocument, 'doc' | '_escaped'>[]): Doc[] {
  return found.flatMap(({ doc, _escaped }) => {
    if (doc === null) return [];
    return [_escaped ? withKeys(doc, decodeURIComponent) : doc];
  });
}

const escapeKey = (key: string): string => key.replace(toEscape(key), (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

function hasHostileKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasHostileKey);
  // Reads keys instead of entries, because entries would allocate an array per field of each written document.
  for (const key of Object.keys(value)) if (isHostile(key) || hasHostileKey(Reflect.get(value, key))) return true;
  return false;
}

function withKeys<T>(value: T, rename: (key: string) => string): T;
function withKeys(value: unknown, rename: (key: string) => string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withKeys(one, rename));
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [rename(key), withKeys(held, rename)]));
}

const fieldName = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;
const collectionName = /^[A-Za-z][A-Za-z0-9_-]{0,45}@[0-9]{1,12}$/;

/** Collection of checkpoints and active versions; its name is invalid for collections of documents. */
export const progressCollectionName = 'progress';
/** Collection with the parts of commits that are too large for one document. */
export const partsCollectionName = 'commit-parts';

/**
 * The physical name of a collection, also valid in MongoDB.
 * @throws Error for an invalid name.
 */
export function checkedName(collection: string): string {
  if (!collectionName.test(collection)) throw new Error(`${JSON.stringify(collection)} is not the physical name of a collection`);
  return collection;
}

/** @throws Error for an invalid field name. */
function checkedField(field: string): string {
  if (!fieldName.test(field)) throw new Error(`${JSON.stringify(field)} is not the name of a field`);
  return field;
}

/**
 * Path of a field in a stored document; `id` is the key of the collection.
 * @throws Error for an invalid field name.
 */
export const pathOf = (field: string): string => (field === 'id' ? '_id' : `doc.${checkedField(field)}`);

/**
 * Path of a field in a stored document; dots in the name lead into nested objects.
 * @throws Error for an invalid field name.
 */
export const nestedPathOf = (field: string): string => `doc.${field.split('.').map(checkedField).join('.')}`;

/** Key of an ordered index; the direction is written as in `IndexSpec`. */
export const orderedKey = (key: string): [path: string, direction: 1 | -1] => (key.startsWith('-') ? [pathOf(key.slice(1)), -1] : [pathOf(key), 1]);

/** Field name for a partition; dots are escaped, because a dot would lead into an object. */
export const partitionKey = (partition: string): string => encodeURIComponent(partition).replaceAll('.', '%2E');
export const partitionOf = (key: string): string => decodeURIComponent(key);

/** Error code of an insert whose key exists. */
export const duplicateKey = 11_000;
/** Documents per insert of `fill`. */
const chunk = 1_000;

export type Writes = Commit['writes'];

export const idsOf = (writes: Writes): string[] => [...new Set(writes.flatMap(({ docs }) => docs.map(({ id }) => id)))];

/** Stored revisions of some documents; documents that are not stored are left out. */
export async function revisionsOf({ on }: MongoConnection, collection: string, ids: readonly string[]): Promise<Pick<StoredDoc, 'id' | '_rev'>[]> {
  const found = await on(collection, (of) => of.find({ _id: { $in: [...ids] } }, { projection: { _rev: 1 } }).toArray());
  return found.map(({ _id, _rev }) => ({ id: _id, _rev }));
}

/** Writes documents that still have their revision. Idempotent at any time, because revisions never repeat. */
export async function writeDocuments({ on }: MongoConnection, writes: Writes): Promise<void> {
  await Promise.all(writes.map(({ collection, docs }) => on(collection, (of) => writeAll(of, docs))));
}

async function writeAll(documents: Collection<MongoDocument>, docs: readonly StoredDoc[]): Promise<void> {
  try {
    await documents.bulkWrite(docs.map(guarded), { ordered: false });
  } catch (error) {
    if (!isOnlyDuplicateKeys(error)) throw error;
  }
}

/** Replaces a document at its revision. No stored document has revision 0, so the upsert for revision 0 inserts, or fails because the key exists. */
const guarded = (doc: StoredDoc): AnyBulkWriteOperation<MongoDocument> => ({
  replaceOne: { filter: { _id: doc.id, _rev: doc._rev }, replacement: toMongoDocument(doc, doc._rev + 1), upsert: doc._rev === 0 },
});

/** True when a bulk write was tried completely and failed only by existing keys. */
export function isOnlyDuplicateKeys(error: unknown): boolean {
  if (!isBulkWriteError(error) || error.err) return false;
  const errors = [error.writeErrors].flat();
  return errors.length > 0 && errors.every(({ code }) => code === duplicateKey);
}

/** Compares the name, because the class is loaded with the driver. */
function isBulkWriteError(error: unknown): error is MongoBulkWriteError {
  return error instanceof Error && error.name === 'MongoBulkWriteError';
}

/** Adds documents that are known to be new. */
export async function fill({ on }: MongoConnection, collection: string, docs: readonly StoredDoc[]): Promise<void> {
  for (let from = 0; from < docs.length; from += chunk) {
    const stored = docs.slice(from, from + chunk).map((doc) => toMongoDocument(doc, doc._rev + 1));
    await on(collection, (documents) => documents.insertMany(stored, { ordered: false }));
  }
}
