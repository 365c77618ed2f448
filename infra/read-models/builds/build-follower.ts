import { setTimeout as pause } from 'node:timers/promises';
import { createRepeater } from '../../bus/repeater.ts';
import type { Log } from '../../log.ts';
import { activeBuild, type Dropping, dropRetired, versionOf } from './builds.ts';

const retryAfterMs = 1_000;

/** Something that keeps one build up to date until it is stopped. */
export interface Consuming {
  build: number;
  stop(): Promise<void>;
}

export interface FollowOptions extends Dropping {
  log: Pick<Log, 'warn' | 'error'>;
  /** Answers the build to keep up to date, once there is one of the declared version. Asked again after a failure. */
  choose(stopping: AbortSignal): Promise<number>;
  /** Keeps a build up to date; `onTrouble` asks soon which one is in use. */
  consume(build: number, onTrouble: () => void): Promise<Consuming>;
}

export interface RunningBuilds {
  /** Resolves when the declared version is the one that readers use; rejects when stopped before that. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Keeps the build in use up to date, as long as it is one of the declared version: follows a switch to another one,
 * retires when another version is put to use by somebody else, and drops what is no longer read.
 */
export function followBuilds(options: FollowOptions): RunningBuilds {
  const { projection, store } = options;
  const stopping = new AbortController();
  const ready = Promise.withResolvers<void>();
  // Whoever does not wait for it must not be ended by it.
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
  /** Follows this build from now on, and from then on whatever is in use. */
  begin(build: number): Promise<void>;
  /** Asks soon which build is in use. */
  check(): void;
  /** To be called after the signal. */
  stop(): Promise<void>;
}

function createFollower(options: FollowOptions, stopping: AbortSignal): Follower {
  const { projection, log, consume } = options;
  const sweeper = createSweeper(options, stopping);
  let following: Consuming | null = null;
  let begun = false;

  const follow = async (build: number | undefined): Promise<void> => {
    if (stopping.aborted || build === undefined || build === following?.build) return;
    await following?.stop();
    following = null;
    sweeper.sweep();
    if (versionOf(build) === projection.version) following = await consume(build, () => check.request());
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
  ({ log, projection }: FollowOptions) =>
  (error: unknown): void =>
    log.error({ err: error, projection: projection.name }, 'a projection could not look after its builds and will try again');

/** Chooses until it can. */
async function choose(options: FollowOptions, stopping: AbortSignal): Promise<number> {
  for (;;) {
    stopping.throwIfAborted();
    try {
      return await options.choose(stopping);
    } catch (error) {
      stopping.throwIfAborted();
      options.log.error({ err: error, projection: options.projection.name }, 'a projection could not start and will try again');
      await pause(retryAfterMs, undefined, { signal: stopping });
    }
  }
}

/** Drops builds that are no longer read when their grace is over. */
function createSweeper(options: FollowOptions, stopping: AbortSignal): { sweep(): void; ended(): Promise<void> } {
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
