import { EngineUnavailable } from '@waystory/infra/errors.ts';

/** Work of which only so much is done at once. */
export interface WorkQueue {
  /** @throws EngineUnavailable at once when too much waits already. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * @param atOnce how much is done at once.
 * @param waiting how much may wait for its turn.
 */
export function createWorkQueue(name: string, atOnce: number, waiting: number): WorkQueue {
  const queue: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running >= atOnce) {
        if (queue.length >= waiting) throw new EngineUnavailable(name, new Error('Too many are waiting'));
        // Whoever is done hands its place over, so `running` stays as it is.
        await new Promise<void>((resolve) => queue.push(resolve));
      } else running += 1;
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
