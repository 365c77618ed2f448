import pg from 'pg';

/** Longest that a connection may take to open. */
const connectWithinMs = 5_000;
/** The server ends a statement after this; long work sets `statement_timeout` for its own transaction. */
const statementWithinMs = 30_000;
/** We give up on an answer after this, for the case that the server is gone without a word. */
const answerWithinMs = 60_000;

/** A connection is replaced after this, milliseconds: what it has gathered, such as plans, goes with it. */
export const connectionLifetimeMs = 30 * 60_000;

/** Opens a pool of at most `max` connections. It opens them on demand, so this does not fail when the server is away. */
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
  // Without a listener a lost connection would end the process; whoever queries next gets the error or a new connection.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
