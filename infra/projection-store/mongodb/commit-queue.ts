import { setTimeout as pause } from 'node:timers/promises';
import { EngineUnavailable } from '../../errors.ts';
import type { Commit } from '../port.ts';
import type { MongoConnection } from './connection.ts';
import { idsOf, revisionsOf, writeDocuments } from './document.ts';
import {
  awaitCommitEnd,
  awaitNoCommit,
  type CommitRecord,
  commitStateOf,
  createCommitRecord,
  decideCommit,
  finishCommit,
  longestText,
  mergeWrites,
} from './progress.ts';
import { createRevisions, type Revisions } from './revisions.ts';

// Optimistic concurrency over the number of begun commits. Cached revisions are valid while no other process commits. Each commit begins only if the
// stored number is the one that this process knows, which proves its cached revisions. A new process waits until no commit is in progress, and then
// compares the revisions of its documents. Documents loaded before that commit have an old revision, which is a conflict. Documents loaded during it
// are either current or in conflict. Documents that were only read are not checked on any engine. Commits of the same partition are refused: their
// events may be in some documents already, which would hide that they are missing in others.

/** Most consecutive attempts that other processes may win before callers must load their documents again. */
const attempts = 10;
/**
 * Backoff after a conflict with another process, milliseconds, plus up to the same at random. It exceeds the polling interval of a process that waits
 * for its turn.
 */
const standBackMs = 15;

interface Waiting {
  commit: Commit;
  /** JSON of the writes. */
  text: string;
  outcome: PromiseWithResolvers<string[]>;
  /** True when the commit had newer revisions than the cache, which is therefore read again. */
  wasAhead?: boolean;
}

/** Commits that are being written together. */
interface Group {
  record: CommitRecord;
  /** Resolves when the group is finished, or left to another process. */
  done: PromiseWithResolvers<void>;
}

export interface QueueOptions {
  /** Returns a new token for a record. */
  token(): string;
  /** True when this process began the record. */
  isOwn(token: string): boolean;
  /** Called after each write of checkpoints. */
  finished(): void;
}

/** Queue of the commits of one projection in this process. Commits that arrive during a write are grouped. */
export class CommitQueue {
  readonly revisions: Revisions = createRevisions();
  readonly #connection: MongoConnection;
  readonly #projection: string;
  readonly #options: QueueOptions;
  #waiting: Waiting[] = [];
  #isRunning = false;
  /** Number of begun commits up to which the cached revisions are complete; undefined when they are not. */
  #begun: number | undefined;
  /** The last group, from the write of its documents until its checkpoints are stored. */
  #last: Group | undefined;
  /** The group in progress, from before its record is written. */
  #current: Group | undefined;
  #failures = 0;
  #looking: Promise<void> | undefined;

  constructor(connection: MongoConnection, projection: string, options: QueueOptions) {
    this.#connection = connection;
    this.#projection = projection;
    this.#options = options;
  }

  /** As `ProjectionStore.commit`. Resolves when the commit is decided and its documents are written; its checkpoint follows. */
  commit(commit: Commit): Promise<string[]> {
    const one: Waiting = { commit, text: JSON.stringify(commit.writes), outcome: Promise.withResolvers() };
    this.#waiting.push(one);
    if (this.isAlone && !this.#isKnown(one)) void this.#look();
    void this.#run();
    return one.outcome.promise;
  }

  /** Completes a commit that any process has begun. */
  async finish(): Promise<void> {
    await this.settled();
    const state = await commitStateOf(this.#connection, this.#projection);
    // No commit is unfinished, or this process itself has begun it meanwhile, so nothing is left to complete.
    if (!state.unfinished || state.unfinished.token === this.#current?.record.token) return;
    await awaitCommitEnd(this.#connection, this.#projection, state, this.#options.isOwn);
  }

  /** Resolves when the group in progress of this process is finished. */
  async settled(): Promise<void> {
    await this.#current?.done.promise;
  }

  /** True when cached revisions are valid: no other process is known to have begun a commit. */
  get isAlone(): boolean {
    return this.#begun !== undefined;
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (this.#waiting.length > 0 || this.#last)
      await this.#step().catch((error: unknown) => {
        // All waiting commits fail together, because during an outage each would time out in turn.
        if (error instanceof EngineUnavailable || !this.isAlone) this.#fail(this.#waiting, error);
        this.#leave();
      });
    this.#isRunning = false;
  }

  async #step(): Promise<void> {
    if (this.#waiting.length === 0) return this.#finishLast();
    const begun = this.#begun ?? (await this.#comeIn());
    const group = await this.#choose();
    if (group.length === 0) return;
    await this.#commitTogether(group, begun).catch((error: unknown) => {
      this.#fail(group, error);
      throw error;
    });
  }

  async #comeIn(): Promise<number> {
    const { begun, partitions } = await awaitNoCommit(this.#connection, this.#projection, this.#options.isOwn);
    // Revisions that were looked up earlier may be outdated now.
    this.revisions.forget();
    this.#begun = begun;
    for (const one of this.#waiting.filter(({ commit }) => partitions.has(commit.partition))) this.#refuse(one, idsOf(one.commit.writes));
    return begun;
  }

  /** Takes the waiting commits that can be written together; refuses those with a changed document. */
  async #choose(): Promise<Waiting[]> {
    while (this.#waiting.length > 0 && !this.#waiting.some(this.#isKnown)) await this.#look();
    const group = createGroup();
    for (const one of [...this.#waiting]) {
      const { isKnown, moved, isOutdated } = this.revisions.judge(one.commit.writes);
      if (isOutdated && !one.wasAhead) {
        one.wasAhead = true;
        this.#knowNothing();
        await this.#finishLast();
        return [];
      }
      if (moved.length > 0) {
        // The cached revisions are dropped, so that a wrong revision cannot refuse the commit again.
        this.revisions.forget({ writes: one.commit.writes });
        this.#refuse(one, moved);
      } else group.offer(one, isKnown);
    }
    this.#waiting = this.#waiting.filter((one) => !group.members.includes(one));
    return group.members;
  }

  async #commitTogether(group: readonly Waiting[], begun: number): Promise<void> {
    const writes = mergeWrites(group.flatMap(({ commit }) => commit.writes));
    const checkpoints = group.map(({ commit: { partition, checkpoint } }) => {
      const { offset, watermark } = checkpoint;
      return { partition, offset, watermark };
    });
    const text = `[${group.map((one) => one.text.slice(1, -1)).join()}]`;
    const record = await createCommitRecord(this.#connection, this.#projection, { token: this.#options.token(), checkpoints, writes, text });
    const before = this.#last;
    const next: Group = { record, done: Promise.withResolvers() };
    this.#current = next;
    if (!(await decideCommit(this.#connection, this.#projection, begun, record, before?.record))) return this.#standBack(group, next);
    this.#last = next;
    before?.done.resolve();
    if (before) this.#options.finished();
    this.#failures = 0;
    this.#begun = begun + 1;
    this.revisions.committed(writes);
    await writeDocuments(this.#connection, writes);
    // Completed at once, so that no parts remain stored.
    if (typeof record.writes === 'number') await this.#finishLast();
    for (const { outcome } of group) outcome.resolve([]);
  }

  /** Yields to another process, which has begun a commit or requests its turn. */
  async #standBack(group: readonly Waiting[], { done }: Group): Promise<void> {
    this.#waiting.unshift(...group);
    this.#knowNothing();
    await this.#finishLast();
    done.resolve();
    this.#failures += 1;
    if (this.#failures > attempts) {
      this.#failures = 0;
      for (const one of group) this.#refuse(one, idsOf(one.commit.writes));
    }
    await pause(standBackMs * (1 + Math.random()));
  }

  async #finishLast(): Promise<void> {
    if (this.#last) await finishCommit(this.#connection, this.#projection, this.#last.record);
    this.#last?.done.resolve();
    this.#last = undefined;
    this.#options.finished();
  }

  readonly #isKnown = ({ commit }: Waiting): boolean => this.revisions.judge(commit.writes).isKnown;

  /** Looks up unknown revisions of waiting documents, possibly during another write. */
  #look(): Promise<void> {
    this.#looking ??= this.#lookAtAll().finally(() => {
      this.#looking = undefined;
      if (this.isAlone && !this.#waiting.every(this.#isKnown)) void this.#look();
    });
    return this.#looking;
  }

  async #lookAtAll(): Promise<void> {
    // Commits of one turn of the event loop are looked up together. In a later turn, the driver may have closed connections, and a write would then
    // wait for ever (driver 7.8.0).
    await Promise.resolve();
    const some = this.#waiting.filter((one) => !this.#isKnown(one));
    const learn = this.revisions.learn(true);
    const unknown = mergeWrites(some.flatMap(({ commit }) => this.revisions.unknown(commit.writes)));
    const looks = unknown.map(async ({ collection, docs }) => {
      const ids = docs.map(({ id }) => id);
      learn(collection, ids, await revisionsOf(this.#connection, collection, ids));
    });
    await Promise.all(looks).catch((error: unknown) =>
      this.#fail(
        this.#waiting.filter((one) => some.includes(one)),
        error,
      ),
    );
  }

  #refuse(one: Waiting, conflicts: string[]): void {
    this.#waiting = this.#waiting.filter((other) => other !== one);
    one.outcome.resolve(conflicts);
  }

  #fail(some: readonly Waiting[], error: unknown): void {
    this.#waiting = this.#waiting.filter((other) => !some.includes(other));
    for (const { outcome } of some) outcome.reject(error);
  }

  #knowNothing(): void {
    this.#begun = undefined;
    this.revisions.forget();
  }

  /** Abandons the groups in progress: a begun commit is decided, and the next process completes it. */
  #leave(): void {
    this.#knowNothing();
    for (const group of [this.#last, this.#current]) group?.done.resolve();
    this.#last = undefined;
    this.#current = undefined;
  }
}

/** A group of commits that can be written as one: of different partitions, without a common document, and together within `longestCommitText`. */
function createGroup() {
  const members: Waiting[] = [];
  const partitions = new Set<string>();
  const taken = new Set<string>();
  let length = 0;
  const hasRoom = ({ text }: Waiting): boolean => members.length === 0 || length + text.length <= longestText;
  return {
    members,
    offer: (one: Waiting, isKnown: boolean): void => {
      const { partition, writes } = one.commit;
      const keys = writes.flatMap(({ collection, docs }) => docs.map(({ id }) => `${collection} ${id}`));
      const isFirst = !partitions.has(partition);
      // Commits of a partition stay in order, because a later checkpoint would cover an earlier commit.
      partitions.add(partition);
      if (!isKnown || !isFirst || !hasRoom(one) || keys.some((key) => taken.has(key))) return;
      members.push(one);
      for (const key of keys) taken.add(key);
      length += one.text.length;
    },
  };
}
