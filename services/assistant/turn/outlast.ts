import { setTimeout as pause } from 'node:timers/promises';
import { EngineUnavailable } from '@waystory/infra/errors.ts';

/** Pause between attempts, milliseconds. */
const askEvery = 250;
/** Most attempts: some twenty seconds in total, enough for a killed workflow server to restart. */
const tries = 80;

/** Retries while an engine is unavailable; `ask` must be idempotent. @throws EngineUnavailable when it stays away or `signal` aborts. */
export async function retryWhileUnavailable<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof EngineUnavailable) || tried >= tries) throw error;
      await pause(askEvery, undefined, { signal }).catch(() => {
        throw error;
      });
    }
  }
}
