import { createHash } from 'node:crypto';
import type pg from 'pg';
import { logPartition } from '../../bus/postgres/log-reader.ts';
import { migrate } from '../../postgres/migrate.ts';
import { lockedTransaction } from '../../postgres/transaction.ts';
import type { CollectionSpec, IndexSpec } from '../port.ts';
import { collectionRow, layoutOf, type Row, sortKey, sortKeyFunctions, tableName } from './expressions.ts';
import { pointExpression } from './filter.ts';
import { ensureColumns } from './rows.ts';

/** Advisory lock of creating and dropping collections. */
const lockKey = 7_401_010;

/** LISTEN channel on which processes announce checkpoints and activations. */
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
  // Collections of older releases were jsonb with indexes over expressions. Their documents become text; `ensure` adds columns and indexes.
  `do $$
   declare
     old record;
   begin
     for old in
       select relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
       where nspname = 'projections' and relkind = 'r' and relname like '%@%'
     loop
       execute format('alter table projections.%I rename to converted', old.name);
       execute format('create table projections.%I (
         id text collate "C" primary key, body text storage external, at text not null, rev bigint not null) with (fillfactor = 80)', old.name);
       execute format('insert into projections.%I (id, body, at, rev) select id, doc::text, at::text, rev from projections.converted', old.name);
       drop table projections.converted;
     end loop;
   end $$`,
  // True when documents of a stream may be stored with an append. The build must be in use and have all earlier events of the stream, none of them
  // parked.
  `create function projections.takes_documents(build text, of_stream text, last_position bigint, last_inlined text) returns boolean language plpgsql as $$
   begin
     if not exists (select from projections.active_version v where v.projection || '@' || v.version = build) then
       return false;
     end if;
     if last_position is not null and last_inlined is distinct from build and last_position >
       coalesce((select c.watermark from projections.checkpoint c where c.projection = build and c.partition = '${logPartition}'), 0) then
       return false;
     end if;
     -- What is set aside for the projector must come first, when it can be handled.
     if to_regclass('parked_events') is not null then
       return not exists (select from parked_events p where p.consumer = build and p.stream = of_stream);
     end if;
     return true;
   end $$`,
  // Plain SQL, which the planner inlines: to call `takes_documents` for each append took as long as the append itself.
  `create function projections.is_in_use(build text) returns boolean language sql stable as $$
     select exists (select from projections.active_version v where v.projection || '@' || v.version = build)
   $$`,
];

/** Columns of every collection. The fill factor leaves room for the next version of a row in its page (heap-only update). */
const tableShape = `(
    id text collate "C" primary key, body text storage external, at text not null, rev bigint not null
  ) with (fillfactor = 80)`;

/**
 * Creates the schema, tables and functions of the projection store, except its collections, once per database.
 * @throws Error when the database does not compare text by code point.
 */
export async function migrateProjections(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ byCodePoint: boolean }>(`select '"a"'::jsonb > '"B"'::jsonb as "byCodePoint"`);
  if (!rows[0]?.byCodePoint) throw new Error('The Postgres database sorts text by a language; create it with the locale C.UTF-8');
  await migrate(pool, 'projections', steps);
}

/** One column of an ordered index; `-` before the key is descending, as in `IndexSpec`. Null sorts below all values. */
function orderedColumn(key: string, row: Row): string {
  const descending = key.startsWith('-');
  const { sql } = sortKey(descending ? key.slice(1) : key, row);
  return `${sql} ${descending ? 'desc nulls last' : 'asc nulls first'}`;
}

function indexBody({ kind, on }: IndexSpec, row: Row): string {
  const [first = '', second = ''] = on;
  switch (kind) {
    case 'ordered':
      return `using btree (${[...on.map((key) => orderedColumn(key, row)), 'id'].join(', ')})`;
    case 'set':
      return `using gin (${row.column(first)?.sql ?? ''})`;
    case 'point':
      return `using gist ((${pointExpression(first, second, row)}))`;
    default:
      throw new Error(`unknown kind of index ${JSON.stringify(kind satisfies never)}`);
  }
}

function createIndex(collection: string, index: IndexSpec, row: Row): string {
  // The index covers tombstones too, although no query reads them, because Postgres takes no statistics from a partial index.
  const body = `on ${tableName(collection)} ${indexBody(index, row)}`;
  const name = `projection_${createHash('sha256').update(body).digest('hex').slice(0, 24)}`;
  return `create index if not exists ${name} ${body}`;
}

/** Creates the collection, its columns and its indexes if missing, in one transaction under a lock. */
export async function ensureCollection(pool: pg.Pool, spec: CollectionSpec): Promise<void> {
  const { name, indexes } = spec;
  await lockedTransaction(pool, lockKey, async (client) => {
    await client.query(`create table if not exists ${tableName(name)} ${tableShape}`);
    await ensureColumns(client, spec);
    const row = collectionRow(layoutOf(spec));
    for (const index of indexes) await client.query(createIndex(name, index, row));
  });
}

export async function dropCollection(pool: pg.Pool, name: string): Promise<void> {
  await lockedTransaction(pool, lockKey, (client) => client.query(`drop table if exists ${tableName(name)}`));
}
