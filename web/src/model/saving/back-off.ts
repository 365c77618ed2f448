import { connection } from '@waystory/client/connection.ts';

/** First and longest pause of the backoff, milliseconds. */
const firstPause = 1_000;
const longestPause = 30_000;

/** Backoff after this many failures in a row, milliseconds. */
export const pauseAfter = (failures: number): number => Math.min(firstPause * 2 ** Math.max(0, failures - 1), longestPause);

/** Calls `again` once, after the backoff or at the reconnection. Returns the cancel function. */
export function whenWorthRetrying(failures: number, again: () => void): () => void {
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
