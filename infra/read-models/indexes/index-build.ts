import type { Bus } from '../../bus/port.ts';
import type { Checkpoint } from '../../projection-store/port.ts';
import { type Attempt, buildBeside, isNear, NotYet } from '../builds/build-beside.ts';
import { activeBuild, beginBuild, type Dropping, dropAbandoned, isDropped, switchTo, versionOf } from '../builds/builds.ts';
import { typesOf } from '../projector/fold.ts';
import { replayedAt } from '../projector/projector-commit.ts';
import { specOf } from '../searchable.ts';
import { createIndexConsumer, type IndexOptions } from './index-consumer.ts';
import { indexBuildName } from './index-documents.ts';
import { fillIndex } from './index-fill.ts';

export interface BuildIndexOptions extends IndexOptions {
  bus: Bus;
}

/** An index among the builds of projections. */
export const asBuilds = ({ index, store, deadLetters, search }: IndexOptions): Dropping => ({
  projection: index.as,
  store,
  deadLetters,
  dropMore: (build) => search.drop(indexBuildName(index, build)),
});

/**
 * Origin of an index build: `offset` is the build of the projection, `watermark` the time of the last replay of parked events, which changed
 * documents of positions long past. It lies beside the checkpoints, under the number of the index build.
 */
type Origin = Checkpoint;
const origins = ({ index }: Pick<IndexOptions, 'index'>): string => `origin:${index.as.name}`;

/** Origin of an index that is built now; none while the projection is not in use in the declared version. */
async function originOf({ index: { projection }, store }: IndexOptions): Promise<Origin | undefined> {
  const build = await activeBuild({ projection, store });
  if (build === undefined || versionOf(build) !== projection.version) return undefined;
  return { offset: build, watermark: await replayedAt({ projection, store }) };
}

/** The build that readers use, if it is of the declared version and the engine has it. */
export async function usableBuild({ index, store, search }: IndexOptions): Promise<number | undefined> {
  const active = await activeBuild({ projection: index.as, store });
  if (active === undefined || versionOf(active) !== index.as.version) return undefined;
  return (await search.activeBuilds())[index.searchable.index] === active ? active : undefined;
}

/** The usable build, unless its projection was made anew since. */
export async function currentBuild(options: IndexOptions): Promise<number | undefined> {
  const usable = await usableBuild(options);
  const origin = await originOf(options);
  const known = (await options.store.checkpoints(origins(options)))[String(usable)];
  return known && known.offset === origin?.offset && known.watermark === origin.watermark ? usable : undefined;
}

/**
 * Builds an index anew from the documents of its projection, beside the build that is read, then switches readers over. @returns number of the new
 * build
 */
export const rebuildIndex = (options: BuildIndexOptions, signal: AbortSignal = new AbortController().signal): Promise<number> =>
  besides(options, async () => undefined, signal);

/** Rebuilds, unless the build in use is current, or another version of the projection is in use, whose index is for its release to build. */
export const upgradeIndex = (options: BuildIndexOptions, signal: AbortSignal = new AbortController().signal): Promise<number> =>
  besides(
    options,
    async () => {
      const { store, index } = options;
      return (await originOf(options)) ? currentBuild(options) : activeBuild({ projection: index.as, store });
    },
    signal,
  );

const besides = (options: BuildIndexOptions, done: () => Promise<number | undefined>, signal: AbortSignal): Promise<number> =>
  buildBeside(
    { ...options, name: options.index.as.name, types: typesOf(options.index.projection), done, begin: () => beginAttempt(options, signal) },
    signal,
  );

async function beginAttempt(options: BuildIndexOptions, signal: AbortSignal): Promise<Attempt> {
  const { index, store, bus, log, search } = options;
  const of = asBuilds(options);
  // Before a number is taken, as this is asked again until there is an origin.
  const origin = await originOf(options);
  if (!origin) throw new NotYet(`${index.as.name} waits for ${index.projection.name}@${index.projection.version} to be in use`);
  await dropAbandoned(of);
  const build = await beginBuild(of);
  const isFirst = (await usableBuild(options)) === undefined;
  log.info({ projection: index.as.name, build }, 'a rebuild begins');
  // A store that was lost gives numbers again that the engine knows.
  await search.drop(indexBuildName(index, build));
  await search.ensure(specOf(index.searchable, build));
  await fillIndex(options, { build, source: origin.offset }, signal);
  await store.saveCheckpoint(origins(options), String(build), origin);
  const consumer = createIndexConsumer(options, build);
  // A batch that waits for its projection need not be waited for.
  signal.addEventListener('abort', consumer.close, { once: true });
  return {
    build,
    from: consumer.from,
    handle: consumer.handle,
    advance: async (reached) => {
      // Without a build that can be read there is nothing to be switched from, and nothing to wait for.
      if (!isFirst && !isNear(reached, await bus.heads())) return false;
      if (await isDropped(of, build)) throw new Error(`build ${build} was dropped by another rebuild`);
      await search.activate(index.searchable.index, build);
      await switchTo(of, build);
      log.info({ projection: index.as.name, build }, 'a rebuild is in use');
      return true;
    },
    canResume: async () => !(await isDropped(of, build)),
    close: consumer.close,
  };
}
