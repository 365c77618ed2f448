import { commonErrors, type ErrorCatalogue, type Problem } from '@waystory/proto/kit/error.ts';
import { NewerEvent } from '@waystory/proto/kit/event.ts';
import { EngineUnavailable, InvalidRequest, Rejected } from '../errors.ts';
import { InvalidToken } from '../identity/port.ts';

const statusByCode: Readonly<Record<string, number>> = {
  'request/invalid': 400,
  'request/too-large': 413,
  'write/too-large': 413,
  'request/unsupported-type': 415,
  'request/unknown-route': 404,
  'request/unknown-method': 405,
  'request/timeout': 408,
  'request/too-long': 431,
  'request/stale': 412,
  'request/key-reused': 422,
  'request/too-many': 429,
  'request/overloaded': 503,
  'request/conflict': 409,
  'auth/required': 401,
  'auth/invalid-token': 401,
  'auth/expired-token': 401,
  'auth/unusable-token': 401,
  'auth/misconfigured': 500,
  'auth/forbidden': 403,
  'auth/suspended': 403,
  'auth/no-account': 403,
  'engine/unavailable': 503,
  'read/behind': 503,
  'internal/error': 500,
};

/** HTTP status by the ending of the code. Any other code is a violated rule: 422. */
const statusByEnding: readonly (readonly [RegExp, number])[] = [
  [/[/-]unknown$/, 404],
  [/\/(not-yours|not-hidden|only-(moderators|admins)|other-account)$/, 403],
  [/\/((\w+-)?taken|in-bin|(turn|rebuild)-running)$/, 409],
  [/\/none-left$/, 402],
  [/\/too-many-waiting$/, 429],
];

/** The only mapping of error codes to HTTP statuses. */
export const statusOf = (code: string): number => statusByCode[code] ?? statusByEnding.find(([ending]) => ending.test(code))?.[1] ?? 422;

export const titleByStatus: Readonly<Record<number, string>> = {
  400: 'Invalid request',
  401: 'Not signed in',
  402: 'No credits left',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Timed out',
  409: 'Conflict',
  412: 'Changed in the meantime',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Not possible',
  429: 'Too many requests',
  431: 'Header too long',
  500: 'Internal error',
  503: 'Temporarily unavailable',
};

// Our codes for errors that Fastify throws before a handler is reached.
const fastifyCodes: Readonly<Record<string, keyof typeof commonErrors>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request/too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request/unsupported-type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request/invalid',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request/invalid',
};

interface Failure {
  code: string;
  errors?: { path: string; message: string }[];
  data?: Record<string, unknown>;
}

function failureOf(error: unknown): Failure {
  if (error instanceof InvalidRequest) return { code: 'request/invalid', errors: error.errors };
  if (error instanceof Rejected) return { code: error.code, ...(Object.keys(error.data).length > 0 && { data: error.data }) };
  if (error instanceof EngineUnavailable || error instanceof InvalidToken) return { code: error.code };
  // Temporary, because a process of the newer release, which replaces this one, can answer.
  if (error instanceof NewerEvent) return { code: 'engine/unavailable' };
  const { code, statusCode, message } = Object(error) as { code?: string; statusCode?: number; message?: string }; // as: any thrown value
  const known = code ? fastifyCodes[code] : undefined;
  if (known === 'request/invalid' || (!known && statusCode === 400))
    return { code: 'request/invalid', errors: new InvalidRequest([{ path: 'body', message: message ?? 'Invalid' }]).errors };
  return { code: known ?? 'internal/error' };
}

/**
 * Converts anything thrown to problem details (RFC 9457). Unknown errors become a 500 without details.
 * @param words Sentence by code, from the contexts' catalogues.
 */
export function problemOf(error: unknown, words: ErrorCatalogue, traceId: string): Problem & Record<string, unknown> {
  const { code, errors, data } = failureOf(error);
  const status = statusOf(code);
  const detail = ({ ...commonErrors, ...words } as Readonly<Record<string, string>>)[code] ?? code; // as: looked up by any code
  return {
    type: `/problems/${code}`,
    title: titleByStatus[status] ?? 'Error',
    status,
    code,
    detail,
    ...(errors && { errors }),
    ...(data && { data }),
    traceId,
  };
}
