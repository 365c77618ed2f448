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
/** 08 connection, 53 out of resources, 57014 statement time-out, 57P0x shutting down or starting up, 55P03 lock time-out. */
const sqlStates = /^(08...|53...|57014|57P0.|55P03)$/;
/** What `pg` itself says, without a code, about a connection that is gone or does not answer. */
const messages =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/** Turns what says that Postgres is away or too slow into EngineUnavailable; anything else comes back unchanged. */
export function asPostgresError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const away = systemCodes.includes(code) || sqlStates.test(code) || (code === '' && messages.test(error.message));
  return away ? new EngineUnavailable('postgres', error) : error;
}
