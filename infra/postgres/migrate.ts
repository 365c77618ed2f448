import { createHash } from 'node:crypto';
import type pg from 'pg';
import { memoizeSuccess } from '../waiting.ts';
import { asPostgresError } from './pool.ts';
import { lockedTransaction, withLongTimeout } from './transaction.ts';

/** Advisory lock of all migrations. */
const lockKey = 7_401_001;

/** First line of a step that removes objects which the previous release needs. The digest of such a step is marked, too. */
const mark = '-- contracts\n';

/** A contracting step: the previous release refuses to start afterwards. */
export const contractingStep = (sql: string): string => `${mark}${sql}`;

const digest = (sql: string): string => (sql.startsWith(mark) ? 'contracts ' : '') + createHash('sha256').update(sql).digest('hex').slice(0, 16);

/**
 * Migrates the tables of `owner`: runs missing steps in order, all or none, safely under concurrent starts. Steps are numbered by position, so a
 * release may only append steps. The previous release runs beside newer steps, unless a step is `contractingStep`.
 * @throws Error when an executed step was edited, or an unknown step is contracting.
 */
export const migrate = (pool: pg.Pool, owner: string, steps: readonly string[]): Promise<void> =>
  lockedTransaction(pool, lockKey, async (client) => {
    await client.query('create table if not exists migrations (owner text, step int, digest text not null, primary key (owner, step))');
    const { rows } = await client.query<{ digest: string }>('select digest from migrations where owner = $1 order by step', [owner]);
    checkHistory(
      owner,
      rows.map((row) => row.digest),
      steps,
    );
    for (const [index, sql] of steps.entries()) {
      if (index < rows.length) continue;
      await client.query(withLongTimeout(sql));
      await client.query('insert into migrations (owner, step, digest) values ($1, $2, $3)', [owner, index + 1, digest(sql)]);
    }
  });

/** Tables of one owner, created at the first use. Both functions throw EngineUnavailable when Postgres is unavailable or slow. */
export interface MigratedTables {
  /** Runs work on the tables. */
  use<T>(work: () => Promise<T>): Promise<T>;
  /** Runs one statement and returns its rows. */
  query<R extends pg.QueryResultRow>(statement: string | pg.QueryConfig, values?: unknown[]): Promise<R[]>;
}

/** @param create Migrates the tables, see `migrate`. It runs once; the next use retries a failure. */
export function migratedTables(pool: pg.Pool, create: () => Promise<void>): MigratedTables {
  const ready = memoizeSuccess(create);
  const use = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      await ready();
      return await work();
    } catch (error) {
      throw asPostgresError(error);
    }
  };
  return {
    use,
    query: <R extends pg.QueryResultRow>(statement: string | pg.QueryConfig, values?: unknown[]) =>
      use(async () => (await pool.query<R>(statement, values)).rows),
  };
}

function checkHistory(owner: string, ran: string[], steps: readonly string[]): void {
  if (ran.slice(steps.length).some((digestThen) => digestThen.startsWith('contracts ')))
    throw new Error(`The database is newer than this release: ${owner} has ${ran.length} steps, known are ${steps.length}`);
  const edited = ran.slice(0, steps.length).findIndex((digestThen, index) => digestThen !== digest(steps[index] ?? ''));
  if (edited >= 0) throw new Error(`Step ${edited + 1} of ${owner} was edited after it ran in this database`);
}
