import pg from 'pg';
import { EngineUnavailable, isNetworkError } from '../errors.ts';

/** Timeout of opening a connection, milliseconds. */
const connectWithinMs = 5_000;
/** Statement timeout of the server, milliseconds; long statements raise it in their own transaction. */
const statementWithinMs = 30_000;
/** Client timeout of a query, milliseconds, for a server that has vanished silently. */
const answerWithinMs = 60_000;

/** Lifetime of a connection, milliseconds. It limits the age of the cached plans. */
export const connectionLifetimeMs = 30 * 60_000;

/** Creates a pool of at most `max` connections. They are opened on demand, so the call succeeds even while the server is unavailable. */
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

/** SQLSTATE codes: 08 connection, 53 out of resources, 57014 statement timeout, 57P0x shutting down or starting up, 55P03 lock timeout. */
const sqlStates = /^(08...|53...|57014|57P0.|55P03)$/;
/** Messages of `pg`, without a code, about a lost or silent connection. */
const messages =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/** Converts errors of an unavailable or slow Postgres to EngineUnavailable; others pass unchanged. */
export function asPostgresError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // ENOENT: the Unix socket of a stopped server.
  const away = isNetworkError(error) || code === 'ENOENT' || sqlStates.test(code) || (code === '' && messages.test(error.message));
  return away ? new EngineUnavailable('postgres', error) : error;
}
