import type { AnyBulkWriteOperation, Collection, MongoBulkWriteError } from 'mongodb';
import type { Commit, StoredDoc } from '../port.ts';
import type { MongoConnection } from './connection.ts';
import { type Stored, toStored } from './document.ts';

/** A document with this key is there already. */
export const duplicateKey = 11_000;
/** Documents of one insert of `fill`. */
const chunk = 1_000;

export type Writes = Commit['writes'];

export const idsOf = (writes: Writes): string[] => [...new Set(writes.flatMap(({ docs }) => docs.map(({ id }) => id)))];

/** Revisions of some documents as they are stored; without those that are not. */
export async function revisionsOf({ on }: MongoConnection, collection: string, ids: readonly string[]): Promise<Pick<StoredDoc, 'id' | '_rev'>[]> {
  const found = await on(collection, (of) => of.find({ _id: { $in: [...ids] } }, { projection: { _rev: 1 } }).toArray());
  return found.map(({ _id, _rev }) => ({ id: _id, _rev }));
}

/** Writes documents that still have their revision. Idempotent at any time, because revisions never repeat. */
export async function writeDocuments({ on }: MongoConnection, writes: Writes): Promise<void> {
  await Promise.all(writes.map(({ collection, docs }) => on(collection, (of) => writeAll(of, docs))));
}

async function writeAll(documents: Collection<Stored>, docs: readonly StoredDoc[]): Promise<void> {
  try {
    await documents.bulkWrite(docs.map(guarded), { ordered: false });
  } catch (error) {
    if (!isAllTaken(error)) throw error;
  }
}

/** No document is stored at revision 0: asking for it makes a new one, or fails because the key is taken. */
const guarded = (doc: StoredDoc): AnyBulkWriteOperation<Stored> => ({
  replaceOne: { filter: { _id: doc.id, _rev: doc._rev }, replacement: toStored(doc, doc._rev + 1), upsert: doc._rev === 0 },
});

/** True when a bulk write was tried completely and failed only by existing keys. */
export function isAllTaken(error: unknown): boolean {
  if (!isBulkWriteError(error) || error.err) return false;
  const errors = [error.writeErrors].flat();
  return errors.length > 0 && errors.every(({ code }) => code === duplicateKey);
}

/** By name: the class itself is loaded with the driver. */
function isBulkWriteError(error: unknown): error is MongoBulkWriteError {
  return error instanceof Error && error.name === 'MongoBulkWriteError';
}

/** Adds documents that are known to be new. */
export async function fill({ on }: MongoConnection, collection: string, docs: readonly StoredDoc[]): Promise<void> {
  for (let from = 0; from < docs.length; from += chunk) {
    const stored = docs.slice(from, from + chunk).map((doc) => toStored(doc, doc._rev + 1));
    await on(collection, (documents) => documents.insertMany(stored, { ordered: false }));
  }
}
