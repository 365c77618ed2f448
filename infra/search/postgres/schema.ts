import { createHash } from 'node:crypto';
import type pg from 'pg';
import { lockedTransaction } from '../../postgres/locked-transaction.ts';
import { migrate } from '../../postgres/migrate.ts';
import { keyField } from '../../projection-store/postgres/expressions.ts';
import { migrateProjections } from '../../projection-store/postgres/schema.ts';
import type { IndexSpec } from '../port.ts';

/** Advisory lock of creating and dropping indexes. */
const lockKey = 7_401_011;
const indexName = /^[A-Za-z][A-Za-z0-9_-]{0,39}@[0-9]{1,12}$/;

const steps: readonly string[] = [
  // Stored as text, because jsonb would lose the order of the declared texts.
  `create schema search;
   create table search.index (name text primary key, spec text not null);
   create table search.active_build (index text primary key, build bigint not null);`,
];

/** Creates common objects once per database. Filters use functions of the projections. */
export async function migrateSearch(pool: pg.Pool): Promise<void> {
  await migrateProjections(pool);
  await migrate(pool, 'search', steps);
}

/** @throws Error for an invalid index name, because names become SQL. */
function checkedName(index: string): string {
  if (!indexName.test(index)) throw new Error(`${JSON.stringify(index)} is not the physical name of a search index`);
  return index;
}

/** Table of an index's documents, quoted. */
export const documentsTable = (index: string): string => `search."${checkedName(index)}"`;
/** Table of an index's words, quoted. */
export const wordsTable = (index: string): string => `search."${checkedName(index)}:w"`;

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);

function definitions({ name, filters, positions }: IndexSpec): string[] {
  const documents = documentsTable(name);
  const words = wordsTable(name);
  const onIds = Object.keys(filters).filter((field) => filters[field] === 'id');
  return [
    // `doc` serves filters. Rows of deleted documents stay for their version.
    `create table if not exists ${documents} (
      id text collate "C" primary key, version bigint not null, texts jsonb, doc jsonb, words tsvector${positions ? ', positions point[]' : ''}
    )`,
    // Every search scans the pending list, so it is small.
    `create index if not exists search_${hashed(`${name} words`)} on ${documents} using gin (words) with (gin_pending_list_limit = 512)`,
    // Only ids are selective enough to start a filter from.
    ...onIds.map((field) => `create index if not exists search_${hashed(`${name} ${field}`)} on ${documents} (${keyField(field, 'doc')})`),
    `create table if not exists ${words} (word text collate "C" primary key, length smallint not null, keys int4[] not null)`,
    `create index if not exists search_${hashed(`${name} keys`)} on ${words} using gin (keys) with (gin_pending_list_limit = 512)`,
  ];
}

/** Creates the index if missing, in one transaction under the lock. */
export async function ensureIndex(pool: pg.Pool, spec: IndexSpec): Promise<void> {
  // Creating an existing table would still lock it against writers.
  if ((await pool.query('select from search.index where name = $1', [spec.name])).rowCount) return;
  await lockedTransaction(pool, lockKey, async (client) => {
    for (const definition of definitions(spec)) await client.query(definition);
    await client.query('insert into search.index (name, spec) values ($1, $2) on conflict do nothing', [spec.name, JSON.stringify(spec)]);
  });
}

/** Removes an index, even the one in use. */
export const dropIndex = (pool: pg.Pool, index: string): Promise<void> =>
  lockedTransaction(pool, lockKey, async (client) => {
    // In the lock order of writers.
    await client.query(`drop table if exists ${wordsTable(index)}, ${documentsTable(index)}`);
    await client.query('delete from search.index where name = $1', [index]);
    await client.query(`delete from search.active_build where index || '@' || build = $1`, [index]);
  });
