import type pg from 'pg';
import { EngineUnavailable } from '../errors.ts';
import { asPostgresError } from './unavailable.ts';

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

/** True when the connection is reusable. A failed connection is closed, which also rolls back. */
async function isRolledBack(client: pg.PoolClient, error: unknown): Promise<boolean> {
  if (asPostgresError(error) instanceof EngineUnavailable) return false;
  return client.query('rollback').then(
    () => true,
    () => false,
  );
}
