import { personalData } from '@waystory/proto/events/personal.ts';
import type pg from 'pg';
import { z } from 'zod';
import type { RecordedEvent } from '../event-store/port.ts';
import { beforeFirstKey, type PersonalKey, type PersonalKeys } from '../personal-data/port.ts';
import { migrate } from '../postgres/migrate.ts';
import { asPostgresError } from '../postgres/pool.ts';
import { type Manifest, readState, type StateFile, writeState } from './manifest.ts';
import { BackupRefused, type Vault } from './sealed-file.ts';

/** Tables without a port whose rows cannot be derived from the log, so a backup contains them. */
export interface KeptTables {
  /** Owner and steps of the migrations of these tables. */
  owner: string;
  steps: readonly string[];
  /** Ordered so that a restore never violates a foreign key. */
  tables: readonly KeptTable[];
}

export interface KeptTable {
  name: string;
  /** Columns of the primary key. */
  key: string;
  /** SQL condition of the kept rows; all rows without it. */
  where?: string;
}

const rowsAtOnce = 1_000;
const rowLine = z.strictObject({ table: z.string(), row: z.string() });
type RowLine = z.output<typeof rowLine>;

/** Number of executed migration steps by owner. */
export type StepsByOwner = Record<string, number>;

/**
 * Rows of the kept tables as lines, all from one snapshot. Owners without executed migrations are skipped.
 * @param steps Receives the number of executed migration steps per owner.
 */
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

/** Number of the owner's executed migration steps. */
async function stepsOf(client: Asking, owner: string): Promise<number> {
  if (!(await isThere(client, 'migrations'))) return 0;
  const { rows } = await client.query<{ steps: number }>('select count(*)::int as steps from migrations where owner = $1', [owner]);
  return rows[0]?.steps ?? 0;
}

/** Kept tables with rows, each with its count. */
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
 * Creates the tables with the migration steps of the backup, so that its rows fit.
 * @throws BackupRefused when the backup has more migration steps than this release, or this database has more than the backup.
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

/** Inserts rows in Postgres's own text format, because JSON would refuse U+0000. */
export async function putRows(client: pg.PoolClient, lines: readonly string[]): Promise<void> {
  const rows = Map.groupBy(
    lines.map((text) => rowLine.parse(JSON.parse(text))),
    ({ table }) => table,
  );
  for (const [table, of] of rows)
    await client.query(`insert into ${table} overriding system value select (r).* from unnest($1::${table}[]) r`, [of.map(({ row }) => row)]);
}

/** Advances a table's sequences beyond its rows. */
export async function advanceSequences(client: pg.PoolClient, table: string): Promise<void> {
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

const pageSize = 1_000;
/** Number of additional key files after which all are merged into one. */
const mostAdditions = 500;

const keyLine = z.strictObject({ accountId: z.string(), life: z.int(), key: z.base64() });
type KeyLine = z.output<typeof keyLine>;

const lineOf = ({ accountId, life, key }: PersonalKey): string =>
  JSON.stringify({ accountId, life, key: key?.toString('base64') ?? '' } satisfies KeyLine);

async function* allKeys(keys: Pick<PersonalKeys, 'list'>): AsyncGenerator<string> {
  for (let page = await keys.list(beforeFirstKey, pageSize); page.length > 0; page = await keys.list(page.at(-1) ?? beforeFirstKey, pageSize))
    yield* page.map(lineOf);
}

async function* keysOf(keys: Pick<PersonalKeys, 'read'>, owners: readonly string[]): AsyncGenerator<string> {
  for (let from = 0; from < owners.length; from += pageSize)
    yield* (await keys.read(owners.slice(from, from + pageSize))).filter(({ key }) => key !== null).map(lineOf);
}

/** Account whose key seals the event; null without personal data. */
export function keyOwnerOf({ type, data }: Pick<RecordedEvent, 'type' | 'data'>): string | null {
  const owner = personalData.get(type)?.owner;
  return owner === undefined ? null : String(data[owner]);
}

/** Writes all existing keys into one file, unless the file already has them. Destroyed keys are not in it. */
export async function withAllKeys(vault: Vault, keys: Pick<PersonalKeys, 'list'>, before: Manifest['keys']): Promise<Manifest['keys']> {
  const [only = null, ...additions] = before;
  return [await writeState(vault, 'keys', () => allKeys(keys), additions.length === 0 ? only : null)];
}

/** Adds the keys of these accounts to the backup. */
export async function withKeysOf(
  vault: Vault,
  keys: Pick<PersonalKeys, 'list' | 'read'>,
  owners: readonly string[],
  before: Manifest['keys'],
): Promise<Manifest['keys']> {
  if (owners.length === 0) return before;
  if (before.length > mostAdditions) return withAllKeys(vault, keys, before);
  return [...before, await writeState(vault, 'keys', () => keysOf(keys, owners), null)];
}

/** Keys of a backup in batches; a key may occur twice. */
export async function* readKeys(vault: Vault, files: readonly StateFile[]): AsyncGenerator<string[]> {
  for (const file of files) yield* readState(vault, file);
}
