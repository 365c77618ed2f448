import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import { throttledCheckpoints } from './checkpoint-writes.ts';
import { createChangeNotifier } from './mongodb/changes.ts';
import { CommitQueue } from './mongodb/commit-queue.ts';
import { type MongoConnection, mongoConnection } from './mongodb/connection.ts';
import { checkedName, docOnly, docsOf, fill, fromMongoDocument, type MongoDocument, nestedPathOf, orderedKey, pathOf } from './mongodb/document.ts';
import { type Condition, checkedCount, orderOf } from './mongodb/filter.ts';
import { countJoined, type Documents, joinedCondition } from './mongodb/joins.ts';
import { activate, activeVersions, checkpoints, checkpointWriter, knownProgress } from './mongodb/progress.ts';
import type { CollectionSpec, Commit, Doc, IndexSpec, ProjectionStore, Query, StoredDoc } from './port.ts';

/** Error code when a collection to create exists. */
const namespaceExists = 48;
/** Error message when a collection to drop is missing; some servers send no code. */
const notFound = 'ns not found';

function indexKey({ kind, on }: IndexSpec): Record<string, 1 | -1> {
  const [first = '', second = ''] = on;
  switch (kind) {
    case 'ordered':
      return { ...Object.fromEntries(on.map(orderedKey)), _id: 1 };
    case 'set':
      return { [pathOf(first)]: 1 };
    case 'point':
      return { [nestedPathOf(first)]: 1, [nestedPathOf(second)]: 1 };
    default:
      throw new Error(`unknown kind of index ${JSON.stringify(kind satisfies never)}`);
  }
}

/** Creates the collection and its indexes if missing. */
async function ensureCollection({ run }: MongoConnection, { name, indexes }: CollectionSpec): Promise<void> {
  const checked = checkedName(name);
  const keys = indexes.map((index) => ({ key: indexKey(index) }));
  await run(async (database) => {
    await unless({ code: namespaceExists }, () => database.createCollection(checked));
    if (keys.length > 0) await database.collection(checked).createIndexes(keys);
  });
}

async function dropCollection({ run }: MongoConnection, name: string): Promise<void> {
  const checked = checkedName(name);
  await run((database) => unless({ message: notFound }, () => database.dropCollection(checked)));
}

/** Runs idempotent work. Ignores the error that reports that the work was done before. */
async function unless(done: { code: number } | { message: string }, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const said = error instanceof Error && Object.entries(done).every(([name, value]) => Reflect.get(error, name) === value);
    if (!said) throw error;
  }
}

/** Interval of storing checkpoints over unused events for other processes, milliseconds. Each interval costs one call per process. */
const announceEveryMs = 100;
/** Page size of `scan`, documents. */
const scanPage = 5_000;

/**
 * Read models in MongoDB, each collection in a MongoDB collection. The path of the URL is the database name, `waystory` by default. Connects at the
 * first use.
 */
export const mongodbProjectionStore = (url: string): ProjectionStore => projectionStoreOn(mongoConnection(url));

/** Read models over a connection, which the store closes. */
export function projectionStoreOn(connection: MongoConnection): ProjectionStore {
  const changes = createChangeNotifier((since) => knownProgress(connection, since));
  const writeCheckpoint = checkpointWriter(connection);
  const throttled = throttledCheckpoints(announceEveryMs, async (write) => {
    await writeCheckpoint(write);
    changes.look();
  });
  const commits = redoneCommits(connection, changes.look);
  return {
    ensure: (collection) => ensureCollection(connection, collection),
    drop: async (collection) => {
      await dropCollection(connection, collection);
      commits.forget(collection);
    },
    ...documents(connection, commits),
    commit: async ({ projection, partition, checkpoint, writes }) => {
      const filled = writes.filter(({ docs }) => docs.length > 0);
      if (filled.length > 0) return commits.commit({ projection, partition, checkpoint, writes: filled });
      await writeCheckpoint({ projection, partition, checkpoint, forward: true });
      changes.look();
      return [];
    },
    saveCheckpoint: async (projection, partition, checkpoint) => {
      throttled.forget(projection, partition);
      // A commit in progress would move the checkpoint forward at its end.
      await commits.settled(projection);
      await writeCheckpoint({ projection, partition, checkpoint, forward: false });
      changes.look();
    },
    skipTo: (projection, partition, checkpoint, changed) =>
      throttled.add({ projection, partition, checkpoint, ...(changed !== undefined && { changed }) }),
    checkpoints: async (projection) => {
      // A partition's new owner reads its checkpoint first, so this completes abandoned commits.
      await commits.finish(projection);
      return throttled.over(projection, () => checkpoints(connection, projection));
    },
    activeVersions: () => activeVersions(connection),
    activate: async (projection, version) => {
      await activate(connection, projection, version);
      changes.look();
    },
    onChange: changes.subscribe,
    awaitChange: changes.hurry,
    close: async () => {
      await throttled.close();
      await commits.settled();
      await changes.close();
      await connection.close();
    },
  };
}

function documents(
  connection: MongoConnection,
  commits: RedoneCommits,
): Pick<ProjectionStore, 'load' | 'fill' | 'find' | 'findShared' | 'count' | 'findAndCount' | 'get' | 'scan'> {
  const { on } = connection;
  const byId = (ids: string[]) => ({ _id: { $in: ids.filter((id) => id.isWellFormed()) } });
  const count: ProjectionStore['count'] = (collection, query, cap) =>
    connection.run((database) => countJoined(named(database, collection), (name) => named(database, name), query, checkedCount(cap)));
  return {
    load: async (collection, ids) => {
      const loaded = commits.loading(collection);
      const docs = await on(collection, async (of) => (await of.find(byId(ids)).toArray()).map(fromMongoDocument));
      loaded(ids, docs);
      return docs;
    },
    fill: async (collection, docs) => {
      await fill(connection, collection, docs);
      commits.forget(collection);
    },
    find: (collection, query) => find(connection, collection, query),
    findShared: (questions) => Promise.all(questions.map(({ collection, query }) => find(connection, collection, query))),
    count,
    findAndCount: async (collection, query, cap) => {
      const [docs, total] = await Promise.all([find(connection, collection, query), count(collection, query, cap)]);
      return { docs, count: total };
    },
    get: (collection, ids) => on(collection, async (of) => docsOf(await of.find(byId(ids), { projection: docOnly }).toArray())),
    scan: (collection) => scan(connection, collection),
  };
}

const named = (database: Db, collection: string): Documents => database.collection<MongoDocument>(checkedName(collection));

async function find({ run }: MongoConnection, collection: string, query: Query): Promise<Doc[]> {
  const { sort, limit, offset = 0 } = query;
  return run(async (database) => {
    const of = named(database, collection);
    const page = { projection: docOnly, sort: orderOf(sort), limit: checkedCount(limit), skip: checkedCount(offset) };
    // MongoDB treats the limit 0 as no limit.
    if (limit === 0) return [];
    const condition = await joinedCondition(of, (name) => named(database, name), query);
    return docsOf(await of.find(condition, page).toArray());
  });
}

/** All stored documents in order of id, read page by page. */
async function* scan({ on }: MongoConnection, collection: string): AsyncGenerator<StoredDoc> {
  const name = checkedName(collection);
  let after: string | null = null;
  for (;;) {
    const range: Condition = after === null ? {} : { _id: { $gt: after } };
    const page: MongoDocument[] = await on(name, (of) => of.find(range, { sort: { _id: 1 }, limit: scanPage }).toArray());
    yield* page.map(fromMongoDocument);
    const last = page[scanPage - 1];
    if (!last) return;
    after = last._id;
  }
}

// Write-ahead log, because a single MongoDB server has no transactions. Commits of a projection are serial. Each commit is first stored whole in the
// document of its projection, and is decided from then on. The next process that finds a commit there completes its writes first. The documents of
// the commit cannot have changed meanwhile, because no other commit could begin.

/** Atomic commits of documents: each is applied whole or not at all. */
interface RedoneCommits {
  /** As `ProjectionStore.commit`. With ids in conflict, nothing was written. */
  commit(commit: Commit): Promise<string[]>;
  /** Completes the unfinished commit of a projection, whichever process began it. */
  finish(projection: string): Promise<void>;
  /** Resolves when the begun commits of this process are finished, of one projection or of all. */
  settled(projection?: string): Promise<void>;
  /** To be called before a load. The returned function takes the loaded documents, whose revisions then need no look-up. */
  loading(collection: string): (ids: readonly string[], found: readonly StoredDoc[]) => void;
  /** Drops cached revisions of a collection that was changed without a commit. */
  forget(collection: string): void;
}

/** @param finished Called after each write of checkpoints. */
function redoneCommits(connection: MongoConnection, finished: () => void): RedoneCommits {
  const process = randomUUID();
  let number = 0;
  const queues = new Map<string, CommitQueue>();
  /** Queue of the projection that writes a collection, by collection. */
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
