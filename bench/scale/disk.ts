import type pg from 'pg';

/** A table with what belongs to it, bytes. */
export interface TableUse {
  name: string;
  rows: number;
  table: number;
  indexes: number;
}

export interface DiskUse {
  tables: TableUse[];
  /** The whole database, bytes. */
  all: number;
}

/** Below this share of the whole a table is counted with the others. */
const leastShare = 0.002;

/** What a database takes on the disk, the largest tables first; TOAST counts with its table. */
export async function diskUse(client: pg.ClientBase): Promise<DiskUse> {
  const { rows } = await client.query<TableUse & { all: number }>(`select nspname || '.' || relname as name, greatest(reltuples, 0)::float8 as rows,
      pg_table_size(c.oid)::float8 as table, pg_indexes_size(c.oid)::float8 as indexes, pg_database_size(current_database())::float8 as all
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema') order by pg_total_relation_size(c.oid) desc`);
  const all = rows[0]?.all ?? 0;
  const tables = rows.map(({ all: _, ...use }) => use).filter(({ table, indexes }) => table + indexes > all * leastShare);
  return { all, tables };
}
