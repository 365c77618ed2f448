import type pg from 'pg';
import { asPostgresError } from '../postgres/unavailable.ts';
import type { Run } from '../projection-store/postgres/statement.ts';
import type { IndexSpec, SearchEngine } from './port.ts';
import { scanDocuments, writeDocuments } from './postgres/documents.ts';
import { documentsTable, dropIndex, ensureIndex, migrateSearch, wordsTable } from './postgres/schema.ts';
import { search } from './postgres/search.ts';

/** Search in Postgres, two tables per index, created at the first use. The caller closes the pool. */
export function postgresSearchEngine(pool: pg.Pool): SearchEngine {
  const { define, run } = connection(pool);
  const specOf = specs(run);
  return {
    ensure: (spec) => define(() => ensureIndex(pool, spec)),
    drop: (index) => define(() => dropIndex(pool, index)),
    write: async (index, docs) => writeDocuments(run, await specOf(index), docs),
    // A search sees all earlier commits.
    refresh: async () => {},
    search: async (index, query) => search(run, await specOf(index), query),
    scan: async function* (index) {
      yield* scanDocuments(run, await specOf(index));
    },
    activeBuilds: async () => {
      const rows = await run<{ index: string; build: number }>({ text: 'select index, build::float8 as build from search.active_build', values: [] });
      return Object.fromEntries(rows.map(({ index, build }) => [index, build]));
    },
    activate: async (index, build) => {
      // Statistics are missing after a bulk fill, and plans depend on them.
      const tables = [documentsTable(`${index}@${build}`), wordsTable(`${index}@${build}`)];
      await run({ text: `analyze ${tables.join(', ')}`, values: [] });
      const text = `insert into search.active_build (index, build) values ($1, $2) on conflict (index) do update set build = excluded.build`;
      await run({ text, values: [index, build] });
    },
    close: async () => {},
  };
}

/** Runs work after the migrations, and converts errors of an unavailable Postgres. */
function connection(pool: pg.Pool): { run: Run; define(work: () => Promise<void>): Promise<void> } {
  let migrated: Promise<void> | null = null;
  const ready = (): Promise<void> => {
    migrated ??= migrateSearch(pool).catch((error: unknown) => {
      migrated = null;
      throw error;
    });
    return migrated;
  };
  const mapped = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      await ready();
      return await work();
    } catch (error) {
      throw asPostgresError(error);
    }
  };
  return {
    define: mapped,
    // Never prepared, because the right plan depends on the words' frequency.
    run: <R extends pg.QueryResultRow>({ text, values }: { text: string; values: unknown[] }) =>
      mapped(async () => (await pool.query<R>(text, values)).rows),
  };
}

/** Caches declarations by name, because a name never changes its declaration. */
function specs(run: Run): (index: string) => Promise<IndexSpec> {
  const known = new Map<string, IndexSpec>();
  return async (index) => {
    const before = known.get(index);
    if (before) return before;
    const [row] = await run<{ spec: string }>({ text: 'select spec from search.index where name = $1', values: [index] });
    if (!row) throw new Error(`There is no search index ${JSON.stringify(index)}`);
    const spec: IndexSpec = JSON.parse(row.spec);
    known.set(index, spec);
    return spec;
  };
}
