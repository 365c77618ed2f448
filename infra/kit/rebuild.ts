import { createExclusive } from '../bus/parking.ts';
import type { Bus, BusBatch } from '../bus/port.ts';
import type { Log } from '../log.ts';
import type { ParkedEvents } from '../parked-events/port.ts';
import type { ProjectionStore } from '../projections/port.ts';
import { typesOf } from './fold.ts';
import type { AnyProjection } from './projection.ts';
import { beforeFirst, beginPartitions, ensureCollections } from './projector-commit.ts';
import { type BuildConsumer, createBuildConsumer } from './projector-consumer.ts';
import { activeBuild, beginBuild, dropAbandoned, isDropped, switchTo, versionOf } from './rebuild-builds.ts';
import { type BulkFold, createBulkFold } from './rebuild-bulk.ts';

/** So near to the end of the log readers may be switched; the projector does the rest within moments. */
const nearEnough = 100;

export interface RebuildOptions {
  projection: AnyProjection;
  bus: Bus;
  store: ProjectionStore;
  parked: ParkedEvents;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
}

/**
 * Builds the projection anew from the first event, beside the build that is read and kept up to date meanwhile, then switches readers over.
 * Running projectors follow and drop the old build after a grace. Several at once wait for each other.
 * Answers the number of the new build; rejects when `signal` is aborted first.
 */
export const rebuild = (options: RebuildOptions, signal: AbortSignal = new AbortController().signal): Promise<number> =>
  buildBeside(options, () => true, signal);

/** The same, unless another process has brought the declared version into use already. */
export const upgrade = (options: RebuildOptions, signal: AbortSignal): Promise<number> =>
  buildBeside(options, (active) => active === undefined || versionOf(active) !== options.projection.version, signal);

type Needed = (active: number | undefined) => boolean;

async function buildBeside(options: RebuildOptions, needed: Needed, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  const { projection, bus, log } = options;
  const { promise: result, resolve, reject } = Promise.withResolvers<number>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort);
  const build = createBuilder(options, needed, resolve);
  // Partitions arrive side by side and meet in one build.
  const exclusive = createExclusive();
  const subscription = bus.subscribe({
    group: `rebuild:${projection.name}`,
    types: typesOf(projection),
    whole: true,
    from: (partition) => exclusive(() => build.from(partition)),
    handle: (batch) => exclusive(() => build.handle(batch)),
    onError: (error) => log.warn({ err: error, projection: projection.name }, 'a rebuild was interrupted and goes on'),
  });
  try {
    return await result;
  } finally {
    signal.removeEventListener('abort', abort);
    await subscription.stop();
    await build.close();
  }
}

/** One try at a build: first in memory, then the ordinary way. */
interface Attempt {
  build: number;
  /** Offsets to reach in memory, and how far it got, per partition. */
  heads: Record<string, number>;
  reached: Record<string, number>;
  bulk: BulkFold | null;
  consumer: BuildConsumer;
}

function createBuilder(options: RebuildOptions, needed: Needed, done: (build: number) => void) {
  let attempt: Attempt | null = null;
  let finished = false;
  const finish = (build: number): void => {
    finished = true;
    done(build);
  };
  const begin = async (): Promise<Attempt | null> => {
    await attempt?.consumer.close();
    attempt = null;
    const active = await activeBuild(options);
    if (active === undefined || needed(active)) attempt = await beginAttempt(options);
    else finish(active);
    return attempt;
  };
  /** Asked again for a partition, the lease was away or a write failed: what was in memory may be half stored, and another process may have dropped the build. */
  const resume = async (partition: string): Promise<Attempt | null> => {
    if (attempt === null) return begin();
    if (!(partition in attempt.reached)) return attempt;
    return attempt.bulk || (await isDropped(options, attempt.build)) ? begin() : attempt;
  };
  return {
    from: async (partition: string): Promise<number> => {
      const current = finished ? null : await resume(partition);
      if (!current) return beforeFirst;
      const offset = current.bulk ? beforeFirst : await current.consumer.from(partition);
      current.reached[partition] = offset;
      if (await advance(options, current)) finish(current.build);
      return offset;
    },
    handle: async (batch: BusBatch): Promise<void> => {
      if (!attempt || finished) return;
      await (attempt.bulk ? attempt.bulk.add(batch) : attempt.consumer.handle(batch));
      attempt.reached[batch.partition] = batch.to;
      if (await advance(options, attempt)) finish(attempt.build);
    },
    close: async (): Promise<void> => attempt?.consumer.close(),
  };
}

async function beginAttempt(options: RebuildOptions): Promise<Attempt> {
  await dropAbandoned(options);
  const target = { ...options, build: await beginBuild(options) };
  await ensureCollections(target);
  const heads = await options.bus.heads();
  options.log.info({ projection: options.projection.name, build: target.build, heads }, 'a rebuild begins');
  return { build: target.build, heads, reached: {}, bulk: createBulkFold(target, options.parked), consumer: createBuildConsumer(target) };
}

/** Takes the next step if it is time for it; true when readers were switched. */
async function advance({ bus, log, ...options }: RebuildOptions, attempt: Attempt): Promise<boolean> {
  const { build, reached, consumer } = attempt;
  if (attempt.bulk && (attempt.bulk.full() || isNear(attempt, attempt.heads, 0))) {
    await attempt.bulk.store();
    attempt.bulk = null;
    await Promise.all(Object.keys(reached).map((partition) => consumer.from(partition)));
  }
  if (attempt.bulk || !isNear(attempt, await bus.heads(), nearEnough)) return false;
  // Whoever took the lease from us takes our build for abandoned.
  if (await isDropped(options, build)) throw new Error(`build ${build} was dropped by another rebuild`);
  await beginPartitions({ ...options, build }, bus);
  await switchTo(options, build);
  log.info({ projection: options.projection.name, build }, 'a rebuild is in use');
  return true;
}

const isNear = ({ reached }: Attempt, heads: Record<string, number>, within: number): boolean =>
  Object.entries(heads).every(([partition, head]) => head <= 0 || (reached[partition] ?? beforeFirst) >= head - within);
