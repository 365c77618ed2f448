import type pg from 'pg';
import type { CollectionSpec } from '../port.ts';
import { columnName, layoutOf, sqlTypes } from './columns.ts';
import { tableName } from './expressions.ts';
import { readLayout } from './layouts.ts';
import { rowArrays, rowsShape, type StoredRow, storedColumns, storedDoc } from './rows.ts';

/** Rows whose columns are filled in one round trip. */
const page = 1_000;

/** Gives a table the columns that its collection declares. In one that is full already, of an older release or of one that asked for less, they are filled. */
export async function ensureColumns(client: pg.PoolClient, spec: CollectionSpec): Promise<void> {
  const table = tableName(spec.name);
  const run = async <R extends pg.QueryResultRow>({ text, values }: { text: string; values: unknown[] }) =>
    (await client.query<R>(text, values)).rows;
  const before = await readLayout(run, spec.name);
  const missing = [...layoutOf(spec)].filter(([field, kind]) => before?.get(field) !== kind);
  if (before && missing.length === 0) return;
  const changes = missing.flatMap(([field, kind]) => {
    const type = kind === 'text' ? 'text collate "C"' : sqlTypes[kind];
    // One of another kind may be there.
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
      // What was planned before knows nothing of what the columns hold. A table without rows is analyzed when it is put to use.
      if (after !== null) await client.query(`analyze ${table}`);
      return;
    }
    await client.query(text, rowArrays(layout, rows.map(storedDoc)));
    after = last.id;
  }
}
