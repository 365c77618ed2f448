import { randomUUID } from 'node:crypto';
import type { Commit, StoredDoc } from '../port.ts';
import { CommitQueue } from './commit-queue.ts';
import type { MongoConnection } from './connection.ts';

// A redo log, because a single MongoDB has no transactions. Commits of a projection are serial, and each is first stored whole in the document of the
// projection, where there is room for one. From then on it counts. The next process that finds it there writes it to its end before anything else.
// Its documents cannot have changed meanwhile, because no other commit could begin.

/** Commits with documents, each of them whole or not at all. */
export interface RedoneCommits {
  /** As `ProjectionStore.commit`: when ids are in conflict, nothing was written. */
  commit(commit: Commit): Promise<string[]>;
  /** Completes a commit that any process began. */
  finish(projection: string): Promise<void>;
  /** Resolves when the begun commits of this process are finished, of one projection or of all. */
  settled(projection?: string): Promise<void>;
  /** Called before a load; the result takes the loaded documents, whose revisions need no further look-up. */
  loading(collection: string): (ids: readonly string[], found: readonly StoredDoc[]) => void;
  /** Forgets revisions of a collection that was changed without a commit. */
  forget(collection: string): void;
}

/** @param finished told each time that checkpoints were stored. */
export function redoneCommits(connection: MongoConnection, finished: () => void): RedoneCommits {
  const process = randomUUID();
  let number = 0;
  const queues = new Map<string, CommitQueue>();
  /** Which projection writes a collection. */
  const writers = new Map<string, CommitQueue>();
  const queueOf = (projection: string): CommitQueue => {
    const known = queues.get(projection);
    if (known) return known;
    const isOwn = (token: string): boolean => token.startsWith(process);
    const made = new CommitQueue(connection, projection, { token: () => `${process}-${++number}`, isOwn, finished });
    queues.set(projection, made);
    return made;
  };
  return {
    commit: (commit) => {
      const queue = queueOf(commit.projection);
      for (const { collection } of commit.writes) writers.set(collection, queue);
      return queue.commit(commit);
    },
    finish: (projection) => queueOf(projection).finish(),
    settled: async (projection) => {
      const some = projection === undefined ? [...queues.values()] : [queues.get(projection)];
      await Promise.all(some.map((queue) => queue?.settled()));
    },
    loading: (collection) => {
      const queue = writers.get(collection);
      const learn = queue?.isAlone ? queue.revisions.learn(false) : undefined;
      return (ids, found) => learn?.(collection, ids, found);
    },
    forget: (collection) => writers.get(collection)?.revisions.forget({ collection }),
  };
}
