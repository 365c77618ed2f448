import { randomUUID } from 'node:crypto';
import type { NewEvent } from '@waystory/infra/event-store/port.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import type pg from 'pg';

/** Opens the event store of a database. */
export function openEventLog(database: pg.PoolConfig, connections: number) {
  const pool = createPool(database, { max: connections });
  const store = postgresEventStore(pool);
  const close = async (): Promise<void> => {
    await store.close();
    await pool.end();
  };
  return { pool, store, close };
}

/** Creates the event table of a database, and lends a connection pool to `use`. */
export async function withEventLog(database: pg.PoolConfig, use: (pool: pg.Pool) => Promise<unknown> = async () => {}): Promise<void> {
  const { pool, store, close } = openEventLog(database, 1);
  await store.head();
  await use(pool);
  await close();
}

/** New event with the present time and without an actor, unless `more` overrides these fields. */
export const newEvent = (type: string, data: NewEvent['data'], more: Partial<NewEvent> = {}): NewEvent => ({
  ...{ id: randomUUID(), type, schema: 1, data, at: new Date().toISOString() },
  meta: { actorId: null, commandId: randomUUID() },
  ...more,
});

/** Columns of the event table, as INSERT statements list them. */
export const eventColumns = 'id, stream, version, type, schema, data, meta, created_at';

/** SQL of an id, from its kind (eight hex digits) and the SQL of its number. Ids follow from numbers, so no list is needed. */
export const uuidSql = (kind: string, n: string): string => `('${kind}-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))`;
const idOf = (kind: string, n: number): string => `${kind}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

/** Id of a story by its number. */
export const storyId = (story: number): string => idOf('5707e000', story);

/** Statement with a timeout of an hour. */
export const longStatement = (text: string, values: unknown[] = []): pg.QueryConfig => ({ text, values, query_timeout: 3_600_000 }) as pg.QueryConfig; // the types of pg lack this limit
