import type { Bus, BusBatch } from '../../bus/port.ts';
import { beforeFirstOffset } from '../../consumers/consumer.ts';
import type { DeadLetters } from '../../dead-letters/port.ts';
import type { Log } from '../../log.ts';
import type { Checkpoint, ProjectionStore, StoredDoc } from '../../projection-store/port.ts';
import type { AnyProjection } from '../projection.ts';
import { type DocsById, foldBatch, handledTypesOf, handlesType, notStored } from '../projector/fold.ts';
import { beginPartitions, buildName, collectionName, ensureCollections, type ProjectionBuild } from '../projector/projector-commit.ts';
import { createBuildConsumer } from '../projector/projector-consumer.ts';
import { type BuildAttempt, buildBeside, isNearHead, type Offsets } from './build-beside.ts';
import { isRebuildRequested, progressReporter } from './build-state.ts';
import { activeBuild, beginBuild, dropAbandonedBuilds, isDropped, switchToBuild, versionOf } from './builds.ts';

/** Maximum documents of a bulk fold in memory; beyond it, the rest of the log is consumed normally. */
const mostDocs = 100_000;

/** Folds the log in memory into documents without readers, and stores them in bulk. */
interface BulkFold {
  add(batch: BusBatch): Promise<void>;
  full(): boolean;
  /** Stores documents and checkpoints. May be called once only. */
  store(): Promise<void>;
}

function createBulkFold(target: ProjectionBuild, deadLetters: DeadLetters): BulkFold {
  const known: DocsById = new Map(Object.keys(target.projection.collections).map((key) => [key, new Map<string, StoredDoc>()]));
  const checkpoints = new Map<string, Checkpoint>();
  const stopped = new Set<string>();
  return {
    add: async ({ partition, records, to, watermark }) => {
      const { projection } = target;
      const blocked = records.filter(({ event }) => stopped.has(event.stream) && handlesType(projection, event.type));
      const free = stopped.size === 0 ? records : records.filter(({ event }) => !stopped.has(event.stream));
      const { changed, failures, behind } = foldBatch(projection, free, (key, id) => known.get(key)?.get(id) ?? notStored(id));
      for (const { record } of failures) stopped.add(record.event.stream);
      for (const [key, docs] of changed) for (const [id, doc] of docs) known.get(key)?.set(id, doc);
      checkpoints.set(partition, { offset: to, watermark });
      // A failure is permanent, because handlers are pure and this process is the only writer.
      const toPark = [...failures, ...[...blocked, ...behind].map((record) => ({ record }))];
      if (toPark.length > 0) await deadLetters.add(buildName(target), toPark);
    },
    full: () => [...known.values()].reduce((sum, docs) => sum + docs.size, 0) > mostDocs,
    store: async () => {
      for (const [key, docs] of known) await target.store.fill(collectionName(target, key), [...docs.values()]);
      for (const [partition, checkpoint] of checkpoints) await target.store.saveCheckpoint(buildName(target), partition, checkpoint);
      known.clear();
    },
  };
}

export interface RebuildOptions {
  projection: AnyProjection;
  bus: Bus;
  store: ProjectionStore;
  deadLetters: DeadLetters;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
}

/**
 * Rebuilds the projection from the first event beside the build in use, which stays up to date, then switches readers. Running projectors follow and
 * drop the old build after a grace period. Concurrent calls run one after the other under a lease. Rejects when `signal` is aborted first.
 * @returns Number of the new build.
 */
export const rebuild = (options: RebuildOptions, signal: AbortSignal = new AbortController().signal): Promise<number> =>
  besides(options, async () => undefined, signal);

/** Rebuilds, unless a build of the declared version is in use. */
export const upgrade = (options: RebuildOptions, signal: AbortSignal): Promise<number> =>
  besides(
    options,
    async () => {
      const active = await activeBuild(options);
      return active !== undefined && versionOf(active) === options.projection.version ? active : undefined;
    },
    signal,
  );

/** Rebuilds if an operator's request (`requestRebuild`) is open. */
export const rebuildAsRequested = (options: RebuildOptions, signal: AbortSignal): Promise<number> =>
  besides(options, async () => ((await isRebuildRequested(options)) ? undefined : ((await activeBuild(options)) ?? 0)), signal);

const besides = (options: RebuildOptions, done: () => Promise<number | undefined>, signal: AbortSignal): Promise<number> =>
  buildBeside(
    { name: options.projection.name, types: handledTypesOf(options.projection), ...options, done, begin: () => beginAttempt(options) },
    signal,
  );

/** Begins with the bulk fold in memory, then consumes normally. */
async function beginAttempt(options: RebuildOptions): Promise<BuildAttempt> {
  const { projection, bus, log } = options;
  await dropAbandonedBuilds(options);
  const build = await beginBuild(options);
  const target = { ...options, build };
  await ensureCollections(target);
  const heads = await bus.heads();
  log.info({ projection: projection.name, build, heads }, 'a rebuild begins');
  const consumer = createBuildConsumer(target);
  const tellProgress = progressReporter(options, build, heads);
  let bulk: BulkFold | null = createBulkFold(target, options.deadLetters);

  const storeBulk = async (whole: BulkFold, reached: Offsets): Promise<void> => {
    await whole.store();
    bulk = null;
    await Promise.all(Object.keys(reached).map((partition) => consumer.from(partition)));
  };
  return {
    build,
    from: async (partition) => (bulk ? beforeFirstOffset : consumer.from(partition)),
    handle: (batch) => (bulk ?? { add: consumer.handle }).add(batch),
    advance: async (reached) => {
      tellProgress(reached);
      if (bulk && (bulk.full() || isNearHead(reached, heads, 0))) await storeBulk(bulk, reached);
      if (bulk || !isNearHead(reached, await bus.heads())) return false;
      // Another holder of the lease treats this build as abandoned.
      if (await isDropped(options, build)) throw new Error(`build ${build} was dropped by another rebuild`);
      await beginPartitions(target, bus);
      await switchToBuild(options, build);
      log.info({ projection: projection.name, build }, 'a rebuild is in use');
      return true;
    },
    // A bulk fold cannot continue, because an interrupted write may have stored some of its documents.
    canResume: async () => bulk === null && !(await isDropped(options, build)),
    close: consumer.close,
  };
}
