import { connection } from '@waystory/client/connection.ts';

/** First and longest pause before the same is sent again, milliseconds. */
const firstPause = 1_000;
const longestPause = 30_000;

/** Milliseconds to wait after this many failures in a row. */
export const pauseAfter = (failures: number): number => Math.min(firstPause * 2 ** Math.max(0, failures - 1), longestPause);

/** Calls `again` once: when the pause is over, or as soon as the server answers again. Answers how to call it off. */
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
