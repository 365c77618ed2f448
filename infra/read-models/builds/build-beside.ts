import type { Bus, BusBatch } from '../../bus/port.ts';
import { beforeFirstOffset } from '../../consumers/consumer.ts';
import type { Log } from '../../log.ts';
import { createSerialQueue } from '../../waiting.ts';

/** Lag, in events, at which readers are switched; the consumer catches up within moments. */
const nearEnough = 100;

/** Offsets per partition. */
export type Offsets = Readonly<Record<string, number>>;

/** One attempt to build beside the build in use. */
export interface BuildAttempt {
  build: number;
  /** Offset after which the attempt continues in a partition. */
  from(partition: string): Promise<number>;
  handle(batch: BusBatch): Promise<void>;
  /** Takes the next step if it is due at these offsets; true once readers were switched. */
  advance(reached: Offsets): Promise<boolean>;
  /** False when the attempt cannot continue after an interruption, because another process may have dropped its build. */
  canResume(): Promise<boolean>;
  close(): Promise<void>;
}

export interface BuildBesideOptions {
  /** Name of the projection or index. */
  name: string;
  types: ReadonlySet<string>;
  bus: Bus;
  log: Pick<Log, 'info' | 'warn'>;
  /** Number of the build in use when no new build is needed; otherwise undefined. */
  done(): Promise<number | undefined>;
  begin(): Promise<BuildAttempt>;
}

/**
 * Makes a new build beside the build in use, which stays up to date meanwhile. Concurrent calls run one after the other under a lease. Rejects when
 * `signal` is aborted first.
 * @returns Number of the build in use afterwards.
 */
export async function buildBeside({ name, types, bus, log, ...steps }: BuildBesideOptions, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  const { promise: result, resolve, reject } = Promise.withResolvers<number>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort);
  const builder = createBuilder(steps, resolve);
  // All partitions share one build, so their batches are handled one after the other.
  const exclusive = createSerialQueue();
  const waits = createWaitLog(log, { projection: name });
  const subscription = bus.subscribe({
    group: `rebuild:${name}`,
    types,
    whole: 'kept',
    from: (partition) => exclusive(() => builder.from(partition)),
    handle: (batch) => exclusive(() => builder.handle(batch)),
    onError: (error) => {
      // At the end of a process, its engines may close before this loop, which is no failure.
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

function createBuilder({ done, begin }: Pick<BuildBesideOptions, 'done' | 'begin'>, finished: (build: number) => void) {
  let attempt: BuildAttempt | null = null;
  let reached: Record<string, number> = {};
  let isFinished = false;
  const finish = (build: number): void => {
    isFinished = true;
    finished(build);
  };
  const start = async (): Promise<BuildAttempt | null> => {
    await attempt?.close();
    attempt = null;
    reached = {};
    const inUse = await done();
    if (inUse === undefined) attempt = await begin();
    else finish(inUse);
    return attempt;
  };
  /** A partition starts again after a lost lease or a failed write. */
  const resume = async (partition: string): Promise<BuildAttempt | null> => {
    if (attempt === null) return start();
    if (!(partition in reached)) return attempt;
    return (await attempt.canResume()) ? attempt : start();
  };
  return {
    from: async (partition: string): Promise<number> => {
      const current = isFinished ? null : await resume(partition);
      if (!current) return beforeFirstOffset;
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

/** True when every partition is within `within` events of its head. */
export const isNearHead = (reached: Offsets, heads: Offsets, within = nearEnough): boolean =>
  Object.entries(heads).every(([partition, head]) => head <= 0 || (reached[partition] ?? beforeFirstOffset) >= head - within);

/** Error for a precondition that is not met yet, but will be without intervention: a wait, not a fault. */
export class NotYet extends Error {}

/** Distinguishes waits from faults, and logs only the first of consecutive waits. */
export interface WaitLog {
  /** True for a wait (`NotYet`). Logs the first of consecutive waits. */
  takes(error: unknown): boolean;
  /** Marks the end of a wait, so that the next wait is logged again. */
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
