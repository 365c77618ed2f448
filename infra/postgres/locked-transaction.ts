import type pg from 'pg';
import { inTransaction } from './transaction.ts';

/** Statement timeout, milliseconds, above a pool's limit, because index builds on big tables are slow. */
const withinMs = 3_600_000;

/** A statement with the long timeout. `pg` supports a timeout per query, but its types omit it. */
export const patient = (text: string): pg.QueryConfig & { query_timeout: number } => ({ text, query_timeout: withinMs });

/** Runs `work` in a transaction under an advisory lock. Processes with the same key take turns, however long each takes. */
export async function lockedTransaction(pool: pg.Pool, key: number, work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const locked = async (client: pg.PoolClient): Promise<void> => {
    await client.query(patient(`select pg_advisory_xact_lock(${key})`));
    await work(client);
  };
  await inTransaction(pool, locked, 'begin; set local statement_timeout = 0');
}
