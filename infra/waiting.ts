import { setTimeout as pause } from 'node:timers/promises';

/** Runs work one after the other; a failure concerns only its own caller. */
export function createSerialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}

/** A condition variable: callers wait until something that others change is as they need it. */
export interface Condition {
  /** Has all who wait look again. */
  wake(): void;
  /** Resolves to true when `reached`, asked now and at each wake, holds; to false after `withinMs`. */
  until(reached: () => boolean, withinMs: number): Promise<boolean>;
}

export function createCondition(): Condition {
  const waiting = new Set<() => void>();
  return {
    wake: () => {
      for (const check of waiting) check();
    },
    until: async (reached, withinMs) =>
      reached() ||
      new Promise((resolve) => {
        const finish = (result: boolean): void => {
          waiting.delete(check);
          clearTimeout(timer);
          resolve(result);
        };
        const check = (): void => {
          if (reached()) finish(true);
        };
        const timer = setTimeout(() => finish(false), withinMs);
        waiting.add(check);
      }),
  };
}

export interface Coalesced {
  request(): void;
  /** Resolves when nothing runs; to be asked after the signal. */
  ended(): Promise<void>;
}

/** Pause after a failure, milliseconds. */
const retryAfterMs = 1_000;

/** Runs `work` once for any number of requests during a run, again after a failure, until the signal. */
export function coalesce(work: () => Promise<void>, onError: (error: unknown) => void, stopping: AbortSignal): Coalesced {
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

/** Exponential backoff: pauses that double up to a limit, until they are reset. */
export interface Backoff {
  /** Ends with the signal. */
  wait(): Promise<void>;
  reset(): void;
}

const firstPauseMs = 50;

export function createBackoff(signal: AbortSignal, longestMs = 5_000): Backoff {
  let ms = firstPauseMs;
  return {
    wait: async () => {
      await pause(ms, undefined, { signal }).catch(() => {});
      ms = Math.min(ms * 2, longestMs);
    },
    reset: () => {
      ms = firstPauseMs;
    },
  };
}

/**
 * Runs work at an interval that does not keep the process alive. A turn that takes longer than the interval is not waited for.
 * `work` must not fail. The stop waits for the last turn.
 */
export function repeatEvery(everyMs: number, work: () => Promise<void>): { stop(): Promise<void> } {
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = work();
  }, everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await last;
    },
  };
}

/**
 * Spaces calls evenly and refuses those that would wait too long.
 * @param perSecond calls a second.
 * @param waiting callers that may wait at a time.
 * @returns resolves to true when it is the caller's turn, at once to false when too many are before them.
 */
export function createRateLimiter(perSecond: number, waiting: number, now: () => number = Date.now): () => Promise<boolean> {
  const apart = 1_000 / perSecond;
  let next = 0;
  return async () => {
    const at = Math.max(now(), next);
    const wait = at - now();
    if (wait > waiting * apart) return false;
    next = at + apart;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait).unref());
    return true;
  };
}
