import { setTimeout as pause } from 'node:timers/promises';
import type { Bus } from '../bus/port.ts';
import { createRepeater } from '../bus/repeater.ts';
import type { Log } from '../log.ts';
import type { ParkedEvents } from '../parked-events/port.ts';
import type { ProjectionStore } from '../projections/port.ts';
import { typesOf } from './fold.ts';
import type { AnyProjection } from './projection.ts';
import { beginPartitions, buildName, ensureCollections } from './projector-commit.ts';
import { createBuildConsumer, type Progress } from './projector-consumer.ts';
import { upgrade } from './rebuild.ts';
import { activeBuild, dropRetired, firstBuild, switchTo, versionOf } from './rebuild-builds.ts';

const retryAfterMs = 1_000;

export interface ProjectionOptions {
  projection: AnyProjection;
  bus: Bus;
  store: ProjectionStore;
  parked: ParkedEvents;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Told after each batch, for metrics. */
  onApplied?: (progress: Progress) => void;
}

export interface RunningProjection {
  /** Resolves when the declared version is the one that readers use; rejects when stopped before that. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Keeps a projection up to date. The very first version is put to use at once; another version than the one in use is built beside it first.
 * Follows a switch to another build of the same version, and retires when another version is put to use by somebody else.
 */
export function runProjection(options: ProjectionOptions): RunningProjection {
  const { projection, store } = options;
  const stopping = new AbortController();
  const ready = Promise.withResolvers<void>();
  // Whoever does not wait for it must not be ended by it.
  ready.promise.catch(() => {});
  const follower = createFollower(options, stopping.signal);
  const unsubscribe = store.onChange((change) => {
    if (change.projection === projection.name) follower.check();
  });
  const started = start(options, stopping.signal).then(follower.begin).then(ready.resolve);
  started.catch(ready.reject);
  return {
    ready: ready.promise,
    stop: async () => {
      stopping.abort(new Error(`${projection.name} was stopped`));
      unsubscribe();
      await started.catch(() => {});
      await follower.stop();
    },
  };
}

interface Follower {
  /** Follows this build from now on, and from then on whatever is in use. */
  begin(build: number): Promise<void>;
  /** Asks soon which build is in use. */
  check(): void;
  /** To be called after the signal. */
  stop(): Promise<void>;
}

/** Keeps the build in use up to date, as long as it is one of the declared version. */
function createFollower(options: ProjectionOptions, stopping: AbortSignal): Follower {
  const { projection, log } = options;
  const sweeper = createSweeper(options, stopping);
  let following: { build: number; stop(): Promise<void> } | null = null;
  let begun = false;

  const follow = async (build: number | undefined): Promise<void> => {
    if (stopping.aborted || build === undefined || build === following?.build) return;
    await following?.stop();
    following = null;
    sweeper.sweep();
    if (versionOf(build) === projection.version) following = await consume(options, build, () => check.request());
    else log.warn({ projection: projection.name, version: projection.version, build }, 'another version is in use: this one is not kept up to date');
  };
  const check = createRepeater(
    async () => {
      if (begun) await follow(await activeBuild(options));
    },
    reporter(options),
    stopping,
  );
  return {
    begin: async (build) => {
      await follow(build);
      begun = true;
      // It may have been switched since it was chosen.
      check.request();
    },
    check: check.request,
    stop: async () => {
      await Promise.all([check.ended(), sweeper.ended()]);
      await following?.stop();
    },
  };
}

const reporter =
  ({ log, projection }: ProjectionOptions) =>
  (error: unknown): void =>
    log.error({ err: error, projection: projection.name }, 'a projection could not look after its builds and will try again');

/** Answers the build to keep up to date, once there is one of the declared version. Tries until it can. */
async function start(options: ProjectionOptions, stopping: AbortSignal): Promise<number> {
  for (;;) {
    stopping.throwIfAborted();
    try {
      return await buildToFollow(options, stopping);
    } catch (error) {
      stopping.throwIfAborted();
      options.log.error({ err: error, projection: options.projection.name }, 'a projection could not start and will try again');
      await pause(retryAfterMs, undefined, { signal: stopping });
    }
  }
}

async function buildToFollow(options: ProjectionOptions, stopping: AbortSignal): Promise<number> {
  const { projection } = options;
  const active = await activeBuild(options);
  if (active === undefined) {
    // Of several processes each does the same, so there is nothing to agree on.
    const build = firstBuild(projection.version);
    await ensureCollections({ ...options, build });
    await beginPartitions({ ...options, build }, options.bus);
    await switchTo(options, build);
    return build;
  }
  if (versionOf(active) !== projection.version) return upgrade(options, stopping);
  await ensureCollections({ ...options, build: active });
  return active;
}

async function consume(options: ProjectionOptions, build: number, onTrouble: () => void): Promise<{ build: number; stop(): Promise<void> }> {
  const { projection, bus, log } = options;
  const consumer = createBuildConsumer({ ...options, build });
  const subscription = bus.subscribe({
    group: `${projection.name}@${projection.version}`,
    types: typesOf(projection),
    from: consumer.from,
    handle: consumer.handle,
    onError: (error) => {
      log.error({ err: error, projection: buildName({ projection, build }) }, 'a batch failed and will be delivered again');
      // Perhaps the build is gone and the notice of it was missed.
      onTrouble();
    },
  });
  const stop = async (): Promise<void> => {
    await subscription.stop();
    await consumer.close();
  };
  return { build, stop };
}

/** Drops builds that are no longer read when their grace is over. */
function createSweeper(options: ProjectionOptions, stopping: AbortSignal): { sweep(): void; ended(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  const repeater = createRepeater(
    async () => {
      const due = await dropRetired(options, Date.now());
      clearTimeout(timer);
      if (due !== undefined) timer = setTimeout(repeater.request, due - Date.now()).unref();
    },
    reporter(options),
    stopping,
  );
  stopping.addEventListener('abort', () => clearTimeout(timer));
  return { sweep: repeater.request, ended: repeater.ended };
}
