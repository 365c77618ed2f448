import { setTimeout as pause } from 'node:timers/promises';

const retryAfterMs = 1_000;

export interface Repeater {
  request(): void;
  /** Resolves when nothing runs; to be asked after the signal. */
  ended(): Promise<void>;
}

/** Runs `work` once for any number of requests during a run, again after a failure, until the signal. */
export function createRepeater(work: () => Promise<void>, onError: (error: unknown) => void, stopping: AbortSignal): Repeater {
  let wanted = false;
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    while (wanted && !stopping.aborted) {
      wanted = false;
      try {
        await work();
      } catch (error) {
        onError(error);
        wanted = true;
        await pause(retryAfterMs, undefined, { signal: stopping }).catch(() => {});
      }
    }
    running = null;
  };
  return {
    request: () => {
      wanted = true;
      running ??= run();
    },
    ended: async () => {
      await running;
    },
  };
}
