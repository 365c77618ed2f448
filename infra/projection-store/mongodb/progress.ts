import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import { type CheckpointWrite, storedTogether } from '../checkpoint-writes.ts';
import type { Checkpoint } from '../port.ts';
import { duplicateKey } from './commit.ts';
import type { MongoConnection } from './connection.ts';
import { partitionKey, partitionOf, progressName } from './names.ts';

/** Document of a projection, by name with version (checkpoints) or without (active version). */
export interface StoredProgress {
  _id: string;
  partitions?: Record<string, Checkpoint>;
  version?: number;
  /** When a checkpoint was stored or the version changed last, by the clock of the server. */
  moved?: Date;
  /** Number of begun commits with documents, plus requests for a turn. */
  begun?: number;
  /** The last commit, until it is written. */
  unfinished?: Unfinished;
}

export interface MovedCheckpoint extends Checkpoint {
  partition: string;
}

/** Commits that count: their beginner, or the next process that finds them, completes them. */
export interface Unfinished {
  token: string;
  checkpoints: MovedCheckpoint[];
  /** Their writes as JSON, or the number of separately stored parts. */
  writes: string | number;
}

/** The same, read. */
export interface Progress {
  name: string;
  partitions: Record<string, Checkpoint>;
  version?: number;
  moved?: Date;
}

/** Attempts of an upsert: of two concurrent creations, one finds the key taken and then updates. */
const attempts = 3;

export const progressIn = (database: Db): Collection<StoredProgress> => database.collection<StoredProgress>(progressName);

const readProgress = ({ _id, partitions, version, moved }: StoredProgress): Progress => ({
  name: _id,
  partitions: Object.fromEntries(Object.entries(partitions ?? {}).map(([key, checkpoint]) => [partitionOf(key), checkpoint])),
  ...(version !== undefined && { version }),
  ...(moved && { moved }),
});

/** Progress of all projections of a store, or of those that changed since. */
export const knownProgress = ({ run }: MongoConnection, since?: Date): Promise<Progress[]> =>
  run(async (database) => {
    const found = progressIn(database).find(since ? { moved: { $gte: since } } : {}, { projection: { unfinished: 0, begun: 0 } });
    return (await found.toArray()).map(readProgress);
  });

export async function checkpoints({ run }: MongoConnection, projection: string): Promise<Record<string, Checkpoint>> {
  const found = await run((database) => progressIn(database).findOne({ _id: { $eq: projection } }, { projection: { unfinished: 0 } }));
  return found ? readProgress(found).partitions : {};
}

export async function activeVersions({ run }: MongoConnection): Promise<Record<string, number>> {
  const found = await run((database) =>
    progressIn(database)
      .find({ version: { $exists: true } })
      .toArray(),
  );
  return Object.fromEntries(found.flatMap(({ _id, version }) => (version === undefined ? [] : [[_id, version]])));
}

export const activate = (connection: MongoConnection, projection: string, version: number): Promise<void> =>
  update(connection, [{ updateOne: { filter: { _id: projection }, update: { $set: { version }, ...stamped }, upsert: true } }]);

/** Runs idempotent updates in order. */
export async function update({ run }: MongoConnection, operations: AnyBulkWriteOperation<StoredProgress>[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await run((database) => progressIn(database).bulkWrite(operations));
      return;
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && error.code === duplicateKey;
      if (!taken || attempt === attempts) throw error;
    }
  }
}

/** Timestamp for polls of recent changes. */
const stamped = { $currentDate: { moved: true } } as const;

/** Moves checkpoints of different partitions forward, never back. */
export function movedForward(checkpoints: readonly MovedCheckpoint[]): { $max: Record<string, number> } & typeof stamped {
  const moves = checkpoints.flatMap(({ partition, offset, watermark }): [string, number][] => {
    const path = `partitions.${partitionKey(partition)}`;
    return [
      [`${path}.offset`, offset],
      [`${path}.watermark`, watermark],
    ];
  });
  return { $max: Object.fromEntries(moves), ...stamped };
}

/** Update operations in the order of the writes. Consecutive forward writes of one projection are merged. */
function operationsOf(writes: readonly CheckpointWrite[]): AnyBulkWriteOperation<StoredProgress>[] {
  const moves = new Map<string, Record<string, number>>();
  const operations: AnyBulkWriteOperation<StoredProgress>[] = [];
  const add = (projection: string, change: object): void => {
    operations.push({ updateOne: { filter: { _id: projection }, update: change, upsert: true } });
  };
  for (const { projection, partition, checkpoint, forward } of writes) {
    if (!forward) {
      const { offset, watermark } = checkpoint;
      moves.delete(projection);
      add(projection, { $set: { [`partitions.${partitionKey(partition)}`]: { offset, watermark } }, ...stamped });
      continue;
    }
    const { $max } = movedForward([{ partition, ...checkpoint }]);
    const known = moves.get(projection);
    if (known) for (const [path, value] of Object.entries($max)) known[path] = Math.max(known[path] ?? value, value);
    else {
      moves.set(projection, $max);
      add(projection, { $max, ...stamped });
    }
  }
  return operations;
}

/** Stores checkpoints, several in one call. */
export const checkpointWriter = (connection: MongoConnection): ((write: CheckpointWrite) => Promise<void>) =>
  storedTogether((writes) => update(connection, operationsOf(writes)));
