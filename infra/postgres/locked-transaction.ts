import type pg from 'pg';
import { inTransaction } from './transaction.ts';

/** Index builds on a big table are slow; longer than a pool's own limits, milliseconds. */
const withinMs = 3_600_000;

/** A statement that may take long. The limit per query exists in `pg`, though not in its types. */
export const patient = (text: string): pg.QueryConfig & { query_timeout: number } => ({ text, query_timeout: withinMs });

/** Runs `work` in a transaction of its own. Processes that give the same key go one after the other, however long each takes. */
export async function lockedTransaction(pool: pg.Pool, key: number, work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const locked = async (client: pg.PoolClient): Promise<void> => {
    await client.query(patient(`select pg_advisory_xact_lock(${key})`));
    await work(client);
  };
  await inTransaction(pool, locked, 'begin; set local statement_timeout = 0');
}
