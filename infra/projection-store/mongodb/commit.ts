import { randomUUID } from 'node:crypto';
import type { AnyBulkWriteOperation, BulkWriteResult, Collection, MongoBulkWriteError } from 'mongodb';
import type { Commit, StoredDoc } from '../port.ts';
import type { MongoConnection } from './connection.ts';
import { type Stored, toStored } from './document.ts';

/** A document with this key is there already. */
export const duplicateKey = 11_000;
/** Documents of one insert of `fill`. */
const chunk = 1_000;

/** Writes the documents that are still on their revision and answers the ids of the others. */
export async function writeDocuments({ on }: MongoConnection, writes: Commit['writes']): Promise<string[]> {
  const conflicts = await Promise.all(writes.map(({ collection, docs }) => (docs.length > 0 ? on(collection, (of) => writeAll(of, docs)) : [])));
  return [...new Set(conflicts.flat())];
}

async function writeAll(documents: Collection<Stored>, docs: readonly StoredDoc[]): Promise<string[]> {
  const _by = randomUUID();
  const operations = docs.map((doc) => guarded(doc, _by));
  const { result, taken } = await unordered(documents, operations);
  if (result.matchedCount + result.upsertedCount === docs.length) return [];
  const created = new Set(taken);
  const lost = docs.flatMap(({ id }, index) => (created.has(index) ? [id] : []));
  const replaced = docs.flatMap(({ id, _rev }) => (_rev > 0 ? [id] : []));
  if (result.matchedCount === replaced.length) return lost;
  const ours = await documents.find({ _id: { $in: replaced }, _by }, { projection: { _id: 1 } }).toArray();
  const written = new Set(ours.map(({ _id }) => _id));
  return [...lost, ...replaced.filter((id) => !written.has(id))];
}

/** No document is stored at revision 0: asking for it makes a new one, or fails because the key is taken. */
const guarded = (doc: StoredDoc, _by: string): AnyBulkWriteOperation<Stored> => ({
  replaceOne: { filter: { _id: doc.id, _rev: doc._rev }, replacement: { ...toStored(doc, doc._rev + 1), _by }, upsert: doc._rev === 0 },
});

/** Writes what can be written; `taken` are the operations whose key was there already. */
async function unordered(
  documents: Collection<Stored>,
  operations: AnyBulkWriteOperation<Stored>[],
): Promise<{ result: BulkWriteResult; taken: number[] }> {
  try {
    return { result: await documents.bulkWrite(operations, { ordered: false }), taken: [] };
  } catch (error) {
    const errors = isBulkWriteError(error) ? [error.writeErrors].flat() : [];
    if (!isBulkWriteError(error) || error.err || errors.length === 0 || errors.some(({ code }) => code !== duplicateKey)) throw error;
    return { result: error.result, taken: errors.map(({ index }) => index) };
  }
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
