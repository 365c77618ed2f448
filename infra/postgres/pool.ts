import pg from 'pg';

/** Timeout of opening a connection, milliseconds. */
const connectWithinMs = 5_000;
/** The server's statement timeout, milliseconds; long work raises it in its own transaction. */
const statementWithinMs = 30_000;
/** Client timeout of an answer, milliseconds, for a server that vanished silently. */
const answerWithinMs = 60_000;

/** Lifetime of a connection, milliseconds, which bounds its cached plans. */
export const connectionLifetimeMs = 30 * 60_000;

/** Opens a pool of at most `max` connections on demand, so it succeeds even while the server is unavailable. */
export function createPool(config: pg.PoolConfig, { max }: { max: number }): pg.Pool {
  const pool = new pg.Pool({
    application_name: 'waystory',
    connectionTimeoutMillis: connectWithinMs,
    statement_timeout: statementWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
    maxLifetimeSeconds: connectionLifetimeMs / 1_000,
    ...config,
    max,
  });
  // Without a listener a lost connection would end the process; the next query gets the error or a new connection.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
