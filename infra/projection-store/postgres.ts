import type pg from 'pg';
import { bytesOf, type CacheRegistry, cacheRegistry } from '../cache-registry.ts';
import { listen } from '../postgres/listen.ts';
import { asPostgresError } from '../postgres/pool.ts';
import { memoizeSuccess } from '../waiting.ts';
import { throttledCheckpoints } from './checkpoint-writes.ts';
import type { CollectionQuery, Doc, ProjectionStore, Selection, StoredDoc } from './port.ts';
import {
  activate,
  activeVersions,
  awaitedProjections,
  checkpoints,
  checkpointWriter,
  createChangeNotifier,
  knownProgress,
} from './postgres/changes.ts';
import { batchedCommits, fill } from './postgres/commit.ts';
import { tableName } from './postgres/expressions.ts';
import { type InlineDocuments, inlineDocuments } from './postgres/inline-documents.ts';
import {
  collectionsOf,
  countStatement,
  findStatement,
  type LayoutOf,
  pageStatement,
  possibleIds,
  revisionsStatement,
  splitRevisions,
} from './postgres/query.ts';
import { type Layouts, layouts, type StoredRow, storedColumns, storedDoc } from './postgres/rows.ts';
import { changesChannel, dropCollection, ensureCollection, migrateProjections } from './postgres/schema.ts';
import { type RunStatement, type Statement, statements } from './postgres/statement.ts';

/** Interval of storing checkpoints over unused events for other processes, milliseconds. */
const announceEveryMs = 50;
/** Page size of `scan`, documents. */
const scanPage = 1_000;

export interface PostgresProjectionStore extends ProjectionStore {
  /** Writer of inline documents, for an event store in the same database. */
  inline: InlineDocuments;
  /** Calls back when a reader of any process waits for a projection. */
  onAwaited(awaited: () => void): void;
}

/** Read models in Postgres, one table per collection, created at the first use. The caller closes the pool. */
export function postgresProjectionStore(pool: pg.Pool): PostgresProjectionStore {
  const migrated = memoizeSuccess(() => migrateProjections(pool));
  const run = statements(pool, migrated);
  const known = layouts(run);
  const changes = createChangeNotifier(
    (told) => listen(pool, changesChannel, told),
    () => knownProgress(run),
  );
  const commit = batchedCommits(run, known);
  const writeCheckpoint = checkpointWriter(run);
  const throttled = throttledCheckpoints(announceEveryMs, writeCheckpoint);
  const awaited = awaitedProjections(run, changes.awaited);
  return {
    ...collections(pool, migrated, known),
    ...documents(run, known),
    inline: inlineDocuments({
      layouts: known,
      activeVersions: () => activeVersions(run),
      onChange: changes.subscribe,
      tell: changes.tellInlined,
    }),
    commit: async (work) => {
      const { projection, partition, checkpoint } = work;
      awaited.keep(projection);
      const idle = work.writes.every(({ docs }) => docs.length === 0);
      if (idle) await writeCheckpoint({ projection, partition, checkpoint, forward: true });
      const conflicts = idle ? [] : await commit(work);
      if (conflicts.length === 0) changes.tell({ ...work, watermark: work.checkpoint.watermark });
      return conflicts;
    },
    saveCheckpoint: async (projection, partition, checkpoint) => {
      throttled.forget(projection, partition);
      await writeCheckpoint({ projection, partition, checkpoint, forward: false });
      changes.tell({ projection, partition, watermark: checkpoint.watermark });
    },
    skipTo: (projection, partition, checkpoint, changed) => {
      awaited.keep(projection);
      if (changed === undefined) return throttled.add({ projection, partition, checkpoint });
      throttled.add({ projection, partition, checkpoint, changed });
      changes.tell({ projection, partition, watermark: checkpoint.watermark, changed });
    },
    checkpoints: (projection) => throttled.over(projection, () => checkpoints(run, projection)),
    activeVersions: () => activeVersions(run),
    activate: async (projection, version) => {
      await activate(run, projection, version);
      changes.tell({ projection });
    },
    onChange: changes.subscribe,
    awaitChange: awaited.wait,
    onAwaited: changes.onAwaited,
    close: async () => {
      await throttled.close();
      await changes.close();
    },
  };
}

function collections(pool: pg.Pool, migrated: () => Promise<void>, known: Layouts): Pick<ProjectionStore, 'ensure' | 'drop'> {
  const define = async (name: string, work: () => Promise<void>): Promise<void> => {
    try {
      await migrated();
      await work();
    } catch (error) {
      throw asPostgresError(error);
    } finally {
      known.forget(name);
    }
  };
  return {
    ensure: (collection) => define(collection.name, () => ensureCollection(pool, collection)),
    drop: (collection) => define(collection, () => dropCollection(pool, collection)),
  };
}

type Reads = Pick<ProjectionStore, 'load' | 'fill' | 'find' | 'findShared' | 'count' | 'findAndCount' | 'get' | 'scan'>;

function documents(run: RunStatement, known: Layouts): Reads {
  const shared = cachedDocuments(run);
  const docs = async (statement: Statement): Promise<Doc[]> =>
    (await run<{ body: string | null }>(statement)).flatMap(({ body }) => (body === null ? [] : [JSON.parse(body)]));
  const byId = (columns: string, collection: string, ids: string[]): Statement => ({
    text: `select ${columns} from ${tableName(collection)} where id = any($1::text[])`,
    values: [possibleIds(ids)],
  });
  const layoutsOf = (collection: string, query: Selection) => known.all(collectionsOf(collection, query));
  const find: Reads['find'] = async (collection, query) => docs(findStatement(collection, query, await layoutsOf(collection, query)));
  const count: Reads['count'] = async (collection, query, cap) =>
    (await run<{ count: number }>(countStatement(collection, query, cap, await layoutsOf(collection, query))))[0]?.count ?? 0;
  return {
    load: async (collection, ids) => (await run<StoredRow>(byId(storedColumns, collection, ids))).map(storedDoc),
    fill: async (collection, filled) => fill(run, collection, filled, await known.of(collection)),
    find,
    findShared: async (questions) => {
      const layoutOf = await known.all(questions.flatMap(({ collection, query }) => collectionsOf(collection, query)));
      return (await shared(questions, layoutOf)) ?? Promise.all(questions.map(({ collection, query }) => find(collection, query)));
    },
    count,
    findAndCount: async (collection, query, cap) => {
      const { childMatches, after } = query;
      if (childMatches && !after) {
        const [row] = await run<{ docs: string; count: number }>(
          pageStatement(collection, { ...query, childMatches }, cap, await layoutsOf(collection, query)),
        );
        return { docs: JSON.parse(row?.docs ?? '[]'), count: row?.count ?? 0 };
      }
      const [page, total] = await Promise.all([find(collection, query), count(collection, query, cap)]);
      return { docs: page, count: total };
    },
    get: async (collection, ids) => docs(byId('body', collection, ids)),
    scan: (collection) => scan(run, collection),
  };
}

/** All stored documents in order of id, read page by page. */
async function* scan(run: RunStatement, collection: string): AsyncGenerator<StoredDoc> {
  const select = `select ${storedColumns} from ${tableName(collection)}`;
  const end = `order by id limit ${scanPage}`;
  let page = await run<StoredRow>({ text: `${select} ${end}`, values: [] });
  for (;;) {
    yield* page.map(storedDoc);
    const last = page[scanPage - 1];
    if (!last) return;
    page = await run<StoredRow>({ text: `${select} where id > $1 ${end}`, values: [last.id] });
  }
}

/** Memory factor, measured: bytes of a document, its memoized view and the view's JSON, per byte of the document's JSON. */
const withView = 3;
/** Attempts when documents change between the two statements. */
const attempts = 3;

/** A cached document with the bytes of its JSON. */
interface Shared {
  doc: Doc;
  bytes: number;
}

/** A document of an answer. `key` is its cache key of collection, revision and id. */
interface Found {
  key: string;
  collection: string;
  id: string;
  doc: Doc | undefined;
}

/** Answers queries with shared documents; null when documents changed too often, or an id contains a separator. */
type CachedDocuments = (questions: readonly CollectionQuery[], layoutOf: LayoutOf) => Promise<Doc[][] | null>;

/**
 * Caches documents by collection, id and revision. The database still answers each query, with ids and revisions; only documents on a cache miss are
 * read. A cache key is never reused: each build has a new number, and deleted documents keep their row.
 */
function cachedDocuments(run: RunStatement, memory: CacheRegistry = cacheRegistry): CachedDocuments {
  const cache = memory.cache<string, Shared>('shared documents', { sizeOf: ({ bytes }) => withView * bytes });

  /** Reads missing documents in one statement. @returns False when a document no longer has the found revision. */
  async function complete(missing: readonly Found[]): Promise<boolean> {
    const collections = [...Map.groupBy(missing, ({ collection }) => collection)];
    const selects = collections.map(
      ([collection], index) => `select '${collection} ' || rev || ' ' || id as key, body from ${tableName(collection)}
        where id = any($${index + 1}::text[]) and body is not null`,
    );
    const values = collections.map(([, found]) => possibleIds(found.map(({ id }) => id)));
    const rows = await run<{ key: string; body: string }>({ text: selects.join(' union all '), values });
    const bodies = new Map(rows.map(({ key, body }) => [key, body]));
    for (const one of missing) {
      const body = bodies.get(one.key);
      if (body === undefined) return false;
      const doc: Doc = JSON.parse(body);
      one.doc = doc;
      cache.set(one.key, { doc, bytes: bytesOf(body) });
    }
    return true;
  }

  return async (questions, layoutOf) => {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const [row] = await run<Record<string, string | null>>(revisionsStatement(questions, layoutOf));
      const found: Found[][] = [];
      for (const [index, { collection }] of questions.entries()) {
        const revisions = splitRevisions(row?.[index]);
        if (!revisions) return null;
        found.push(revisions.map((revision) => foundAs(collection, revision)));
      }
      const missing = found.flatMap((of) => of.filter(({ doc }) => !doc));
      if (missing.length === 0 || (await complete(missing))) return found.map((of) => of.map(({ doc }) => doc).filter((doc) => doc !== undefined));
    }
    return null;
  };

  function foundAs(collection: string, revision: string): Found {
    const key = `${collection} ${revision}`;
    return { key, collection, id: revision.slice(revision.indexOf(' ') + 1), doc: cache.get(key)?.doc };
  }
}
