import { setTimeout as pause } from 'node:timers/promises';
import { ResponseError } from '@waystory/proto/kit/client.ts';

/** As long as anything may take in a drill, milliseconds. */
const giveUpAfterMs = 300_000;
const againAfterMs = 100;

/** Repeats something until it succeeds, as people do who want it; a plain no is thrown. */
export async function persist<T>(attempt: () => Promise<T>): Promise<T> {
  const late = Date.now() + giveUpAfterMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const isNo = error instanceof ResponseError && error.status < 500 && error.status !== 429;
      if (isNo || Date.now() > late) throw error;
      await pause(againAfterMs);
    }
  }
}
