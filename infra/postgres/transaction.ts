import type pg from 'pg';
import { EngineUnavailable } from '../errors.ts';
import { asPostgresError } from './unavailable.ts';

/**
 * Does all of `work` or nothing, on a connection of its own. What fails is thrown as it is.
 * @param begin statements that begin it
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

/** Whether the connection may serve others. One that failed itself is closed, which rolls back as well. */
async function isRolledBack(client: pg.PoolClient, error: unknown): Promise<boolean> {
  if (asPostgresError(error) instanceof EngineUnavailable) return false;
  return client.query('rollback').then(
    () => true,
    () => false,
  );
}
