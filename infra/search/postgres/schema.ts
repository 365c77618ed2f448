import { createHash } from 'node:crypto';
import type pg from 'pg';
import { lockedTransaction } from '../../postgres/locked-transaction.ts';
import { migrate } from '../../postgres/migrate.ts';
import { keyField } from '../../projection-store/postgres/expressions.ts';
import { migrateProjections } from '../../projection-store/postgres/schema.ts';
import type { IndexSpec } from '../port.ts';

/** Processes that create or drop indexes wait for each other under this key. */
const lockKey = 7_401_011;
const indexName = /^[A-Za-z][A-Za-z0-9_-]{0,39}@[0-9]{1,12}$/;

const steps: readonly string[] = [
  // As text: jsonb would forget the order in which texts were declared.
  `create schema search;
   create table search.index (name text primary key, spec text not null);
   create table search.active_build (index text primary key, build bigint not null);`,
];

/** Creates what search needs besides its indexes, once per database. Filters are compared by functions of the projections. */
export async function migrateSearch(pool: pg.Pool): Promise<void> {
  await migrateProjections(pool);
  await migrate(pool, 'search', steps);
}

/** @throws Error when it is not the name of an index with its build; names become part of the SQL. */
function checkedName(index: string): string {
  if (!indexName.test(index)) throw new Error(`${JSON.stringify(index)} is not the physical name of a search index`);
  return index;
}

/** Table of the documents of an index, quoted. */
export const documentsTable = (index: string): string => `search."${checkedName(index)}"`;
/** Table of the words that occur in an index, quoted. */
export const wordsTable = (index: string): string => `search."${checkedName(index)}:w"`;

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);

function definitions({ name, filters, positions }: IndexSpec): string[] {
  const documents = documentsTable(name);
  const words = wordsTable(name);
  const onIds = Object.keys(filters).filter((field) => filters[field] === 'id');
  return [
    // `doc` is what filters look at; the rows of documents that are gone stay for their version.
    `create table if not exists ${documents} (
      id text collate "C" primary key, version bigint not null, texts jsonb, doc jsonb, words tsvector${positions ? ', positions point[]' : ''}
    )`,
    // What waits to be entered is looked through by every search.
    `create index if not exists search_${hashed(`${name} words`)} on ${documents} using gin (words) with (gin_pending_list_limit = 512)`,
    // Of the fields that people filter by only ids leave few enough documents to begin with them.
    ...onIds.map((field) => `create index if not exists search_${hashed(`${name} ${field}`)} on ${documents} (${keyField(field, 'doc')})`),
    `create table if not exists ${words} (word text collate "C" primary key, length smallint not null, keys int4[] not null)`,
    `create index if not exists search_${hashed(`${name} keys`)} on ${words} using gin (keys) with (gin_pending_list_limit = 512)`,
  ];
}

/** Creates the index unless it is there, in one transaction, one process at a time. */
export async function ensureIndex(pool: pg.Pool, spec: IndexSpec): Promise<void> {
  // Creating what is there changes nothing, yet locks its tables against those who write to them.
  if ((await pool.query('select from search.index where name = $1', [spec.name])).rowCount) return;
  await lockedTransaction(pool, lockKey, async (client) => {
    for (const definition of definitions(spec)) await client.query(definition);
    await client.query('insert into search.index (name, spec) values ($1, $2) on conflict do nothing', [spec.name, JSON.stringify(spec)]);
  });
}

/** Removes an index; readers have none any more if it was theirs. */
export const dropIndex = (pool: pg.Pool, index: string): Promise<void> =>
  lockedTransaction(pool, lockKey, async (client) => {
    // In the order in which writers lock them.
    await client.query(`drop table if exists ${wordsTable(index)}, ${documentsTable(index)}`);
    await client.query('delete from search.index where name = $1', [index]);
    await client.query(`delete from search.active_build where index || '@' || build = $1`, [index]);
  });
