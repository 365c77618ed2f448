import type pg from 'pg';
import { z } from 'zod';
import { migrate } from '../postgres/migrate.ts';
import { asPostgresError } from '../postgres/unavailable.ts';
import { BackupRefused } from './backup-refused.ts';

/** Tables without a port whose rows nothing else tells of. */
export interface KeptTables {
  /** Who makes them, as `migrate` knows it, and how. */
  owner: string;
  steps: readonly string[];
  /** In an order in which rows can be put in again. */
  tables: readonly KeptTable[];
}

export interface KeptTable {
  name: string;
  /** Columns that its rows are told apart by. */
  key: string;
  /** SQL condition on the rows that are kept; all of them without. */
  where?: string;
}

const rowsAtOnce = 1_000;
const rowLine = z.strictObject({ table: z.string(), row: z.string() });
type RowLine = z.output<typeof rowLine>;

/** How far the tables of each owner are: steps of `migrate` by its name. */
export type StepsByOwner = Record<string, number>;

/** Rows as lines, all of one moment. Owners without tables in this database are left out. @param steps is told of each of the others */
export async function* tableLines(pool: pg.Pool, kept: readonly KeptTables[], steps: StepsByOwner): AsyncGenerator<string> {
  const client = await pool.connect().catch((error: unknown) => Promise.reject(asPostgresError(error)));
  let isDone = false;
  try {
    await client.query('begin isolation level repeatable read read only');
    for (const { owner, tables } of kept) {
      const ran = await stepsOf(client, owner);
      if (ran === 0) continue;
      steps[owner] = ran;
      for (const table of tables) yield* rowLines(client, table);
    }
    await client.query('commit');
    isDone = true;
  } catch (error) {
    throw asPostgresError(error);
  } finally {
    client.release(!isDone);
  }
}

async function* rowLines(client: pg.PoolClient, { name, key, where = 'true' }: KeptTable): AsyncGenerator<string> {
  await client.query(`declare kept no scroll cursor for select t::text as row from ${name} t where ${where} order by ${key}`);
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${rowsAtOnce} from kept`);
    for (const { row } of rows) yield JSON.stringify({ table: name, row } satisfies RowLine);
    if (rows.length < rowsAtOnce) break;
  }
  await client.query('close kept');
}

type Asking = Pick<pg.PoolClient, 'query'>;

const isThere = async (client: Asking, table: string): Promise<boolean> =>
  (await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table])).rows[0]?.there === true;

/** Steps of an owner that have run in this database. */
async function stepsOf(client: Asking, owner: string): Promise<number> {
  if (!(await isThere(client, 'migrations'))) return 0;
  const { rows } = await client.query<{ steps: number }>('select count(*)::int as steps from migrations where owner = $1', [owner]);
  return rows[0]?.steps ?? 0;
}

/** Kept tables of this database that have rows already, each with how many. */
export async function filledTables(pool: pg.Pool, kept: readonly KeptTables[]): Promise<string[]> {
  const filled: string[] = [];
  for (const { name, where = 'true' } of kept.flatMap(({ tables }) => tables)) {
    if (!(await isThere(pool, name))) continue;
    const { rows } = await pool.query<{ rows: number }>(`select count(*)::int as rows from ${name} where ${where}`);
    if (rows[0]?.rows) filled.push(`${name} (${rows[0].rows} rows)`);
  }
  return filled;
}

/**
 * Makes the tables as they were when they were kept, so that their rows fit.
 * @throws BackupRefused when that was in a newer release, or this database has had a newer one.
 */
export async function makeTablesOf(pool: pg.Pool, { owner, steps }: KeptTables, then: number): Promise<void> {
  if (then > steps.length)
    throw new BackupRefused('backup/newer', `The backup was made by a newer release: its tables of ${owner} are ${then - steps.length} steps ahead`);
  const now = await stepsOf(pool, owner);
  if (now > then)
    throw new BackupRefused(
      'backup/target-not-empty',
      `The tables of ${owner} are newer than those of the backup: restore into a database in which the product never ran`,
    );
  await migrate(pool, owner, steps.slice(0, then));
}

/** Puts rows into their tables, as they come. As Postgres writes rows, and not as JSON: what is in JSON may hold U+0000, which it would refuse there. */
export async function putRows(client: pg.PoolClient, lines: readonly string[]): Promise<void> {
  const rows = Map.groupBy(
    lines.map((text) => rowLine.parse(JSON.parse(text))),
    ({ table }) => table,
  );
  for (const [table, of] of rows)
    await client.query(`insert into ${table} overriding system value select (r).* from unnest($1::${table}[]) r`, [of.map(({ row }) => row)]);
}

/** Has what a table counts up by itself go on after the rows that it has. */
export async function continueNumbers(client: pg.PoolClient, table: string): Promise<void> {
  const { rows } = await client.query<{ column: string }>(
    `select attname as column from pg_attribute where attrelid = to_regclass($1) and attidentity <> ''`,
    [table],
  );
  for (const { column } of rows)
    await client.query(`select setval(pg_get_serial_sequence($1, $2), greatest(max(${column}), 1), max(${column}) is not null) from ${table}`, [
      table,
      column,
    ]);
}
