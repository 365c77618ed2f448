import { setTimeout as pause } from 'node:timers/promises';
import { EngineUnavailable } from '@waystory/infra/errors.ts';

/** Milliseconds. */
const askEvery = 250;
/** Some twenty seconds and more, as each try takes its time: a server of workflows that was killed is back by then. */
const tries = 80;

/** Asks again while an engine is away. What is asked must bear a repetition. @throws EngineUnavailable when it stays away, or when `signal` says to stop. */
export async function outlast<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
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
