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
const line = z.union([z.strictObject({ owner: z.string(), steps: z.int() }), z.strictObject({ table: z.string(), row: z.string() })]);

/** Rows as lines, all of one moment; before those of an owner how far its tables were. Owners without tables in this database are left out. */
export async function* tableLines(pool: pg.Pool, kept: readonly KeptTables[]): AsyncGenerator<string> {
  const client = await pool.connect().catch((error: unknown) => Promise.reject(asPostgresError(error)));
  try {
    await client.query('begin isolation level repeatable read read only');
    for (const { owner, tables } of kept) {
      const steps = await stepsOf(client, owner);
      if (steps === 0) continue;
      yield JSON.stringify({ owner, steps } satisfies z.input<typeof line>);
      for (const table of tables) yield* rowLines(client, table);
    }
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(true);
    throw asPostgresError(error);
  }
}

async function* rowLines(client: pg.PoolClient, { name, key, where = 'true' }: KeptTable): AsyncGenerator<string> {
  await client.query(`declare kept no scroll cursor for select row_to_json(t)::text as row from ${name} t where ${where} order by ${key}`);
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${rowsAtOnce} from kept`);
    for (const { row } of rows) yield JSON.stringify({ table: name, row } satisfies z.input<typeof line>);
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

/** What lines of a backup say: how far the tables of each owner were, and rows by table. */
export function parseTableLines(lines: readonly string[]): { steps: Map<string, number>; rows: Map<string, string[]> } {
  const [steps, rows] = [new Map<string, number>(), new Map<string, string[]>()];
  for (const text of lines) {
    const parsed = line.parse(JSON.parse(text));
    if ('owner' in parsed) steps.set(parsed.owner, parsed.steps);
    else rows.set(parsed.table, [...(rows.get(parsed.table) ?? []), parsed.row]);
  }
  return { steps, rows };
}

/**
 * Makes the tables as they were when they were kept, so that their rows fit.
 * @throws BackupRefused when that was in a newer release.
 */
export async function makeTablesOf(pool: pg.Pool, { owner, steps }: KeptTables, then: number): Promise<void> {
  if (then > steps.length)
    throw new BackupRefused('backup/newer', `The backup was made by a newer release: its tables of ${owner} are ${then - steps.length} steps ahead`);
  const now = await stepsOf(pool, owner);
  if (now < then) await migrate(pool, owner, steps.slice(0, then));
}

/** Puts rows into a table; numbers that it counts up by itself go on after them. */
export async function putRows(client: pg.PoolClient, table: string, rows: readonly string[]): Promise<void> {
  await client.query(`insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`, [`[${rows.join()}]`]);
}

/** Has what a table counts up by itself go on after the rows that it has. */
export async function continueNumbers(client: pg.PoolClient, table: string): Promise<void> {
  const { rows } = await client.query<{ column: string }>(
    `select attname as column from pg_attribute where attrelid = to_regclass($1) and attidentity <> ''`,
    [table],
  );
  for (const { column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), greatest(max(${column}), 1), max(${column}) is not null) from ${table}`,
      [table, column],
    );
}

/** Brings the tables to what this release has. */
export async function completeTables(pool: pg.Pool, kept: readonly KeptTables[], restored: ReadonlySet<string>): Promise<void> {
  for (const { owner, steps } of kept) if (restored.has(owner)) await migrate(pool, owner, steps);
}

