import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import { EngineUnavailable } from '../../errors.ts';
import type { Commit } from '../port.ts';
import { idsOf, movedOn, writeDocuments } from './commit.ts';
import type { MongoConnection } from './connection.ts';
import { partsName } from './names.ts';
import { movedForward, progressIn, type Unfinished, update } from './progress.ts';

// A commit must be whole or not at all, also without transactions, which a MongoDB has only as a replica set. So the commits of a projection
// go one after the other: each is stored as a whole in the document of the projection, where there is room for one. From then on it counts, and
// whoever finds it there writes it to its end before anything else. Its documents cannot have moved on meanwhile, because nobody else could begin.

/** How often in a row somebody else may be faster before the documents are loaded again. */
const attempts = 5;
/** A commit with a longer text lies in parts: MongoDB holds 16 MB in a document, and a character can be 3 bytes. */
const longestText = 2_000_000;
/** Parts of commits that never counted go after this, milliseconds. No commit takes as long: each of its calls ends within half a minute. */
const partsKeptMs = 3_600_000;

interface Part {
  projection: string;
  token: string;
  at: Date;
  /** JSON of some of the writes. */
  writes: string;
}

/** Commits with documents, each of them whole or not at all. */
export interface RedoneCommits {
  /** As `ProjectionStore.commit`: when ids are in conflict, nothing was written. */
  commit(commit: Commit): Promise<string[]>;
  /** Writes to its end what somebody began. */
  finish(projection: string): Promise<void>;
}

export function redoneCommits(connection: MongoConnection): RedoneCommits {
  const waiting = new Map<string, Promise<void>>();
  const begun = new Map<string, number>();
  const commitNow = async (commit: Commit): Promise<string[]> => {
    const known = begun.get(commit.projection);
    begun.delete(commit.projection);
    const { conflicts, number } = await commitWhole(connection, commit, known);
    if (number !== undefined) begun.set(commit.projection, number);
    return conflicts;
  };
  return {
    // Partitions of one process wait for each other here, so that they do not find each other's commits half written.
    commit: ({ projection, ...work }) => {
      const before = waiting.get(projection) ?? Promise.resolve();
      const outcome = before.then(() => commitNow({ projection, ...work }));
      // While the engine is away each would wait as long for nothing: who is waiting then fails with the one before.
      const settled: Promise<void> = outcome.then(
        () => {},
        (error: unknown) => {
          if (error instanceof EngineUnavailable) throw error;
        },
      );
      waiting.set(projection, settled);
      const forget = (): boolean => waiting.get(projection) === settled && waiting.delete(projection);
      settled.then(forget, forget);
      return outcome;
    },
    finish: async (projection) => {
      const unfinished = (await stateOf(connection, projection)).unfinished;
      if (unfinished) await redo(connection, projection, unfinished);
    },
  };
}

interface Outcome {
  conflicts: string[];
  /** Number of the commit, where it was the last one to begin. */
  number?: number;
}

/** `known` is how many commits had begun, all of them written, when this process looked last. */
async function commitWhole(connection: MongoConnection, commit: Commit, known: number | undefined): Promise<Outcome> {
  const { projection, writes } = commit;
  const unfinished = await recordOf(connection, commit);
  let before = known;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (before === undefined) {
      const state = await stateOf(connection, projection);
      // The documents may have been loaded while this was half written.
      if (state.unfinished) {
        await redo(connection, projection, state.unfinished);
        break;
      }
      before = state.begun;
    }
    // Looked at after the count, and begun only on the same count: what was found here still holds then.
    const moved = await movedOn(connection, writes);
    if (moved.length > 0) return { conflicts: moved, number: before };
    if (await begin(connection, projection, before, unfinished)) {
      await carryOut(connection, projection, unfinished, writes);
      return { conflicts: [], number: before + 1 };
    }
    before = undefined;
  }
  return { conflicts: idsOf(writes) };
}

async function stateOf({ run }: MongoConnection, projection: string): Promise<{ begun: number; unfinished?: Unfinished }> {
  const found = await run((database) => progressIn(database).findOne({ _id: { $eq: projection } }, { projection: { begun: 1, unfinished: 1 } }));
  return { begun: found?.begun ?? 0, ...(found?.unfinished && { unfinished: found.unfinished }) };
}

/** Has a commit count, unless another one has begun. */
async function begin(connection: MongoConnection, projection: string, before: number, unfinished: Unfinished): Promise<boolean> {
  if (before === 0) await update(connection, [{ updateOne: { filter: { _id: projection }, update: { $max: { begun: 0 } }, upsert: true } }]);
  const change = { $set: { unfinished }, $inc: { begun: 1 } };
  const free = { _id: projection, begun: before, unfinished: { $exists: false } };
  const { matchedCount } = await connection.run((database) => progressIn(database).updateOne(free, change));
  return matchedCount > 0;
}

/** Writes documents, then in one step the checkpoint and that it is done. Several may do so at once, and somebody else may have done it before. */
async function carryOut(connection: MongoConnection, projection: string, unfinished: Unfinished, docs: Commit['writes']): Promise<void> {
  const { token, partition, checkpoint, writes } = unfinished;
  await writeDocuments(connection, docs);
  const done = { ...movedForward(partition, checkpoint), $unset: { unfinished: '' as const } };
  await connection.run((database) => progressIn(database).updateOne({ _id: projection, 'unfinished.token': token }, done));
  if (typeof writes === 'number') await connection.run((database) => partsIn(database).deleteMany({ token }));
}

async function redo(connection: MongoConnection, projection: string, unfinished: Unfinished): Promise<void> {
  const docs = await writesOf(connection, unfinished);
  if (docs) return carryOut(connection, projection, unfinished, docs);
  const now = (await stateOf(connection, projection)).unfinished;
  if (now?.token === unfinished.token) throw new Error(`${projection}: parts of an unfinished commit are missing`);
}

const partsIn = (database: Db): Collection<Part> => database.collection<Part>(partsName);

/** What is stored of a commit before it counts, its parts included. */
async function recordOf(connection: MongoConnection, { projection, partition, checkpoint, writes }: Commit): Promise<Unfinished> {
  const token = randomUUID();
  const text = JSON.stringify(writes);
  if (text.length <= longestText) return { token, partition, checkpoint, writes: text };
  const at = new Date();
  const parts = partsOf(writes).map((part): Part => ({ projection, token, at, writes: part }));
  const needed = (await stateOf(connection, projection)).unfinished?.token ?? '';
  await connection.run(async (database) => {
    await partsIn(database).deleteMany({ projection, token: { $ne: needed }, at: { $lt: new Date(at.getTime() - partsKeptMs) } });
    for (const part of parts) await partsIn(database).insertOne(part);
  });
  return { token, partition, checkpoint, writes: parts.length };
}

/** The same writes in several texts, as few documents in each as keep it short. */
function partsOf(writes: Commit['writes']): string[] {
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

/** Null when parts of it are gone, because it has been written meanwhile. */
async function writesOf(connection: MongoConnection, { token, writes }: Unfinished): Promise<Commit['writes'] | null> {
  if (typeof writes === 'string') return JSON.parse(writes);
  const parts = await connection.run((database) => partsIn(database).find({ token }).toArray());
  return parts.length < writes ? null : together(parts.flatMap((part): Commit['writes'] => JSON.parse(part.writes)));
}

/** One entry per collection. */
function together(writes: Commit['writes']): Commit['writes'] {
  const docs = Map.groupBy(writes, ({ collection }) => collection);
  return Array.from(docs, ([collection, parts]) => ({ collection, docs: parts.flatMap((part) => part.docs) }));
}
