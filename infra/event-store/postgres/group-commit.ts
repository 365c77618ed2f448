/** A job that waits for a group commit. */
export interface Job {
  /** Jobs of one stream keep their order and never share a batch. */
  stream: string;
  /** Other streams that it writes to; it shares no batch with a job on one of them. */
  beside?: readonly string[];
  /** Rough size in characters, to bound a batch. */
  size: number;
}

const maxJobs = 256;
const maxSize = 4_000_000;
/** Some seconds of work at least: whoever came after so many would wait longer than anybody does. */
const mostWaiting = 20_000;

/** So much waits already that nothing more is taken. */
export class TooManyWaiting extends Error {}

interface Waiting<J, R> {
  job: J;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

export interface GroupCommit<J, R> {
  /**
   * Resolves with what `write` answered for this job.
   * @throws TooManyWaiting; nothing was or will be written of it.
   */
  add(job: J): Promise<R>;
  /** Resolves when nothing waits or is being written. */
  idle(): Promise<void>;
}

/**
 * Group commit: collects jobs while a batch is written and writes them as the next, so that callers share one commit. `write` answers one result, or
 * the Error of that job alone, per job and in order. When it rejects, nothing of the batch is stored. Unless `fatal` says that the engine is away,
 * the batch is halved until the bad job stands alone.
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
      // Callers that were just answered get to add their next job first.
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

/** The oldest job of each stream, in turn; a stream with more goes to the end of the line. What would meet a job of the batch waits where it stands. */
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
