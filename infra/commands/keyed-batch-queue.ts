/** Outcome of one job. */
export type JobResult<R> = { value: R } | { error: unknown };

interface Waiting<J, R> {
  job: J;
  resolve: (value: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Queue per key: one batch of a key runs at a time, and jobs that arrive meanwhile form the next batch.
 * @param most Jobs per batch.
 * @param work Returns one result per job, in order. A rejection fails the whole batch.
 */
export function createKeyedBatchQueue<J, R>(
  most: number,
  work: (jobs: readonly J[]) => Promise<readonly JobResult<R>[]>,
): (key: string, job: J) => Promise<R> {
  const queues = new Map<string, Waiting<J, R>[]>();

  async function runBatch(batch: readonly Waiting<J, R>[]): Promise<void> {
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

  async function drain(key: string, queue: Waiting<J, R>[]): Promise<void> {
    // Waits a microtask, so that jobs of one tick share even the first batch.
    await Promise.resolve();
    while (queue.length > 0) await runBatch(queue.splice(0, most));
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
      void drain(key, begun);
    });
}
