/** What became of one piece of work. */
export type Result<R> = { value: R } | { error: unknown };

interface Waiting<J, R> {
  job: J;
  resolve: (value: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Takes one job after the other per key; those that come while one is under way are done together after it.
 * @param most jobs that are done together.
 * @param work answers one result per job, in order. When it rejects, all of them fail.
 */
export function takeTurns<J, R>(most: number, work: (jobs: readonly J[]) => Promise<readonly Result<R>[]>): (key: string, job: J) => Promise<R> {
  const queues = new Map<string, Waiting<J, R>[]>();

  async function settle(batch: readonly Waiting<J, R>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ job }) => job));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index] ?? { error: new Error('A job was left without a result') };
        if ('error' in result) reject(result.error);
        else resolve(result.value);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function run(key: string, queue: Waiting<J, R>[]): Promise<void> {
    // Those that come in one go are done together from the first one on.
    await Promise.resolve();
    while (queue.length > 0) await settle(queue.splice(0, most));
    queues.delete(key);
  }

  return (key, job) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(key);
      if (queue) {
        queue.push({ job, resolve, reject });
        return;
      }
      const begun = [{ job, resolve, reject }];
      queues.set(key, begun);
      void run(key, begun);
    });
}
