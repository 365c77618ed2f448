import type { Binary, Collection, Db } from 'mongodb';
import { mongoConnection } from '../projection-store/mongodb/connection.ts';
import type { KeyPosition, PersonalKey, PersonalKeys } from './port.ts';

const collectionName = 'personal_keys';

/** Stored key. The fields of `_id` are account and incarnation, in sort order. */
interface StoredKey {
  _id: { a: string; l: number };
  key: Binary | null;
}

const idOf = ({ accountId, life }: KeyPosition): StoredKey['_id'] => ({ a: accountId, l: life });
const keyOf = ({ _id, key }: StoredKey): PersonalKey => ({ accountId: _id.a, life: _id.l, key: key && Buffer.from(key.buffer) });

/** Keys in a MongoDB collection beside the read models. Connects at the first use. */
export function mongodbPersonalKeys(url: string): PersonalKeys {
  const connection = mongoConnection(url);
  let indexed: Promise<unknown> | null = null;
  const on = <T>(work: (keys: Collection<StoredKey>) => Promise<T>): Promise<T> =>
    connection.run(async (database: Db) => {
      const keys = database.collection<StoredKey>(collectionName);
      indexed ??= keys.createIndex({ '_id.a': 1, '_id.l': 1 }).catch((error: unknown) => {
        indexed = null;
        throw error;
      });
      await indexed;
      return work(keys);
    });
  /** Adds each key with an upsert, which leaves an existing key alone. */
  const add = (added: readonly PersonalKey[]): Promise<unknown> =>
    on(async (keys) => {
      const { Binary } = await import('mongodb');
      const upserts = added.map(({ key, ...place }) => ({
        updateOne: { filter: { _id: idOf(place) }, update: { $setOnInsert: { key: key && new Binary(key) } }, upsert: true },
      }));
      if (upserts.length > 0) await ignoringDuplicates(keys.bulkWrite(upserts, { ordered: false }));
    });
  return {
    read: async (accountIds) => (await on((keys) => keys.find({ '_id.a': { $in: [...accountIds] } }).toArray())).map(keyOf),
    add: async (added) => {
      await add(added);
    },
    destroy: async (accountId, below) => {
      const known = await on((keys) => keys.findOne({ '_id.a': { $eq: accountId } }));
      if (!known) await add([{ accountId, life: 0, key: null }]);
      await on((keys) => keys.updateMany({ '_id.a': { $eq: accountId }, '_id.l': { $lt: below } }, { $set: { key: null } }));
    },
    list: async ({ accountId, life }, limit) => {
      const later = { $or: [{ '_id.a': { $gt: accountId } }, { '_id.a': { $eq: accountId }, '_id.l': { $gt: life } }], key: { $ne: null } };
      return (await on((keys) => keys.find(later).sort({ '_id.a': 1, '_id.l': 1 }).limit(limit).toArray())).map(keyOf);
    },
    close: () => connection.close(),
  };
}

const duplicateKey = 11_000;

/** Two concurrent upserts of one key may collide; the key of the other writer is then stored. */
async function ignoringDuplicates(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === duplicateKey)) throw error;
  }
}
