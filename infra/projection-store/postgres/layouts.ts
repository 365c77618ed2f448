import type { Layout } from './columns.ts';
import { type ColumnKind, fieldOf, sqlTypes } from './columns.ts';
import { tableName } from './expressions.ts';
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

/** The columns that a table has for fields; null when the table is not there or was left by an older release and not ensured since. */
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

/** What is known of the tables of a store. */
export interface Layouts {
  /** The columns of a collection, read once. None for a table that is not there: the statement says so itself. */
  of(collection: string): Promise<Layout>;
  /** Several at once. */
  all(collections: readonly string[]): Promise<(collection: string) => Layout>;
  forget(collection: string): void;
}

const noColumns: Layout = new Map();

/** Columns come with `ensure` and stay, so what was read is kept; what has none yet is asked for again. */
export function layouts(run: Run): Layouts {
  const known = new Map<string, Layout>();
  let forgotten = 0;
  const of = async (collection: string): Promise<Layout> => {
    const before = known.get(collection);
    if (before) return before;
    const then = forgotten;
    const layout = await readLayout((statement) => run<ColumnRow>(statement), collection);
    // What was read while a table changed may be what it was before.
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
