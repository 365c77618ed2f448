import type pg from 'pg';
import type { AppliedOffsets, CollectionSpec, Doc, StoredDoc } from '../port.ts';
import { type ColumnKind, columnName, cutText, fieldOfColumn, fitsColumn, type Layout, layoutOf, sqlTypes, tableName } from './expressions.ts';
import type { RunStatement, Statement } from './statement.ts';

/** Columns of every table. */
export interface StoredRow extends Record<string, unknown> {
  id: string;
  body: string | null;
  at: string;
  rev: number;
}

export const storedColumns = 'id, body, at, rev::float8 as rev';

export const storedDoc = ({ id, body, at, rev }: StoredRow): StoredDoc => ({
  id,
  doc: body === null ? null : parsed<Doc>(body),
  _at: parsed<AppliedOffsets>(at),
  _rev: rev,
});

const parsed = <T>(json: string): T => JSON.parse(json);

/** SQL of rows that are sent as one JSON parameter, see `rowsJson`. */
export interface RowsShape {
  /** Names of the columns of the table. */
  names: string[];
  /** SQL of the value of each column, over a row `w` of `given`. */
  values: string[];
  /** SQL of the rows. @param parameter Number of the parameter. */
  given(parameter: number): string;
}

const shapes = new WeakMap<Layout, RowsShape>();

/** All columns but the revision, which the statement decides. */
export function rowsShape(layout: Layout): RowsShape {
  const known = shapes.get(layout);
  if (known) return known;
  const own = [...layout.values()].map((kind, index) => ({ name: `c${index}`, type: sqlTypes[kind] }));
  const columns = ['id text, body json, at text, rev bigint, odd jsonb, stream text', ...own.map(({ name, type }) => `${name} ${type}`)];
  const shape: RowsShape = {
    names: ['id', 'body', 'at', 'odd', ...Array.from(layout.keys(), columnName)],
    values: ['w.id', 'w.body::text', 'w.at', 'w.odd', ...own.map(({ name }) => `w.${name}`)],
    given: (parameter) => `json_to_recordset($${parameter}::json) as w(${columns})`,
  };
  shapes.set(layout, shape);
  return shape;
}

/** JSON escapes of NUL and lone surrogates: the backslash of the escape follows an even number of backslashes. */
const unstorableEscape = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/**
 * The JSON parameter for `given`: JSON is made and parsed by native code on both sides, and one parameter is cheaper than an array per column.
 * @param streams Stream of each document, for documents that are stored with their events.
 * @throws Error when a document has a character that Postgres does not store.
 */
export const rowsJson = (layout: Layout, docs: readonly StoredDoc[], streams?: readonly string[]): string =>
  `[${docs.map(({ id, doc, _at, _rev }, index) => {
    const row: Record<string, unknown> = { id, at: JSON.stringify(_at), rev: _rev, stream: streams?.[index] };
    if (doc !== null) addColumns(row, layout, doc);
    // The text of the document is a part of the JSON: as a string it would be escaped here and unescaped there.
    return `${JSON.stringify(row).slice(0, -1)},"body":${bodyOf(id, doc)}}`;
  })}]`;

/** JSON text of a document, or of null for a tombstone. */
function bodyOf(id: string, doc: Doc | null): string {
  const body = JSON.stringify(doc);
  // Postgres would store such a text, and fail at the first query that parses it.
  if (body.includes('\\u') && unstorableEscape.test(body)) throw new Error(`The document ${id} has a character that Postgres does not store`);
  return body;
}

/** Adds the values of the columns to a row, and as `odd` the declared fields whose value is of another kind. Null columns are left out. */
function addColumns(row: Record<string, unknown>, layout: Layout, doc: Doc): void {
  let odd: Record<string, unknown> | undefined;
  let index = 0;
  for (const [field, kind] of layout) {
    const column = `c${index++}`;
    const value = fieldIn(doc, field);
    // JSON has only finite numbers and serializes others as null.
    if (value === null || (typeof value === 'number' && !Number.isFinite(value))) continue;
    if (fitsColumn(kind, value)) row[column] = columnValue(value);
    // Nested fields are queried only as points, which ignore other types.
    else if (!field.includes('.')) odd = { ...odd, [field]: value };
  }
  if (odd) row.odd = odd;
}

function fieldIn(doc: Doc, field: string): unknown {
  if (!field.includes('.')) return ownField(doc, field);
  return field.split('.').reduce<unknown>(ownField, doc);
}
const ownField = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name) ? ((holder as Doc)[name] ?? null) : null; // as: any object can be read as a document

/** Items of a set other than texts are dropped, because only texts are queried and nested arrays would become a second dimension. */
function columnValue(value: unknown): unknown {
  if (typeof value === 'string') return cutText(value);
  return Array.isArray(value) ? value.flatMap((item: unknown) => (typeof item === 'string' ? cutText(item) : [])) : value;
}

interface ColumnRow extends Record<string, unknown> {
  name: string;
  type: string;
}

const kindOfType = new Map(Object.entries(sqlTypes).map(([kind, type]) => [type === 'float8' ? 'double precision' : type, kind as ColumnKind])); // as: the keys of `sqlTypes` are column kinds

const columnsOf = (collection: string): Statement => ({
  text: `select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = to_regclass($1) and attnum > 0 and not attisdropped order by attnum`,
  values: [tableName(collection)],
});

/** Columns of a table by field. Null for a missing table, and for a table of an older release that has no `odd` yet. */
async function readLayout(run: (statement: Statement) => Promise<ColumnRow[]>, collection: string): Promise<Layout | null> {
  const rows = await run(columnsOf(collection));
  if (!rows.some(({ name }) => name === 'odd')) return null;
  return new Map(
    rows.flatMap(({ name, type }) => {
      const [field, kind] = [fieldOfColumn(name), kindOfType.get(type)];
      return field !== null && kind ? [[field, kind] as const] : [];
    }),
  );
}

/** Layouts of the tables of a store. */
export interface Layouts {
  /** The columns of a collection, read once; none for a missing table, which the statement itself reports. */
  of(collection: string): Promise<Layout>;
  /** Layouts of several collections, as a synchronous function. */
  all(collections: readonly string[]): Promise<(collection: string) => Layout>;
  forget(collection: string): void;
}

const noColumns: Layout = new Map();

/** Caches layouts, because columns change only with `ensure`. A missing layout is not cached. */
export function layouts(run: RunStatement): Layouts {
  const known = new Map<string, Layout>();
  let forgotten = 0;
  const of = async (collection: string): Promise<Layout> => {
    const before = known.get(collection);
    if (before) return before;
    const then = forgotten;
    const layout = await readLayout((statement) => run<ColumnRow>(statement), collection);
    // A layout that was read while a table changed may be outdated.
    if (layout && then === forgotten) known.set(collection, layout);
    return layout ?? noColumns;
  };
  return {
    of,
    all: async (collections) => {
      const named = new Map<string, Layout>();
      for (const collection of collections) named.set(collection, known.get(collection) ?? (await of(collection)));
      return (collection) => named.get(collection) ?? noColumns;
    },
    forget: (collection) => {
      forgotten += 1;
      known.delete(collection);
    },
  };
}

/** Rows updated per round trip. */
const page = 1_000;

/** Adds the declared columns that a table lacks, and fills them from existing documents. */
export async function ensureColumns(client: pg.PoolClient, spec: CollectionSpec): Promise<void> {
  const table = tableName(spec.name);
  const run = async <R extends pg.QueryResultRow>({ text, values }: { text: string; values: unknown[] }) =>
    (await client.query<R>(text, values)).rows;
  const before = await readLayout(run, spec.name);
  const missing = [...layoutOf(spec)].filter(([field, kind]) => before?.get(field) !== kind);
  if (before && missing.length === 0) return;
  const changes = missing.flatMap(([field, kind]) => {
    const type = kind === 'text' ? 'text collate "C"' : sqlTypes[kind];
    // The column may exist with another type.
    return [`drop column if exists ${columnName(field)}`, `add column ${columnName(field)} ${type}`];
  });
  await client.query(`alter table ${table} ${['add column if not exists odd jsonb', ...changes].join(', ')}`);
  await fillColumns(client, spec.name);
}

async function fillColumns(client: pg.PoolClient, collection: string): Promise<void> {
  const table = tableName(collection);
  const layout = (await readLayout(async ({ text, values }) => (await client.query(text, values)).rows, collection)) ?? new Map();
  const { names, values, given } = rowsShape(layout);
  const sets = names.flatMap((name, at) => (['id', 'body', 'at'].includes(name) ? [] : [`${name} = ${values[at]}`]));
  const text = `update ${table} t set ${sets} from ${given(1)} where t.id = w.id`;
  const select = `select ${storedColumns} from ${table} where $1::text is null or id > $1 order by id limit ${page}`;
  for (let after: string | null = null; ; ) {
    const { rows }: pg.QueryResult<StoredRow> = await client.query<StoredRow>(select, [after]);
    const last = rows.at(-1);
    if (!last) {
      // The planner needs statistics of the new columns. An empty table is analyzed at its activation.
      if (after !== null) await client.query(`analyze ${table}`);
      return;
    }
    await client.query(text, [rowsJson(layout, rows.map(storedDoc))]);
    after = last.id;
  }
}
