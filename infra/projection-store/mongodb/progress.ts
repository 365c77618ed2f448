import { setTimeout as pause } from 'node:timers/promises';
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import { batchedCheckpoints, type CheckpointWrite } from '../checkpoint-writes.ts';
import type { Checkpoint } from '../port.ts';
import type { MongoConnection } from './connection.ts';
import { duplicateKey, partitionKey, partitionOf, partsCollectionName, progressCollectionName, type Writes, writeDocuments } from './document.ts';

/** Document of a projection. Its id is the name with a version for checkpoints, and without a version for the active version. */
export interface StoredProgress {
  _id: string;
  partitions?: Record<string, Checkpoint>;
  version?: number;
  /** Time of the last change of a checkpoint or version, by the server's clock. */
  moved?: Date;
  /** Number of begun commits with documents, plus requests for a turn. */
  begun?: number;
  /** The last commit, until its documents and checkpoints are stored. */
  unfinished?: CommitRecord;
}

export interface MovedCheckpoint extends Checkpoint {
  partition: string;
}

/** A decided commit (write-ahead record). The process that began it, or the next process that finds it, completes its writes. */
export interface CommitRecord {
  token: string;
  checkpoints: MovedCheckpoint[];
  /** Writes of the commit as JSON; or the number of its parts, when these are stored separately. */
  writes: string | number;
}

/** Progress of a projection, with decoded partition names. */
export interface Progress {
  name: string;
  partitions: Record<string, Checkpoint>;
  version?: number;
  moved?: Date;
}

/** Most attempts of an upsert: of two concurrent inserts, one fails with a duplicate key and then updates. */
const attempts = 3;

export const progressIn = (database: Db): Collection<StoredProgress> => database.collection<StoredProgress>(progressCollectionName);

const readProgress = ({ _id, partitions, version, moved }: StoredProgress): Progress => ({
  name: _id,
  partitions: Object.fromEntries(Object.entries(partitions ?? {}).map(([key, checkpoint]) => [partitionOf(key), checkpoint])),
  ...(version !== undefined && { version }),
  ...(moved && { moved }),
});

/** Progress of all projections of a store, or of those that changed after `since`. */
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

/** Sets the timestamp that polls for recent changes use. */
const stamped = { $currentDate: { moved: true } } as const;

/** Moves checkpoints of different partitions forward, never back. */
export function forwardUpdateOf(checkpoints: readonly MovedCheckpoint[]): { $max: Record<string, number> } & typeof stamped {
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
    const { $max } = forwardUpdateOf([{ partition, ...checkpoint }]);
    const known = moves.get(projection);
    if (known) for (const [path, value] of Object.entries($max)) known[path] = Math.max(known[path] ?? value, value);
    else {
      moves.set(projection, $max);
      add(projection, { $max, ...stamped });
    }
  }
  return operations;
}

/** Writer of checkpoints; it stores the checkpoints of several callers in one call. */
export const checkpointWriter = (connection: MongoConnection): ((write: CheckpointWrite) => Promise<void>) =>
  batchedCheckpoints((writes) => update(connection, operationsOf(writes)));

/** Longest text of a commit in one document, UTF-16 units: MongoDB limits a document to 16 MB, and a unit takes up to 3 bytes. */
export const longestText = 2_000_000;
/**
 * Time after which parts of undecided commits are removed, milliseconds. No commit takes as long, because each of its calls ends within half a
 * minute.
 */
const partsKeptMs = 3_600_000;
/** Polling interval for another process's commit, milliseconds. */
const lookEveryMs = 10;
/** Polls after which the process that began a commit is assumed dead. A process that is only slow loses nothing. */
const looks = 4;

interface Part {
  projection: string;
  token: string;
  at: Date;
  /** JSON of this part of the writes. */
  writes: string;
}

interface State {
  /** Number of begun commits, plus requests for a turn. */
  begun: number;
  unfinished?: CommitRecord;
}

export async function commitStateOf({ run }: MongoConnection, projection: string): Promise<State> {
  const found = await run((database) => progressIn(database).findOne({ _id: { $eq: projection } }, { projection: { begun: 1, unfinished: 1 } }));
  return { begun: found?.begun ?? 0, ...(found?.unfinished && { unfinished: found.unfinished }) };
}

/**
 * Decides a commit, in one update with the end of its written predecessor, unless another commit has begun.
 * @param begun Expected number of begun commits.
 * @returns False when another commit has begun.
 */
export async function decideCommit(
  connection: MongoConnection,
  projection: string,
  begun: number,
  next: CommitRecord,
  before?: CommitRecord,
): Promise<boolean> {
  if (begun === 0) await update(connection, [{ updateOne: { filter: { _id: projection }, update: { $max: { begun: 0 } }, upsert: true } }]);
  const change = { ...(before && forwardUpdateOf(before.checkpoints)), $set: { unfinished: next }, $inc: { begun: 1 } };
  const free = before ? { 'unfinished.token': before.token } : { unfinished: { $exists: false } };
  const { matchedCount } = await connection.run((database) => progressIn(database).updateOne({ _id: projection, begun, ...free }, change));
  return matchedCount > 0;
}

/** Moves the checkpoints of a written commit and removes it. Idempotent. */
export async function finishCommit(connection: MongoConnection, projection: string, unfinished: CommitRecord): Promise<void> {
  const done = { ...forwardUpdateOf(unfinished.checkpoints), $unset: { unfinished: '' as const } };
  await connection.run((database) => progressIn(database).updateOne({ _id: projection, 'unfinished.token': unfinished.token }, done));
  const { token, writes } = unfinished;
  if (typeof writes === 'number') await connection.run((database) => partsIn(database).deleteMany({ token }));
}

/** Completes a commit. Several processes may do so at once, also while the process that began it continues. */
async function redo(connection: MongoConnection, projection: string, unfinished: CommitRecord): Promise<void> {
  const docs = await writesOf(connection, unfinished);
  if (docs) {
    await writeDocuments(connection, docs);
    return finishCommit(connection, projection, unfinished);
  }
  const now = (await commitStateOf(connection, projection)).unfinished;
  if (now?.token === unfinished.token) throw new Error(`${projection}: parts of an unfinished commit are missing`);
}

/**
 * Waits for the end of the commit in progress, or completes it, and returns the state after it. It waits first, because a live process ends its
 * commit within moments, and others should not complete it.
 * @param isOwn True for a commit that this process began and abandoned.
 */
export async function awaitCommitEnd(
  connection: MongoConnection,
  projection: string,
  found: State,
  isOwn: (token: string) => boolean,
): Promise<State> {
  let state = found;
  const token = found.unfinished?.token;
  for (let look = 1; state.unfinished && state.unfinished.token === token; look++) {
    if (isOwn(state.unfinished.token) || look > looks) await redo(connection, projection, state.unfinished);
    else await pause(lookEveryMs);
    state = await commitStateOf(connection, projection);
  }
  return state;
}

interface Quiet {
  begun: number;
  /** Partitions of the commits that this call has waited for. */
  partitions: ReadonlySet<string>;
}

/** Waits until no commit is in progress. @returns Number of begun commits and the partitions of those it has waited for. */
export async function awaitNoCommit(connection: MongoConnection, projection: string, isOwn: (token: string) => boolean): Promise<Quiet> {
  const partitions = new Set<string>();
  let state = await commitStateOf(connection, projection);
  while (state.unfinished) {
    for (const { partition } of state.unfinished.checkpoints) partitions.add(partition);
    const { begun, unfinished } = await awaitCommitEnd(connection, projection, state, isOwn);
    // Requests a turn by a higher number, which makes the other process yield. Otherwise a process with a steady supply of commits would starve the
    // others.
    if (unfinished) await connection.run((database) => progressIn(database).updateOne({ _id: projection, begun }, { $inc: { begun: 1 } }));
    state = await commitStateOf(connection, projection);
  }
  return { begun: state.begun, partitions };
}

/**
 * Creates the write-ahead record of commits. Writes that are too long for one document are stored first, in parts.
 * @param text JSON of the writes.
 */
export async function createCommitRecord(
  connection: MongoConnection,
  projection: string,
  { token, checkpoints, writes, text }: { token: string; checkpoints: MovedCheckpoint[]; writes: Writes; text: string },
): Promise<CommitRecord> {
  if (text.length <= longestText) return { token, checkpoints, writes: text };
  const at = new Date();
  const parts = partsOf(writes).map((part): Part => ({ projection, token, at, writes: part }));
  const needed = (await commitStateOf(connection, projection)).unfinished?.token ?? '';
  await connection.run(async (database) => {
    await partsIn(database).deleteMany({ projection, token: { $ne: needed }, at: { $lt: new Date(at.getTime() - partsKeptMs) } });
    for (const part of parts) await partsIn(database).insertOne(part);
  });
  return { token, checkpoints, writes: parts.length };
}

const partsIn = (database: Db): Collection<Part> => database.collection<Part>(partsCollectionName);

/** Splits writes into JSON texts of at most `longestCommitText`, except for a larger single document. */
function partsOf(writes: Writes): string[] {
  const parts: string[] = [];
  let part: string[] = [];
  let length = 0;
  for (const { collection, docs } of writes)
    for (const doc of docs) {
      const text = JSON.stringify({ collection, docs: [doc] });
      if (part.length > 0 && length + text.length > longestText) {
        parts.push(`[${part.join()}]`);
        part = [];
        length = 0;
      }
      part.push(text);
      length += text.length;
    }
  return [...parts, `[${part.join()}]`];
}

/** Writes of a record; null when parts are missing, because the commit was completed meanwhile. */
async function writesOf(connection: MongoConnection, { token, writes }: CommitRecord): Promise<Writes | null> {
  if (typeof writes === 'string') return mergeWrites(JSON.parse(writes));
  const parts = await connection.run((database) => partsIn(database).find({ token }).toArray());
  return parts.length < writes ? null : mergeWrites(parts.flatMap((part): Writes => JSON.parse(part.writes)));
}

/** Merges writes into one entry per collection. */
export function mergeWrites(writes: Writes): Writes {
  const docs = Map.groupBy(writes, ({ collection }) => collection);
  return Array.from(docs, ([collection, parts]) => ({ collection, docs: parts.flatMap((part) => part.docs) }));
}
