import { setTimeout as pause } from 'node:timers/promises';
import type { Collection, Db } from 'mongodb';
import { type Writes, writeDocuments } from './commit.ts';
import type { MongoConnection } from './connection.ts';
import { partsName } from './names.ts';
import { type MovedCheckpoint, movedForward, progressIn, type Unfinished, update } from './progress.ts';

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

export interface Quiet {
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
