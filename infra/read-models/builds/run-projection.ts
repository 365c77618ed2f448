import { lingerMs, runConsumer } from '../../consumers/consumer.ts';
import { coalesce } from '../../waiting.ts';
import { handledTypesOf } from '../projector/fold.ts';
import { beginPartitions, buildName, ensureCollections } from '../projector/projector-commit.ts';
import { createBuildConsumer, type ProjectorOptions } from '../projector/projector-consumer.ts';
import { type FollowOptions, followBuilds, type RunningBuilds, type RunningConsumer } from './build-follower.ts';
import { isRebuildRequested, rebuildRequestsName } from './build-state.ts';
import { activeBuild, firstBuild, switchToBuild, versionOf } from './builds.ts';
import { rebuildAsRequested, upgrade } from './rebuild.ts';

/** Options of a projector without the number of the build. */
export type ProjectionOptions = Omit<ProjectorOptions, 'build'> & Pick<FollowOptions, 'lookEveryMs'>;

/**
 * Keeps a projection up to date. Its first version is in use at once; a new version is built beside the build in use. Rebuilds on request and follows
 * a switch to another build of the same version. Retires while another release keeps another version in use.
 */
export function runProjection(options: ProjectionOptions): RunningBuilds {
  const { projection, store, log } = options;
  const stopping = new AbortController();
  const running = followBuilds({
    ...options,
    choose: (ended) => buildToFollow(options, ended),
    consume: (build, onTrouble) => consume(options, build, onTrouble),
    heads: options.bus.heads,
  });
  const renew = coalesce(
    async () => {
      await running.ready;
      if (await isRebuildRequested(options)) await rebuildAsRequested(options, stopping.signal);
    },
    (error) => {
      if (!stopping.signal.aborted) log.error({ err: error, projection: projection.name }, 'a projection could not be made anew and will try again');
    },
    stopping.signal,
  );
  const requests = rebuildRequestsName(options);
  const unsubscribe = store.onChange((change) => {
    if (change.projection === requests) renew.request();
  });
  renew.request();
  return {
    ready: running.ready,
    stop: async () => {
      unsubscribe();
      stopping.abort(new Error(`${projection.name} was stopped`));
      await Promise.all([running.stop(), renew.ended()]);
    },
  };
}

async function buildToFollow(options: ProjectionOptions, stopping: AbortSignal): Promise<number> {
  const { projection } = options;
  const active = await activeBuild(options);
  if (active === undefined) {
    // Concurrent processes do exactly the same here, so no lease is needed.
    const build = firstBuild(projection.version);
    await ensureCollections({ ...options, build });
    await beginPartitions({ ...options, build }, options.bus);
    await switchToBuild(options, build);
    return build;
  }
  if (versionOf(active) !== projection.version) return upgrade(options, stopping);
  await ensureCollections({ ...options, build: active });
  return active;
}

function consume(options: ProjectionOptions, build: number, onTrouble: () => void): RunningConsumer {
  const { projection, bus, log } = options;
  const subscription = runConsumer(bus, createBuildConsumer({ ...options, build }), {
    group: `${projection.name}@${projection.version}`,
    types: handledTypesOf(projection),
    // Partitions share documents, and commits of a projection are serial, so two processes would only conflict.
    whole: 'spread',
    lingerMs,
    onError: (error) => {
      log.error({ err: error, projection: buildName({ projection, build }) }, 'a batch failed and will be delivered again');
      // The build may have been dropped without a notification.
      onTrouble();
    },
  });
  return { build, stop: subscription.stop };
}
