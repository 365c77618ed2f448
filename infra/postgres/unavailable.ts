import { EngineUnavailable } from '../errors.ts';

const systemCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];
/** 08 connection, 53 out of resources, 57014 statement timeout, 57P0x shutting down or starting up, 55P03 lock timeout. */
const sqlStates = /^(08...|53...|57014|57P0.|55P03)$/;
/** Messages of `pg`, without a code, about a lost or silent connection. */
const messages =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/** Converts errors of an unavailable or slow Postgres to EngineUnavailable; others pass unchanged. */
export function asPostgresError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const away = systemCodes.includes(code) || sqlStates.test(code) || (code === '' && messages.test(error.message));
  return away ? new EngineUnavailable('postgres', error) : error;
}
