import type { Collection } from 'mongodb';
import { derivedId } from '../identifier.ts';
import type { MongoConnection } from '../projection-store/mongodb/connection.ts';
import { isOnlyDuplicateKeys } from '../projection-store/mongodb/document.ts';
import type { ProjectionStore } from '../projection-store/port.ts';
import { type DeadLetter, type DeadLetters, errorText, replayBatchSize } from './port.ts';

const collectionName = 'dead_letters';
/** Name of a checkpoint that signals a request to other processes, because every process watches checkpoints already. */
const signal = 'dead-letters';

interface Stored {
  /** Derived from consumer and event, so that an event is added once. */
  _id: string;
  consumer: string;
  stream: string;
  partition: string;
  offset: number;
  /** JSON, because MongoDB reserves some names that an event's keys may have. */
  event: string;
  error: string | null;
  due: boolean;
  discarded: boolean;
  at: Date;
}

/**
 * Dead letters in MongoDB, one document per event. Each call is idempotent, because the store uses no transactions.
 * @param connection Closed by the caller, like the read models on it.
 */
export function mongodbDeadLetters(
  connection: MongoConnection,
  store: Pick<ProjectionStore, 'saveCheckpoint' | 'checkpoints' | 'onChange'>,
): DeadLetters {
  const on = lettersOn(connection);
  const requests = createRequests(store);
  return {
    add: (consumer, letters) =>
      on(async (all) => {
        const upserts = letters.map(({ record: { partition, offset, event }, error }) => {
          const fresh = {
            consumer,
            stream: event.stream,
            partition,
            offset,
            event: JSON.stringify(event),
            due: false,
            discarded: false,
            at: new Date(),
          };
          const $setOnInsert = { ...fresh, error: error === undefined ? null : errorText(error) };
          return { updateOne: { filter: { _id: derivedId(consumer, event.id) }, update: { $setOnInsert }, upsert: true } };
        });
        if (upserts.length === 0) return;
        await all.bulkWrite(upserts, { ordered: false }).catch((error: unknown) => {
          // Another process added the same events at the same time.
          if (!isOnlyDuplicateKeys(error)) throw error;
        });
      }),
    blockedStreams: (consumer) =>
      on(async (all) => {
        const streams = new Map<string, boolean>();
        const found = all.find({ consumer: { $eq: consumer } }, { sort: order, projection: { event: 0 } });
        // The first event of a stream decides: without an error, it no longer waits for a request of an operator.
        for await (const { stream, due, error } of found) streams.set(stream, due || (streams.get(stream) ?? error === null));
        return Array.from(streams, ([stream, due]) => ({ stream, due }));
      }),
    list: ({ consumer, limit }) =>
      on(async (all) => {
        const filter = { discarded: false, ...(consumer !== undefined && { consumer: { $eq: consumer } }) };
        return limit === 0 ? [] : (await all.find(filter, { sort: order, limit }).toArray()).map(deadLetter);
      }),
    find: (id) =>
      on(async (all) => {
        const found = await all.findOne({ _id: { $eq: id }, discarded: false });
        return found && deadLetter(found);
      }),
    replay: async (consumer, stream) => {
      await on((all) => all.updateMany(of(consumer, stream), { $set: { due: true } }));
      await requests.tell();
    },
    discard: async (id) => {
      const { modifiedCount } = await on((all) => all.updateOne({ _id: { $eq: id }, discarded: false }, { $set: { discarded: true, due: true } }));
      if (modifiedCount > 0) await requests.tell();
      return modifiedCount > 0;
    },
    takeForReplay: (consumer, stream, to) =>
      on(async (all) => {
        const found = await all.find(of(consumer, stream), { sort: order }).toArray();
        const discarded = found.filter((one) => one.discarded).map(({ _id }) => _id);
        if (discarded.length > 0) {
          // The request is copied to the other events of the stream before the discarded events, which carry it, are deleted.
          await all.updateMany(of(consumer, stream), { $set: { due: true } });
          await all.deleteMany({ _id: { $in: discarded }, discarded: true });
        }
        const ready = found.filter((one) => !one.discarded && one.offset <= (to[one.partition] ?? -1));
        return ready.slice(0, replayBatchSize).map(deadLetter);
      }),
    remove: async (ids) => {
      if (ids.length > 0) await on((all) => all.deleteMany({ _id: { $in: [...ids] } }));
    },
    failed: (id, error) =>
      on(async (all) => {
        const found = await all.findOneAndUpdate({ _id: { $eq: id } }, { $set: { error: errorText(error) } });
        if (found) await all.updateMany(of(found.consumer, found.stream), { $set: { due: false } });
      }),
    forget: async (consumer) => {
      await on((all) => all.deleteMany({ consumer: { $eq: consumer } }));
    },
    onRequest: requests.subscribe,
    close: async () => requests.close(),
  };
}

const order = { consumer: 1, stream: 1, offset: 1 } as const;
const of = (consumer: string, stream: string) => ({ consumer: { $eq: consumer }, stream: { $eq: stream } });

const deadLetter = ({ _id, consumer, partition, offset, event, error, at }: Stored): DeadLetter => ({
  id: _id,
  consumer,
  record: { partition, offset, event: JSON.parse(event) },
  error,
  parkedAt: at.toISOString(),
});

/** Runs work on the collection, after its index was created once. */
function lettersOn(connection: MongoConnection) {
  let indexed: Promise<unknown> | null = null;
  return <T>(work: (letters: Collection<Stored>) => Promise<T>): Promise<T> =>
    connection.run(async (database) => {
      const letters = database.collection<Stored>(collectionName);
      indexed ??= letters.createIndex(order).catch((error: unknown) => {
        indexed = null;
        throw error;
      });
      await indexed;
      return work(letters);
    });
}

/** Requests of operators as a token that changes with each request. */
function createRequests(store: Pick<ProjectionStore, 'saveCheckpoint' | 'checkpoints' | 'onChange'>) {
  const unsubscribes = new Set<() => void>();
  return {
    tell: () => store.saveCheckpoint(signal, 'request', { offset: Date.now(), watermark: Math.floor(Math.random() * Number.MAX_SAFE_INTEGER) }),
    subscribe: (told: () => void): (() => void) => {
      let known: number | undefined;
      let ended = false;
      const see = (token: number): void => {
        if (ended || token === known) return;
        known = token;
        told();
      };
      const unsubscribe = store.onChange(({ projection, watermark }) => {
        if (projection === signal && watermark !== undefined) see(watermark);
      });
      // Earlier requests are announced as well, because they may have been missed. If this read fails, the next change announces them.
      store.checkpoints(signal).then(
        ({ request }) => known ?? see(request?.watermark ?? 0),
        () => {},
      );
      const end = (): void => {
        ended = true;
        unsubscribe();
        unsubscribes.delete(end);
      };
      unsubscribes.add(end);
      return end;
    },
    close: (): void => {
      for (const end of unsubscribes) end();
    },
  };
}
