import { setTimeout as pause } from 'node:timers/promises';
import { EngineUnavailable } from '../../errors.ts';
import type { Commit } from '../port.ts';
import { idsOf, revisionsOf, writeDocuments } from './commit.ts';
import type { MongoConnection } from './connection.ts';
import type { Unfinished } from './progress.ts';
import { createRevisions, type Revisions } from './revisions.ts';
import { begin, finish, longestText, outlast, quiet, recordOf, stateOf, together } from './unfinished.ts';

// What is known between commits holds as long as nobody else began one, and each begins only if that is so: on the number of commits that this
// process knows. Until then nothing counts, so what was found out before, however early, is proven at the very moment from which it must hold.
//
// Whoever comes in waits until no commit is under way, and then compares the revisions of the documents that it writes. What it loaded before
// that commit began is on the revision of before and found. What it loaded during it may be half of it: those documents that were written by
// then are as they still are, the others are found. A document that it only looked at is guarded on no engine. Only for events of the same
// partition this is not enough: those documents that have seen them say so and are left as they are, which hides that others lack them. Those
// commits are refused.

/** How often in a row somebody else may be faster before documents are loaded again. */
const attempts = 10;
/** Pause of who found somebody else, milliseconds, and as much again at random: longer than between two looks of whoever waits to be let in. */
const standBackMs = 15;

interface Waiting {
  commit: Commit;
  /** JSON of the writes. */
  text: string;
  outcome: PromiseWithResolvers<string[]>;
  /** A look at the revisions of its documents. */
  look?: Promise<void> | undefined;
  /** It knew more than this process, which has therefore looked anew. */
  wasAhead?: boolean;
}

/** Commits that are being written together. */
interface Group {
  record: Unfinished;
  /** Resolves when it is finished, or left to whoever finds it. */
  done: PromiseWithResolvers<void>;
}

/** Commits of one projection by this process. Those that wait while others are under way become one. */
export interface CommitQueue {
  /** As `ProjectionStore.commit`. Resolves when the documents are written and the commit counts; its checkpoint follows. */
  commit(commit: Commit): Promise<string[]>;
  /** Writes to its end what anybody has begun. */
  finish(): Promise<void>;
  /** Resolves when what this process has begun is finished. */
  settled(): Promise<void>;
  revisions: Revisions;
  /** Whether the revisions hold for anything: nobody else is known to have begun. */
  isAlone(): boolean;
}

/** @param finished told each time that checkpoints were stored. */
export function commitQueue(
  connection: MongoConnection,
  projection: string,
  { token, isOwn, finished }: { token: () => string; isOwn: (token: string) => boolean; finished: () => void },
): CommitQueue {
  const revisions = createRevisions();
  let waiting: Waiting[] = [];
  let isRunning = false;
  /** How many commits have begun, of which this process's was the last; undefined when that is not known. */
  let begun: number | undefined;
  /** The last one, while it is being written and until it is finished. */
  let last: Group | undefined;
  let failures = 0;

  const refuse = (one: Waiting, conflicts: string[]): void => {
    waiting = waiting.filter((other) => other !== one);
    one.outcome.resolve(conflicts);
  };
  const fail = (some: readonly Waiting[], error: unknown): void => {
    waiting = waiting.filter((other) => !some.includes(other));
    for (const { outcome } of some) outcome.reject(error);
  };
  const knowNothing = (): void => {
    begun = undefined;
    revisions.forget();
  };
  const finishLast = async (): Promise<void> => {
    if (last) await finish(connection, projection, last.record);
    last?.done.resolve();
    last = undefined;
    finished();
  };

  const lookAt = async (one: Waiting): Promise<void> => {
    const learn = revisions.learn(true);
    const looks = revisions
      .unknown(one.commit.writes)
      .map(async ({ collection, ids }) => learn(collection, ids, await revisionsOf(connection, collection, ids)));
    await Promise.all(looks);
  };
  /** Finds out what is not known of the documents of a commit, which may be while others are written. */
  const look = (one: Waiting): Promise<void> => {
    one.look ??= lookAt(one)
      .catch((error: unknown) => fail(waiting.includes(one) ? [one] : [], error))
      .finally(() => {
        one.look = undefined;
      });
    return one.look;
  };

  /** Takes out of those that wait which can be written together; refuses those of which a document has moved on. */
  const choose = async (): Promise<Waiting[]> => {
    for (;;) {
      const unknown = waiting.filter(({ commit }) => !revisions.judge(commit.writes).isKnown);
      const looking = unknown.map(look);
      if (unknown.length < waiting.length || waiting.length === 0) break;
      await Promise.race(looking);
    }
    const chosen = createGroup();
    for (const one of [...waiting]) {
      const { isKnown, moved, isOutdated } = revisions.judge(one.commit.writes);
      if (isOutdated && !one.wasAhead) {
        one.wasAhead = true;
        knowNothing();
        await finishLast();
        return [];
      }
      if (moved.length > 0) {
        // Should it have been refused for what is known wrongly, it is not again.
        revisions.forget({ writes: one.commit.writes });
        refuse(one, moved);
      } else if (isKnown) chosen.add(one);
    }
    waiting = waiting.filter((one) => !chosen.members.includes(one));
    return chosen.members;
  };

  const commitTogether = async (group: readonly Waiting[], known: number): Promise<void> => {
    const writes = together(group.flatMap(({ commit }) => commit.writes));
    const checkpoints = group.map(({ commit: { partition, checkpoint } }) => ({
      partition,
      offset: checkpoint.offset,
      watermark: checkpoint.watermark,
    }));
    const text = `[${group.map((one) => one.text.slice(1, -1)).join()}]`;
    const record = await recordOf(connection, projection, { token: token(), checkpoints, writes, text });
    const before = last;
    const next: Group = { record, done: Promise.withResolvers() };
    if (!(await begin(connection, projection, known, record, before?.record))) return standBack(group);
    last = next;
    before?.done.resolve();
    if (before) finished();
    failures = 0;
    begun = known + 1;
    revisions.committed(writes);
    await writeDocuments(connection, writes);
    // Parts are not left lying about.
    if (typeof record.writes === 'number') await finishLast();
    for (const { outcome } of group) outcome.resolve([]);
  };

  /** Somebody else has begun. */
  const standBack = async (group: readonly Waiting[]): Promise<void> => {
    waiting.unshift(...group);
    knowNothing();
    await finishLast();
    failures += 1;
    if (failures > attempts) for (const one of group) refuse(one, idsOf(one.commit.writes));
    await pause(standBackMs * (1 + Math.random()));
  };

  const comeIn = async (): Promise<number> => {
    const state = await quiet(connection, projection, isOwn);
    // Whatever was looked up before this says nothing about after it.
    revisions.forget();
    begun = state.begun;
    for (const one of waiting.filter(({ commit }) => state.partitions.has(commit.partition))) refuse(one, idsOf(one.commit.writes));
    return begun;
  };

  const step = async (): Promise<void> => {
    if (waiting.length === 0) return finishLast();
    const known = begun ?? (await comeIn());
    const group = await choose();
    if (group.length > 0)
      await commitTogether(group, known).catch((error: unknown) => {
        fail(group, error);
        throw error;
      });
  };

  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    while (waiting.length > 0 || last)
      await step().catch((error: unknown) => {
        // What was begun counts, and the next one finds it. While the engine is away each would wait as long for nothing.
        if (error instanceof EngineUnavailable || begun === undefined) fail(waiting, error);
        knowNothing();
        last?.done.resolve();
        last = undefined;
      });
    isRunning = false;
  };

  return {
    commit: (commit) => {
      const one: Waiting = { commit, text: JSON.stringify(commit.writes), outcome: Promise.withResolvers() };
      waiting.push(one);
      if (begun !== undefined && !revisions.judge(commit.writes).isKnown) void look(one);
      void run();
      return one.outcome.promise;
    },
    finish: async () => {
      await last?.done.promise;
      const state = await stateOf(connection, projection);
      // One of this process has begun since, after all others were finished.
      if (!state.unfinished || state.unfinished.token === last?.record.token) return;
      await outlast(connection, projection, state, isOwn);
    },
    settled: async () => last?.done.promise,
    revisions,
    isAlone: () => begun !== undefined,
  };
}

/** Commits that can be one: of different partitions, no document twice, and as a whole no longer than a record should be. */
function createGroup() {
  const members: Waiting[] = [];
  const taken = new Set<string>();
  let length = 0;
  return {
    members,
    add: (one: Waiting): void => {
      const { partition, writes } = one.commit;
      const keys = writes.flatMap(({ collection, docs }) => docs.map(({ id }) => `${collection} ${id}`));
      const isApart = !members.some(({ commit }) => commit.partition === partition) && !keys.some((key) => taken.has(key));
      if (!isApart || (members.length > 0 && length + one.text.length > longestText)) return;
      members.push(one);
      for (const key of keys) taken.add(key);
      length += one.text.length;
    },
  };
}
