import { createHash } from 'node:crypto';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Box } from '@waystory/proto/kit/filter.ts';
import type pg from 'pg';
import { migrate } from '../../postgres/migrate.ts';
import { lockedTransaction } from '../../postgres/transaction.ts';
import { keyField, type Parameters } from '../../projection-store/postgres/expressions.ts';
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

/** Creates the objects that all indexes share, once per database. The projections' migrations create functions that filters use. */
export async function migrateSearch(pool: pg.Pool): Promise<void> {
  await migrateProjections(pool);
  await migrate(pool, 'search', steps);
}

/** @throws Error for an invalid index name, because names become SQL. */
function checkedName(index: string): string {
  if (!indexName.test(index)) throw new Error(`${JSON.stringify(index)} is not the physical name of a search index`);
  return index;
}

/** Quoted table name of an index's documents. */
export const documentsTable = (index: string): string => `search."${checkedName(index)}"`;
/** Quoted table name of an index's words. */
export const wordsTable = (index: string): string => `search."${checkedName(index)}:w"`;

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);

function definitions({ name, filters, positions }: IndexSpec): string[] {
  const documents = documentsTable(name);
  const words = wordsTable(name);
  const onIds = Object.keys(filters).filter((field) => filters[field] === 'id');
  return [
    // `doc` has the fields of filters. Rows of deleted documents stay as tombstones with their version.
    `create table if not exists ${documents} (
      id text collate "C" primary key, version bigint not null, texts jsonb, doc jsonb, words tsvector${positions ? ', positions point[]' : ''}
    )`,
    // The pending list is short, because every search scans it.
    `create index if not exists search_${hashed(`${name} words`)} on ${documents} using gin (words) with (gin_pending_list_limit = 512)`,
    // Only ids are indexed, because other filters are not selective enough.
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
    // Tables are dropped in the lock order of writers, so that no deadlock occurs.
    await client.query(`drop table if exists ${wordsTable(index)}, ${documentsTable(index)}`);
    await client.query('delete from search.index where name = $1', [index]);
    await client.query(`delete from search.active_build where index || '@' || build = $1`, [index]);
  });

/**
 * Map cells are stored among the words, so that the index skips other regions.
 * A cell's name is its path of quarters, so it begins with the name of each larger cell. The smallest are 2.4 by 1.2 km at the equator.
 */
const smallest = 14;
/** Level of the largest cells that are used. In a larger box, checking the position of each match is as fast. */
const largest = 4;
/** Prefix of cell names; no word begins with it. */
const mark = '@';

const columnOf = (longitude: number, level: number): number => Math.min(2 ** level - 1, Math.floor(((longitude + 180) / 360) * 2 ** level));
const rowOf = (latitude: number, level: number): number => Math.min(2 ** level - 1, Math.floor(((latitude + 90) / 180) * 2 ** level));

/** Name of a cell. Column bits above the level are ignored, so that columns wrap around the antimeridian. */
function nameOf(level: number, column: number, row: number): string {
  const quarters = Array.from({ length: level }, (_, index) => ((column >> (level - 1 - index)) & 1) + 2 * ((row >> (level - 1 - index)) & 1));
  return mark + quarters.join('');
}

/** Smallest cell of a position, as stored. */
export const cellLexeme = ({ latitude, longitude }: Coordinates): string =>
  `'${nameOf(smallest, columnOf(longitude, smallest), rowOf(latitude, smallest))}'`;

/** Query for at most nine cells that cover a box; null when the box is too wide. */
export function cellsQuery({ south, west, north, east }: Box): string | null {
  const width = east - west + (west <= east ? 0 : 360);
  const level = Math.min(smallest, Math.floor(Math.log2(720 / width)), Math.floor(Math.log2(360 / (north - south))));
  if (level < largest) return null;
  const [left, bottom] = [columnOf(west, level), rowOf(south, level)];
  const columns = (columnOf(east, level) - left + 2 ** level) % 2 ** level;
  const rows = rowOf(north, level) - bottom;
  const steps = (count: number): number[] => Array.from({ length: count + 1 }, (_, step) => step);
  const names = steps(columns).flatMap((x) => steps(rows).map((y) => nameOf(level, left + x, bottom + y)));
  return names.map((name) => `'${name}':*`).join(' | ');
}

/** Postgres array literal of the positions as points. */
export const pointsLiteral = (positions: readonly Coordinates[]): string =>
  `{${positions.map(({ latitude, longitude }) => `"(${longitude},${latitude})"`).join()}}`;

/** SQL of the column `positions` as JSON. */
export const positionsAsJson = `case when positions is not null then
  (select coalesce(json_agg(json_build_object('latitude', at[1], 'longitude', at[0])), '[]') from unnest(positions) as at) end`;

/** SQL condition: the document has a position in a bounding box; false for null. */
export function hasPositionIn(box: Box | null, into: Parameters): string {
  if (!box) return 'false';
  const cells = cellsQuery(box);
  const { south, west, north, east } = box;
  const parts =
    west <= east
      ? [box]
      : [
          { south, west, north, east: 180 },
          { south, west: -180, north, east },
        ];
  const inPart = parts.map((part) => `at <@ ${into.add(`((${part.west},${part.south}),(${part.east},${part.north}))`, 'box')}`);
  const isNear = cells === null ? '' : `words @@ ${into.add(cells, 'tsquery')} and `;
  return `${isNear}exists (select from unnest(positions) as at where ${inPart.join(' or ')})`;
}
