import type pg from 'pg';
import type { CollectionSpec } from '../port.ts';
import { type ColumnKind, columnName, fieldOf, type Layout, layoutOf, sqlTypes } from './columns.ts';
import { tableName } from './expressions.ts';
import { rowArrays, rowsShape, type StoredRow, storedColumns, storedDoc } from './rows.ts';
import type { Run, Statement } from './statement.ts';

interface ColumnRow extends Record<string, unknown> {
  name: string;
  type: string;
}

const kindOfType = new Map(Object.entries(sqlTypes).map(([kind, type]) => [type === 'float8' ? 'double precision' : type, kind as ColumnKind])); // its keys are kinds

const columnsOf = (collection: string): Statement => ({
  text: `select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = to_regclass($1) and attnum > 0 and not attisdropped order by attnum`,
  values: [tableName(collection)],
});

/** Columns of a table for fields. Null without a table, or with one of an older release that was not ensured since. */
export async function readLayout(run: (statement: Statement) => Promise<ColumnRow[]>, collection: string): Promise<Layout | null> {
  const rows = await run(columnsOf(collection));
  if (!rows.some(({ name }) => name === 'odd')) return null;
  return new Map(
    rows.flatMap(({ name, type }) => {
      const [field, kind] = [fieldOf(name), kindOfType.get(type)];
      return field !== null && kind ? [[field, kind] as const] : [];
    }),
  );
}

/** Layouts of the tables of a store. */
export interface Layouts {
  /** The columns of a collection, read once; none for a missing table, which the statement itself reports. */
  of(collection: string): Promise<Layout>;
  /** Several at once. */
  all(collections: readonly string[]): Promise<(collection: string) => Layout>;
  forget(collection: string): void;
}

const noColumns: Layout = new Map();

/** Caches layouts: columns come with `ensure` and stay. A table without columns is looked at again. */
export function layouts(run: Run): Layouts {
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

/** Gives a table the columns that its collection declares, and fills them where documents are there already. */
export async function ensureColumns(client: pg.PoolClient, spec: CollectionSpec): Promise<void> {
  const table = tableName(spec.name);
  const run = async <R extends pg.QueryResultRow>({ text, values }: { text: string; values: unknown[] }) =>
    (await client.query<R>(text, values)).rows;
  const before = await readLayout(run, spec.name);
  const missing = [...layoutOf(spec)].filter(([field, kind]) => before?.get(field) !== kind);
  if (before && missing.length === 0) return;
  const changes = missing.flatMap(([field, kind]) => {
    const type = kind === 'text' ? 'text collate "C"' : sqlTypes[kind];
    // A column of another kind may be there.
    return [`drop column if exists ${columnName(field)}`, `add column ${columnName(field)} ${type}`];
  });
  await client.query(`alter table ${table} ${['add column if not exists odd jsonb', ...changes].join(', ')}`);
  await fillColumns(client, spec.name);
}

async function fillColumns(client: pg.PoolClient, collection: string): Promise<void> {
  const table = tableName(collection);
  const layout = (await readLayout(async ({ text, values }) => (await client.query(text, values)).rows, collection)) ?? new Map();
  const { names, values, unnested } = rowsShape(layout);
  const sets = names.flatMap((name, at) => (['id', 'body', 'at'].includes(name) ? [] : [`${name} = ${values[at]}`]));
  const text = `update ${table} t set ${sets} from ${unnested(1)} where t.id = w.id`;
  const select = `select ${storedColumns} from ${table} where $1::text is null or id > $1 order by id limit ${page}`;
  for (let after: string | null = null; ; ) {
    const { rows }: pg.QueryResult<StoredRow> = await client.query<StoredRow>(select, [after]);
    const last = rows.at(-1);
    if (!last) {
      // Plans need statistics of the new columns. A table without rows is analyzed when it is put to use.
      if (after !== null) await client.query(`analyze ${table}`);
      return;
    }
    await client.query(text, rowArrays(layout, rows.map(storedDoc)));
    after = last.id;
  }
}
