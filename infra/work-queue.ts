/** Work of which only so much is done at once. */
export interface WorkQueue {
  /** @throws what the queue refuses with, at once, when too much waits already */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export interface QueueLimits {
  /** How much is done at once. */
  atOnce: number;
  /** How much may wait for its turn. */
  waiting: number;
  /** What is thrown when more comes. */
  refusal: () => Error;
}

export function createWorkQueue({ atOnce, waiting, refusal }: QueueLimits): WorkQueue {
  const queue: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running >= atOnce) {
        if (queue.length >= waiting) throw refusal();
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
