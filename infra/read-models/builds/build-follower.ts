import { beforeFirstOffset } from '../../consumers/consumer.ts';
import type { Log } from '../../log.ts';
import { coalesce, createBackoff } from '../../waiting.ts';
import { buildName } from '../projector/projector-commit.ts';
import type { Offsets } from './build-beside.ts';
import { activeBuild, type DropOptions, dropRetiredBuilds, versionOf } from './builds.ts';

/** Default polling interval, milliseconds; longer than the handover of a partition between processes. */
const usualLookMs = 15_000;

/** A consumer that keeps one build up to date until stopped. */
export interface RunningConsumer {
  build: number;
  stop(): Promise<void>;
}

export interface FollowOptions extends DropOptions {
  log: Pick<Log, 'warn' | 'error'>;
  /** Resolves with the build to keep up to date, once a build of the declared version exists. Called again after a failure. */
  choose(stopping: AbortSignal): Promise<number>;
  /** Keeps a build up to date; `onTrouble` triggers a check of the build in use. */
  consume(build: number, onTrouble: () => void): RunningConsumer;
  /** Last offset of each partition of the log. */
  heads(): Promise<Offsets>;
  /** Interval at which a retired process checks whether the build in use advances, milliseconds. */
  lookEveryMs?: number;
}

export interface RunningBuilds {
  /** Resolves when readers use the declared version; rejects when stopped before. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Keeps the build in use up to date while it has the declared version. Follows a switch to another build, retires when another release switches to
 * its version, and drops builds without readers. Takes over once no process keeps the build in use up to date, because that release is gone.
 */
export function followBuilds(options: FollowOptions): RunningBuilds {
  const { projection, store } = options;
  const stopping = new AbortController();
  const ready = Promise.withResolvers<void>();
  // The handler prevents an unhandled rejection when no caller awaits `ready`.
  ready.promise.catch(() => {});
  const follower = createFollower(options, stopping.signal);
  const unsubscribe = store.onChange((change) => {
    if (change.projection === projection.name) follower.check();
  });
  const started = choose(options, stopping.signal).then(follower.begin).then(ready.resolve);
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
  /** Follows this build first, and afterwards the build in use. */
  begin(build: number): Promise<void>;
  /** Requests a check of the build in use. */
  check(): void;
  /** Must be called after the signal is aborted. */
  stop(): Promise<void>;
}

function createFollower(options: FollowOptions, stopping: AbortSignal): Follower {
  const { projection, log, consume } = options;
  const sweeper = createSweeper(options, stopping);
  const watch = createWatch(options, stopping, () => check.request());
  let following: RunningConsumer | null = null;
  let begun = false;

  const follow = async (build: number | undefined): Promise<void> => {
    if (stopping.aborted || build === undefined || build === following?.build) return;
    await following?.stop();
    following = null;
    sweeper.sweep();
    if (versionOf(build) === projection.version) following = consume(build, () => check.request());
    else if (!watch.isOf(build))
      log.warn({ projection: projection.name, version: projection.version, build }, 'another version is in use: this one is not kept up to date');
  };
  const check = coalesce(
    async () => {
      if (!begun) return;
      const build = await activeBuild(options);
      await follow(build);
      if (!following && build !== undefined && (await watch.isForsaken(build))) await follow(await options.choose(stopping));
    },
    (error) => {
      // A takeover that the end of the process aborts is no failure.
      if (!stopping.aborted) reporter(options)(error);
    },
    stopping,
  );
  return {
    begin: async (build) => {
      await follow(build);
      begun = true;
      // Readers may have switched to another build meanwhile.
      check.request();
    },
    check: check.request,
    stop: async () => {
      await Promise.all([check.ended(), sweeper.ended()]);
      await following?.stop();
    },
  };
}

/** Watches whether a build of another version advances. Without a live projector, a build does not advance, although events wait. */
function createWatch(options: FollowOptions, stopping: AbortSignal, look: () => void) {
  const { lookEveryMs = usualLookMs } = options;
  let before: { build: number; reached: Offsets; heads: Offsets; at: number } | null = null;
  let timer: NodeJS.Timeout | undefined;
  stopping.addEventListener('abort', () => clearTimeout(timer));
  const isStanding = (reached: Offsets): boolean =>
    Object.entries(before?.heads ?? {}).some(([partition, head]) => {
      const then = before?.reached[partition] ?? beforeFirstOffset;
      return then < head && then === (reached[partition] ?? beforeFirstOffset);
    });
  return {
    /** True when this build was checked last. */
    isOf: (build: number): boolean => before?.build === build,
    /** True when events wait and the build has not advanced for `lookEveryMs`. Called at every check of the builds; schedules the next check. */
    async isForsaken(build: number): Promise<boolean> {
      if (stopping.aborted) return false;
      const isDue = before?.build === build && Date.now() - before.at >= lookEveryMs;
      if (before?.build === build && !isDue) return false;
      const checkpoints = await options.store.checkpoints(buildName({ ...options, build }));
      const reached = Object.fromEntries(Object.entries(checkpoints).map(([partition, { offset }]) => [partition, offset]));
      const isForsaken = isDue && isStanding(reached);
      before = { build, reached, heads: await options.heads(), at: Date.now() };
      clearTimeout(timer);
      // Margin against rounding, so that the timer does not fire early.
      timer = setTimeout(look, lookEveryMs + 50).unref();
      return isForsaken;
    },
  };
}

const reporter =
  ({ log, projection }: FollowOptions) =>
  (error: unknown): void =>
    log.error({ err: error, projection: projection.name }, 'a projection could not look after its builds and will try again');

/** Retries the choice with backoff until it succeeds. */
async function choose(options: FollowOptions, stopping: AbortSignal): Promise<number> {
  const backoff = createBackoff(stopping);
  for (;;) {
    stopping.throwIfAborted();
    try {
      return await options.choose(stopping);
    } catch (error) {
      stopping.throwIfAborted();
      options.log.error({ err: error, projection: options.projection.name }, 'a projection could not start and will try again');
      await backoff.wait();
    }
  }
}

/** Drops retired builds at the end of their grace period. */
function createSweeper(options: FollowOptions, stopping: AbortSignal): { sweep(): void; ended(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  const repeater = coalesce(
    async () => {
      const due = await dropRetiredBuilds(options, Date.now());
      clearTimeout(timer);
      if (due !== undefined) timer = setTimeout(repeater.request, due - Date.now()).unref();
    },
    reporter(options),
    stopping,
  );
  stopping.addEventListener('abort', () => clearTimeout(timer));
  return { sweep: repeater.request, ended: repeater.ended };
}
