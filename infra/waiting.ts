import { setTimeout as pause } from 'node:timers/promises';

/** Runs work serially; a failure reaches only its own caller. */
export function createSerialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}

/** Shares one run of `work` among all callers. After a failure, the next caller runs it again. */
export function memoizeSuccess<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => {
    result ??= work().catch((error: unknown) => {
      result = null;
      throw error;
    });
    return result;
  };
}

/** The result of `work`; rejects with the error of `late` when it takes longer than `ms`, milliseconds. */
export async function answeredWithin<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A condition variable: callers wait until a state changed by others satisfies them. */
export interface Condition {
  /** Makes all waiting callers check again. */
  wake(): void;
  /** Resolves to true when `reached` holds, which is checked now and at each wake. Resolves to false after `withinMs`. */
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

export interface CoalescingRunner {
  request(): void;
  /** Resolves when nothing runs; call it after the signal is aborted. */
  ended(): Promise<void>;
}

/** Pause after a failure, milliseconds. */
const retryAfterMs = 1_000;

/** Coalesces all requests during a run into one further run of `work`. Repeats after a failure, until the signal is aborted. */
export function coalesce(work: () => Promise<void>, onError: (error: unknown) => void, stopping: AbortSignal): CoalescingRunner {
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

/** Exponential backoff: pauses double up to a limit, until reset. */
export interface Backoff {
  /** Resolves early when the signal is aborted. */
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
 * Calls `work` at an interval, with a timer that does not keep the process alive. Calls longer than the interval overlap. `work` must not reject.
 * `stop` awaits the last call.
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
 * Rate limiter that spaces calls evenly and refuses those beyond its queue.
 * @param perSecond Calls per second.
 * @param waiting Maximum queue length.
 * @returns Resolves to true at the caller's turn, or at once to false when the queue is full.
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
