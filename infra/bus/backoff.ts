import { setTimeout as pause } from 'node:timers/promises';

const firstMs = 50;
const defaultLongestMs = 5_000;

/** Pauses that double, up to a limit, until they are reset. */
export interface Backoff {
  wait(): Promise<void>;
  reset(): void;
}

/** A pause under way ends with the signal. */
export function createBackoff(signal: AbortSignal, longestMs = defaultLongestMs): Backoff {
  let ms = firstMs;
  return {
    wait: async () => {
      await pause(ms, undefined, { signal }).catch(() => {});
      ms = Math.min(ms * 2, longestMs);
    },
    reset: () => {
      ms = firstMs;
    },
  };
}
