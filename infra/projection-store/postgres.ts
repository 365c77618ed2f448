import type pg from 'pg';
import { listen } from '../postgres/listen.ts';
import { asPostgresError } from '../postgres/unavailable.ts';
import { storedNowAndThen } from './checkpoint-writes.ts';
import type { Doc, ProjectionStore, Selection, StoredDoc } from './port.ts';
import { projectionChanges } from './postgres/changes.ts';
import { checkpointWriter } from './postgres/checkpoints.ts';
import { commit, fill } from './postgres/commit.ts';
import { tableName } from './postgres/expressions.ts';
import { activate, activeVersions, checkpoints, knownProgress } from './postgres/progress.ts';
import { countStatement, findStatement, pageStatement, possibleIds } from './postgres/query.ts';
import { changesChannel, dropCollection, ensureCollection, migrateProjections } from './postgres/schema.ts';
import { type Run, type Statement, statements } from './postgres/statement.ts';

type Stored = StoredDoc & pg.QueryResultRow;
const stored = 'id, doc, at as "_at", rev::float8 as "_rev"';
/** Documents of one round trip of `scan`. */
const scanPage = 1_000;

/** Read models in Postgres, one table per collection. The pool stays the caller's to close. What it needs is created at the first use. */
export function postgresProjectionStore(pool: pg.Pool): ProjectionStore {
  const migrated = migratedOnce(pool);
  const run = statements(pool, migrated);
  const changes = projectionChanges(
    (told) => listen(pool, changesChannel, told),
    () => knownProgress(run),
  );
  const writeCheckpoint = checkpointWriter(run);
  const passedOver = storedNowAndThen(writeCheckpoint);
  return {
    ...collections(pool, migrated),
    ...documents(run),
    commit: async (work) => {
      const { projection, partition, checkpoint } = work;
      const idle = work.writes.every(({ docs }) => docs.length === 0);
      if (idle) await writeCheckpoint({ projection, partition, checkpoint, forward: true });
      const conflicts = idle ? [] : await commit(run, work);
      if (conflicts.length === 0) changes.tell({ ...work, watermark: work.checkpoint.watermark });
      return conflicts;
    },
    saveCheckpoint: async (projection, partition, checkpoint) => {
      passedOver.forget(projection, partition);
      await writeCheckpoint({ projection, partition, checkpoint, forward: false });
      changes.tell({ projection, partition, watermark: checkpoint.watermark });
    },
    passOver: (projection, partition, checkpoint, hasReaders) => {
      passedOver.add({ projection, partition, checkpoint }, hasReaders);
      if (hasReaders) changes.tell({ projection, partition, watermark: checkpoint.watermark });
    },
    checkpoints: async (projection) => passedOver.over(projection, await checkpoints(run, projection)),
    activeVersions: () => activeVersions(run),
    activate: async (projection, version) => {
      await activate(run, projection, version);
      changes.tell({ projection });
    },
    onChange: changes.subscribe,
    close: async () => {
      await passedOver.close();
      await changes.close();
    },
  };
}

function collections(pool: pg.Pool, migrated: () => Promise<void>): Pick<ProjectionStore, 'ensure' | 'drop'> {
  const define = async (work: () => Promise<void>): Promise<void> => {
    try {
      await migrated();
      await work();
    } catch (error) {
      throw asPostgresError(error);
    }
  };
  return {
    ensure: (collection) => define(() => ensureCollection(pool, collection)),
    drop: (collection) => define(() => dropCollection(pool, collection)),
  };
}

const nothing = { docs: [], count: 0 };

function documents(run: Run): Pick<ProjectionStore, 'load' | 'fill' | 'find' | 'count' | 'findAndCount' | 'get' | 'scan'> {
  const docs = async (statement: Statement): Promise<Doc[]> => (await run<{ doc: Doc | null }>(statement)).flatMap(({ doc }) => (doc ? [doc] : []));
  const byId = (columns: string, collection: string, ids: string[]): Statement => ({
    text: `select ${columns} from ${tableName(collection)} where id = any($1::text[])`,
    values: [possibleIds(ids)],
  });
  const count = async (collection: string, query: Selection, cap: number): Promise<number> =>
    (await run<{ count: number }>(countStatement(collection, query, cap)))[0]?.count ?? 0;
  return {
    load: async (collection, ids) => run<Stored>(byId(stored, collection, ids)),
    fill: (collection, filled) => fill(run, collection, filled),
    find: async (collection, query) => docs(findStatement(collection, query)),
    count,
    findAndCount: async (collection, query, cap) => {
      const { having, after } = query;
      if (having && !after) return (await run<{ docs: Doc[]; count: number }>(pageStatement(collection, { ...query, having }, cap)))[0] ?? nothing;
      const [found, total] = await Promise.all([docs(findStatement(collection, query)), count(collection, query, cap)]);
      return { docs: found, count: total };
    },
    get: async (collection, ids) => docs(byId('doc', collection, ids)),
    scan: (collection) => scan(run, collection),
  };
}

/** Every stored document in order of id, a page at a time. */
async function* scan(run: Run, collection: string): AsyncGenerator<StoredDoc> {
  const select = `select ${stored} from ${tableName(collection)}`;
  const end = `order by id limit ${scanPage}`;
  let page = await run<Stored>({ text: `${select} ${end}`, values: [] });
  for (;;) {
    yield* page;
    const last = page[scanPage - 1];
    if (!last) return;
    page = await run<Stored>({ text: `${select} where id > $1 ${end}`, values: [last.id] });
  }
}

/** Brings the tables up to date once; a failure is tried again by the next caller. */
function migratedOnce(pool: pg.Pool): () => Promise<void> {
  let migrated: Promise<void> | null = null;
  return () => {
    migrated ??= migrateProjections(pool).catch((error: unknown) => {
      migrated = null;
      throw error;
    });
    return migrated;
  };
}
