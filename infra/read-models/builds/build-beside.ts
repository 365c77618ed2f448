import type { Bus, BusBatch } from '../../bus/port.ts';
import { beforeFirst } from '../../consumers/consumer.ts';
import type { Log } from '../../log.ts';
import { createSerialQueue } from '../../waiting.ts';

/** Events before the end of the log at which readers are switched; the consumer does the rest within moments. */
const nearEnough = 100;

/** Offsets per partition. */
export type Offsets = Readonly<Record<string, number>>;

/** One attempt at a build beside the one that is read. */
export interface Attempt {
  build: number;
  /** Offset after which it goes on in a partition. */
  from(partition: string): Promise<number>;
  handle(batch: BusBatch): Promise<void>;
  /** Takes the next step if it is due at these offsets; true when readers were switched. */
  advance(reached: Offsets): Promise<boolean>;
  /** Whether it can go on after an interruption, in which another process may have dropped it. */
  canResume(): Promise<boolean>;
  close(): Promise<void>;
}

export interface BesideOptions {
  /** Name of the projection or index. */
  name: string;
  types: ReadonlySet<string>;
  bus: Bus;
  log: Pick<Log, 'info' | 'warn'>;
  /** Build in use, if there is nothing to do any more. */
  done(): Promise<number | undefined>;
  begin(): Promise<Attempt>;
}

/**
 * Makes a build beside the one that is read and kept up to date meanwhile. Several at once wait for each other.
 * Answers the number of the build that is in use then; rejects when `signal` is aborted first.
 */
export async function buildBeside({ name, types, bus, log, ...steps }: BesideOptions, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  const { promise: result, resolve, reject } = Promise.withResolvers<number>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort);
  const builder = createBuilder(steps, resolve);
  // Partitions arrive side by side and meet in one build.
  const exclusive = createSerialQueue();
  const waits = createWaitLog(log, { projection: name });
  const subscription = bus.subscribe({
    group: `rebuild:${name}`,
    types,
    whole: 'kept',
    from: (partition) => exclusive(() => builder.from(partition)),
    handle: (batch) => exclusive(() => builder.handle(batch)),
    onError: (error) => {
      // Its engines may be gone before it when a process ends.
      if (!signal.aborted && !waits.takes(error)) log.warn({ err: error, projection: name }, 'a rebuild was interrupted and goes on');
    },
  });
  try {
    return await result;
  } finally {
    signal.removeEventListener('abort', abort);
    await subscription.stop();
    await builder.close();
  }
}

function createBuilder({ done, begin }: Pick<BesideOptions, 'done' | 'begin'>, finished: (build: number) => void) {
  let attempt: Attempt | null = null;
  let reached: Record<string, number> = {};
  let isFinished = false;
  const finish = (build: number): void => {
    isFinished = true;
    finished(build);
  };
  const start = async (): Promise<Attempt | null> => {
    await attempt?.close();
    attempt = null;
    reached = {};
    const inUse = await done();
    if (inUse === undefined) attempt = await begin();
    else finish(inUse);
    return attempt;
  };
  /** A partition is asked for again after the lease was lost or a write failed. */
  const resume = async (partition: string): Promise<Attempt | null> => {
    if (attempt === null) return start();
    if (!(partition in reached)) return attempt;
    return (await attempt.canResume()) ? attempt : start();
  };
  return {
    from: async (partition: string): Promise<number> => {
      const current = isFinished ? null : await resume(partition);
      if (!current) return beforeFirst;
      const offset = await current.from(partition);
      reached[partition] = offset;
      if (await current.advance(reached)) finish(current.build);
      return offset;
    },
    handle: async (batch: BusBatch): Promise<void> => {
      if (!attempt || isFinished) return;
      await attempt.handle(batch);
      reached[batch.partition] = batch.to;
      if (await attempt.advance(reached)) finish(attempt.build);
    },
    close: async (): Promise<void> => attempt?.close(),
  };
}

/** Whether every partition got to its head, or so near that readers may be switched. */
export const isNear = (reached: Offsets, heads: Offsets, within = nearEnough): boolean =>
  Object.entries(heads).every(([partition, head]) => head <= 0 || (reached[partition] ?? beforeFirst) >= head - within);

/** A precondition that comes by itself is not met yet: a wait, no fault. */
export class NotYet extends Error {}

/** Tells waits from faults, and logs the first of several waits in a row. */
export interface WaitLog {
  /** Whether the error is a wait, which is then logged. */
  takes(error: unknown): boolean;
  /** Work goes on: the next wait is logged again. */
  over(): void;
}

export function createWaitLog(log: Pick<Log, 'info'>, about: Readonly<Record<string, unknown>>): WaitLog {
  let isKnown = false;
  return {
    takes: (error) => {
      if (!(error instanceof NotYet)) return false;
      if (!isKnown) log.info(about, error.message);
      isKnown = true;
      return true;
    },
    over: () => {
      isKnown = false;
    },
  };
}
