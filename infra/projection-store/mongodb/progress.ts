import { setTimeout as pause } from 'node:timers/promises';
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import { type CheckpointWrite, storedTogether } from '../checkpoint-writes.ts';
import type { Checkpoint } from '../port.ts';
import type { MongoConnection } from './connection.ts';
import { duplicateKey, partitionKey, partitionOf, partsName, progressName, type Writes, writeDocuments } from './document.ts';

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

/** Longest text of an undivided commit: MongoDB limits a document to 16 MB, and a character takes up to 3 bytes. */
export const longestText = 2_000_000;
/**
 * Time after which parts of commits that never counted are removed, milliseconds. No commit takes as long: each of its calls ends within half a
 * minute.
 */
const partsKeptMs = 3_600_000;
/** Polling interval for another process's commit, milliseconds. */
const lookEveryMs = 10;
/** Polls after which the beginner of a commit counts as dead. A merely slow one loses nothing. */
const looks = 4;

interface Part {
  projection: string;
  token: string;
  at: Date;
  /** JSON of some of the writes. */
  writes: string;
}

interface State {
  /** Number of begun commits, plus requests for a turn. */
  begun: number;
  unfinished?: Unfinished;
}

export async function stateOf({ run }: MongoConnection, projection: string): Promise<State> {
  const found = await run((database) => progressIn(database).findOne({ _id: { $eq: projection } }, { projection: { begun: 1, unfinished: 1 } }));
  return { begun: found?.begun ?? 0, ...(found?.unfinished && { unfinished: found.unfinished }) };
}

/**
 * Makes a commit count, in one step with the end of its written predecessor, unless another commit has begun.
 * @param begun Expected number of begun commits.
 */
export async function begin(connection: MongoConnection, projection: string, begun: number, next: Unfinished, before?: Unfinished): Promise<boolean> {
  if (begun === 0) await update(connection, [{ updateOne: { filter: { _id: projection }, update: { $max: { begun: 0 } }, upsert: true } }]);
  const change = { ...(before && movedForward(before.checkpoints)), $set: { unfinished: next }, $inc: { begun: 1 } };
  const free = before ? { 'unfinished.token': before.token } : { unfinished: { $exists: false } };
  const { matchedCount } = await connection.run((database) => progressIn(database).updateOne({ _id: projection, begun, ...free }, change));
  return matchedCount > 0;
}

/** Moves the checkpoints of a written commit and removes it. Idempotent. */
export async function finish(connection: MongoConnection, projection: string, unfinished: Unfinished): Promise<void> {
  const done = { ...movedForward(unfinished.checkpoints), $unset: { unfinished: '' as const } };
  await connection.run((database) => progressIn(database).updateOne({ _id: projection, 'unfinished.token': unfinished.token }, done));
  const { token, writes } = unfinished;
  if (typeof writes === 'number') await connection.run((database) => partsIn(database).deleteMany({ token }));
}

/** Completes a commit. Several processes may do so at once, and its beginner may still continue. */
async function redo(connection: MongoConnection, projection: string, unfinished: Unfinished): Promise<void> {
  const docs = await writesOf(connection, unfinished);
  if (docs) {
    await writeDocuments(connection, docs);
    return finish(connection, projection, unfinished);
  }
  const now = (await stateOf(connection, projection)).unfinished;
  if (now?.token === unfinished.token) throw new Error(`${projection}: parts of an unfinished commit are missing`);
}

/**
 * Waits for the end of the commit under way, or completes it, and returns the state then. A live process is done in a moment, and must not find its
 * commit completed by others.
 * @param isOwn tells whether this process began it, and broke off.
 */
export async function outlast(connection: MongoConnection, projection: string, found: State, isOwn: (token: string) => boolean): Promise<State> {
  let state = found;
  const token = found.unfinished?.token;
  for (let look = 1; state.unfinished && state.unfinished.token === token; look++) {
    if (isOwn(state.unfinished.token) || look > looks) await redo(connection, projection, state.unfinished);
    else await pause(lookEveryMs);
    state = await stateOf(connection, projection);
  }
  return state;
}

interface Quiet {
  begun: number;
  /** Partitions of the commits that were under way. */
  partitions: ReadonlySet<string>;
}

/** Waits until no commit is in progress, and returns the number of begun ones. */
export async function quiet(connection: MongoConnection, projection: string, isOwn: (token: string) => boolean): Promise<Quiet> {
  const partitions = new Set<string>();
  let state = await stateOf(connection, projection);
  while (state.unfinished) {
    for (const { partition } of state.unfinished.checkpoints) partitions.add(partition);
    const { begun, unfinished } = await outlast(connection, projection, state, isOwn);
    // A process with a steady supply of commits would starve the others: it sees this request for a turn, and yields.
    if (unfinished) await connection.run((database) => progressIn(database).updateOne({ _id: projection, begun }, { $inc: { begun: 1 } }));
    state = await stateOf(connection, projection);
  }
  return { begun: state.begun, partitions };
}

/** Stored form of commits before they count, parts included. `text` is the JSON of their writes. */
export async function recordOf(
  connection: MongoConnection,
  projection: string,
  { token, checkpoints, writes, text }: { token: string; checkpoints: MovedCheckpoint[]; writes: Writes; text: string },
): Promise<Unfinished> {
  if (text.length <= longestText) return { token, checkpoints, writes: text };
  const at = new Date();
  const parts = partsOf(writes).map((part): Part => ({ projection, token, at, writes: part }));
  const needed = (await stateOf(connection, projection)).unfinished?.token ?? '';
  await connection.run(async (database) => {
    await partsIn(database).deleteMany({ projection, token: { $ne: needed }, at: { $lt: new Date(at.getTime() - partsKeptMs) } });
    for (const part of parts) await partsIn(database).insertOne(part);
  });
  return { token, checkpoints, writes: parts.length };
}

const partsIn = (database: Db): Collection<Part> => database.collection<Part>(partsName);

/** The same writes in several texts, as few documents in each as keep it short. */
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

/** Null when parts are missing, because the commit was completed meanwhile. */
async function writesOf(connection: MongoConnection, { token, writes }: Unfinished): Promise<Writes | null> {
  if (typeof writes === 'string') return together(JSON.parse(writes));
  const parts = await connection.run((database) => partsIn(database).find({ token }).toArray());
  return parts.length < writes ? null : together(parts.flatMap((part): Writes => JSON.parse(part.writes)));
}

/** One entry per collection. */
export function together(writes: Writes): Writes {
  const docs = Map.groupBy(writes, ({ collection }) => collection);
  return Array.from(docs, ([collection, parts]) => ({ collection, docs: parts.flatMap((part) => part.docs) }));
}
