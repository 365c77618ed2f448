import { createHash } from 'node:crypto';
import type pg from 'pg';
import { migrate } from '../../postgres/migrate.ts';
import type { CollectionSpec, IndexSpec } from '../port.ts';
import { jsonField, keyField, pointField, sortKeyFunctions, tableName } from './expressions.ts';

/** Processes that create or drop collections wait for each other under this key. */
const lockKey = 7_401_010;

/** Channel on which processes tell each other of checkpoints and activations. */
export const changesChannel = 'projections';

const steps: readonly string[] = [
  `create schema projections;
   ${sortKeyFunctions}
   create table projections.checkpoint (
     projection text, partition text, "offset" bigint not null, watermark bigint not null, primary key (projection, partition)
   );
   create table projections.active_version (projection text primary key, version bigint not null);
   create function projections.settle(conflicts text[], change text) returns void language plpgsql as $$
   begin
     if conflicts is not null then
       raise exception 'documents were written by someone else' using errcode = 'WS001', detail = to_json(conflicts)::text;
     end if;
     perform pg_notify('${changesChannel}', change);
   end $$`,
];

/**
 * Creates what the projection store needs besides its collections, once per database.
 * @throws Error when the database does not compare text by code point.
 */
export async function migrateProjections(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ byCodePoint: boolean }>(`select '"a"'::jsonb > '"B"'::jsonb as "byCodePoint"`);
  if (!rows[0]?.byCodePoint) throw new Error('The Postgres database sorts text by a language; create it with the locale C.UTF-8');
  await migrate(pool, 'projections', steps);
}

/** One column of an ordered index; the direction of a key is written as in `IndexSpec`. */
const orderedColumn = (key: string): string => (key.startsWith('-') ? `${keyField(key.slice(1))} desc` : keyField(key));

function indexBody({ kind, on }: IndexSpec): string {
  const [first = '', second = ''] = on;
  switch (kind) {
    case 'ordered':
      return `using btree (${[...on.map(orderedColumn), 'id'].join(', ')})`;
    case 'set':
      return `using gin (${jsonField(first)} jsonb_path_ops)`;
    case 'point':
      return `using gist ((${pointField(first, second)}))`;
    default:
      throw new Error(`unknown kind of index ${JSON.stringify(kind satisfies never)}`);
  }
}

function createIndex(collection: string, index: IndexSpec): string {
  // Over all rows, although removed documents are never asked for: Postgres takes no statistics from a partial index.
  const body = `on ${tableName(collection)} ${indexBody(index)}`;
  const name = `projection_${createHash('sha256').update(body).digest('hex').slice(0, 24)}`;
  return `create index if not exists ${name} ${body}`;
}

/** Creates the collection and its indexes unless they are there, in one transaction, one process at a time. */
export async function ensureCollection(pool: pg.Pool, { name, indexes }: CollectionSpec): Promise<void> {
  // Documents of up to a page stay whole in their row: unpacking one again for each field that is looked at costs more than all else.
  const table = `create table if not exists ${tableName(name)} (
    id text collate "C" primary key, doc jsonb, at jsonb not null, rev bigint not null
  ) with (toast_tuple_target = 8160, fillfactor = 85)`;
  await alone(pool, [table, ...indexes.map((index) => createIndex(name, index))]);
}

export async function dropCollection(pool: pg.Pool, name: string): Promise<void> {
  await alone(pool, [`drop table if exists ${tableName(name)}`]);
}

async function alone(pool: pg.Pool, definitions: string[]): Promise<void> {
  const client = await pool.connect();
  try {
    // An index on a collection that is full already takes its time.
    await client.query('begin; set local statement_timeout = 0');
    await client.query(`select pg_advisory_xact_lock(${lockKey})`);
    for (const definition of definitions) await client.query(definition);
    await client.query('commit');
    client.release();
  } catch (error) {
    // Closing the connection rolls back, also when it is the connection that failed.
    client.release(true);
    throw error;
  }
}
