/** A job that waits for a group commit. */
export interface Job {
  /** Jobs of one stream keep their order and never share a batch. */
  stream: string;
  /** Other streams of the job; it shares no batch with a job on one of them. */
  beside?: readonly string[];
  /** Approximate size in characters, which bounds a batch. */
  size: number;
}

const maxJobs = 256;
const maxSize = 4_000_000;
/** Back-pressure: most waiting jobs, at least some seconds of work. A later job would wait longer than any caller does. */
const mostWaiting = 20_000;

/** Refusal under back-pressure: too many jobs wait already. */
export class TooManyWaiting extends Error {}

interface Waiting<J, R> {
  job: J;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

export interface GroupCommit<J, R> {
  /**
   * Resolves with the job's result from `write`.
   * @throws TooManyWaiting; the job was not and will not be written.
   */
  add(job: J): Promise<R>;
  /** Resolves when no job waits or is being written. */
  idle(): Promise<void>;
}

/**
 * Group commit: collects jobs while a batch is written and writes them as the next, so that callers share one commit. `write` returns one result, or
 * that job's Error, per job and in order. When it rejects, nothing of the batch is stored. Unless `fatal` reports an unavailable engine, the batch is
 * halved until the bad job is isolated.
 */
export function groupCommit<J extends Job, R>(write: (jobs: J[]) => Promise<(R | Error)[]>, fatal: (error: unknown) => boolean): GroupCommit<J, R> {
  const queues = new Map<string, Waiting<J, R>[]>();
  let waiting = 0;
  let running: Promise<void> | null = null;

  async function settle(batch: Waiting<J, R>[]): Promise<void> {
    try {
      const results = await write(batch.map((waiting) => waiting.job));
      for (const [index, waiting] of batch.entries()) settleOne(waiting, results[index]);
    } catch (error) {
      if (batch.length === 1 || fatal(error)) for (const waiting of batch) waiting.reject(error);
      else {
        const middle = batch.length >> 1;
        await settle(batch.slice(0, middle));
        await settle(batch.slice(middle));
      }
    }
  }

  async function run(): Promise<void> {
    while (queues.size > 0) {
      // Callers that just got their result may add their next job first.
      await new Promise<void>((resolve) => setImmediate(resolve));
      const batch = takeBatch(queues);
      waiting -= batch.length;
      await settle(batch);
    }
    running = null;
  }

  return {
    add: (job) =>
      new Promise((resolve, reject) => {
        if (waiting >= mostWaiting) throw new TooManyWaiting(`${waiting} wait to be written`);
        waiting += 1;
        const queue = queues.get(job.stream);
        if (queue) queue.push({ job, resolve, reject });
        else queues.set(job.stream, [{ job, resolve, reject }]);
        running ??= run();
      }),
    idle: async () => {
      await running;
    },
  };
}

function settleOne<J, R>(waiting: Waiting<J, R>, result: R | Error | undefined): void {
  if (result === undefined) waiting.reject(new Error('The batch was answered without this job'));
  else if (result instanceof Error) waiting.reject(result);
  else waiting.resolve(result);
}

/** Takes the oldest job of each stream in turn (round robin). A job that would collide with one of the batch stays in place. */
function takeBatch<J extends Job, R>(queues: Map<string, Waiting<J, R>[]>): Waiting<J, R>[] {
  const batch: Waiting<J, R>[] = [];
  const more: [string, Waiting<J, R>[]][] = [];
  const taken = new Set<string>();
  let size = 0;
  for (const [stream, queue] of queues) {
    const next = queue[0];
    if (!next || batch.length === maxJobs || (batch.length > 0 && size + next.job.size > maxSize)) break;
    const streams = [stream, ...(next.job.beside ?? [])];
    if (streams.some((one) => taken.has(one))) continue;
    for (const one of streams) taken.add(one);
    size += next.job.size;
    batch.push(next);
    queue.shift();
    queues.delete(stream);
    if (queue.length > 0) more.push([stream, queue]);
  }
  for (const [stream, queue] of more) queues.set(stream, queue);
  return batch;
}
