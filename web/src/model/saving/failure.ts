import { isStale, isTransient, problemCode } from '@waystory/client/api.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';

/** Why a write was not done, and so what to do next. */
export type Failure =
  /** The server is away or too busy: the same again, later. */
  | { type: 'unreachable' }
  | { type: 'signed-out' }
  /** Somebody else wrote in between. */
  | { type: 'stale' }
  | { type: 'refused'; problem: string };

export function failureOf(error: unknown): Failure {
  if (isTransient(error)) return { type: 'unreachable' };
  if (isStale(error)) return { type: 'stale' };
  if (!(error instanceof ResponseError)) return { type: 'refused', problem: 'internal/error' };
  const { status } = error;
  if (status === 401) return { type: 'signed-out' };
  // 409: many writers at once, unless somebody else has what was asked for; 429: too many requests; 500: it may be over in a moment.
  if ((status === 409 && !problemCode(error)?.endsWith('taken')) || status === 429 || status === 500) return { type: 'unreachable' };
  return { type: 'refused', problem: problemCode(error) ?? 'internal/error' };
}
