import type { Log } from '../../log.ts';

/** What has to come first is not there yet. Trying again is all it takes, so it is no fault. */
export class NotYet extends Error {}

/** Tells waits from faults. Of waits in a row only the first is in the log, as one line. */
export interface WaitLog {
  /** Whether it is a wait, which is then taken care of. */
  takes(error: unknown): boolean;
  /** It goes on: the next wait is another one. */
  over(): void;
}

export function createWaitLog(log: Pick<Log, 'info'>, about: Readonly<Record<string, unknown>>): WaitLog {
  let isKnown = false;
  return {
    takes: (error) => {
      if (!(error instanceof NotYet)) return false;
      if (!isKnown) log.info(about, error.message);
      isKnown = true;
      return true;
    },
    over: () => {
      isKnown = false;
    },
  };
}
