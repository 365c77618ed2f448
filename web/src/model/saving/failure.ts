import { isTransient, isVersionConflict, problemCode } from '@waystory/client/api.ts';
import { connection } from '@waystory/client/connection.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';

/** Reason of a failed write, which decides about the next step. */
export type WriteFailure =
  /** The server is unreachable or overloaded: retry later. */
  | { type: 'unreachable' }
  | { type: 'signed-out' }
  /** Version conflict with another write. */
  | { type: 'stale' }
  | { type: 'refused'; problem: string };

export function writeFailureOf(error: unknown): WriteFailure {
  if (isTransient(error)) return { type: 'unreachable' };
  if (isVersionConflict(error)) return { type: 'stale' };
  if (!(error instanceof ResponseError)) return { type: 'refused', problem: 'internal/error' };
  const { status } = error;
  if (status === 401) return { type: 'signed-out' };
  // 409 means concurrent writers unless the value is taken, 429 too many requests, and 500 may pass.
  if ((status === 409 && !problemCode(error)?.endsWith('taken')) || status === 429 || status === 500) return { type: 'unreachable' };
  return { type: 'refused', problem: problemCode(error) ?? 'internal/error' };
}

/** First and longest pause of the backoff, milliseconds. */
const firstPause = 1_000;
const longestPause = 30_000;

/** Backoff after this many failures in a row, milliseconds. */
const pauseAfter = (failures: number): number => Math.min(firstPause * 2 ** Math.max(0, failures - 1), longestPause);

/** Calls `again` once, after the backoff or at the reconnection. Returns the cancel function. */
export function retryAfterBackOff(failures: number, again: () => void): () => void {
  const cancel = (): void => {
    clearTimeout(timer);
    stop();
  };
  const run = (): void => {
    cancel();
    again();
  };
  const timer = setTimeout(run, pauseAfter(failures));
  const stop = connection.onReturn(run);
  return cancel;
}
