import type pg from 'pg';
import { EngineUnavailable } from '../errors.ts';
import { asPostgresError } from './pool.ts';

/**
 * Runs `work` in a transaction on a connection of its own and rethrows its error.
 * @param begin Statements that begin the transaction.
 */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>, begin = 'begin'): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(!(await isRolledBack(client, error)));
    throw error;
  }
}

/** True when the transaction is rolled back and the connection is reusable. Otherwise the connection is closed, which also rolls back. */
async function isRolledBack(client: pg.PoolClient, error: unknown): Promise<boolean> {
  if (asPostgresError(error) instanceof EngineUnavailable) return false;
  return client.query('rollback').then(
    () => true,
    () => false,
  );
}

/** Statement timeout, milliseconds, above a pool's limit, because index builds on big tables are slow. */
const withinMs = 3_600_000;

/** A statement with the long timeout. `pg` supports a timeout per query, but its types omit it. */
export const withLongTimeout = (text: string): pg.QueryConfig & { query_timeout: number } => ({ text, query_timeout: withinMs });

/** Runs `work` in a transaction under an advisory lock, so that processes with the same key run one after the other. */
export async function lockedTransaction(pool: pg.Pool, key: number, work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const locked = async (client: pg.PoolClient): Promise<void> => {
    await client.query(withLongTimeout(`select pg_advisory_xact_lock(${key})`));
    await work(client);
  };
  await inTransaction(pool, locked, 'begin; set local statement_timeout = 0');
}
