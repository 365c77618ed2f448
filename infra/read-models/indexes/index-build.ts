import type { Bus } from '../../bus/port.ts';
import type { Position, RecordedEvent } from '../../event-store/port.ts';
import type { Checkpoint } from '../../projection-store/port.ts';
import type { Refusal } from '../../search/port.ts';
import { type BuildAttempt, buildBeside, isNearHead, NotYet } from '../builds/build-beside.ts';
import { activeBuild, beginBuild, type DropOptions, dropAbandonedBuilds, isDropped, switchToBuild, versionOf } from '../builds/builds.ts';
import { handledTypesOf } from '../projector/fold.ts';
import { buildName, replayedAt } from '../projector/projector-commit.ts';
import { indexSpecOf, type ProjectionIndex } from '../searchable.ts';
import { createIndexConsumer, docsPerWrite, type IndexOptions } from './index-consumer.ts';
import { asError, indexBuildName, indexedDoc, type SearchedDoc, scanSearched, streamNamesOf } from './index-documents.ts';

export interface BuildIndexOptions extends IndexOptions {
  bus: Bus;
}

/** Adapter that manages an index as if it were a projection with builds. */
export const asBuilds = ({ index, store, deadLetters, search }: IndexOptions): DropOptions => ({
  projection: index.as,
  store,
  deadLetters,
  dropMore: (build) => search.drop(indexBuildName(index, build)),
});

/**
 * Origin of an index build, stored as a checkpoint under its number. `offset` is the build of the projection. `watermark` is the time of the last
 * replay of dead letters, which changed documents of older positions.
 */
type Origin = Checkpoint;
const origins = ({ index }: Pick<IndexOptions, 'index'>): string => `origin:${index.as.name}`;

/** Origin for an index that is built now; undefined while no build of the projection's declared version is in use. */
async function originOf({ index: { projection }, store }: IndexOptions): Promise<Origin | undefined> {
  const build = await activeBuild({ projection, store });
  if (build === undefined || versionOf(build) !== projection.version) return undefined;
  return { offset: build, watermark: await replayedAt({ projection, store }) };
}

/** The build in use, if it has the declared version and exists in the engine. */
export async function usableIndexBuild({ index, store, search }: IndexOptions): Promise<number | undefined> {
  const active = await activeBuild({ projection: index.as, store });
  if (active === undefined || versionOf(active) !== index.as.version) return undefined;
  return (await search.activeBuilds())[index.searchable.index] === active ? active : undefined;
}

/** Number of the usable build; undefined when its projection was rebuilt or replayed after it. */
export async function currentIndexBuild(options: IndexOptions): Promise<number | undefined> {
  const usable = await usableIndexBuild(options);
  const origin = await originOf(options);
  const known = (await options.store.checkpoints(origins(options)))[String(usable)];
  return known && known.offset === origin?.offset && known.watermark === origin.watermark ? usable : undefined;
}

/**
 * Rebuilds an index from the documents of its projection beside the build in use, then switches readers.
 * @returns Number of the new build.
 */
export const rebuildIndex = (options: BuildIndexOptions, signal: AbortSignal = new AbortController().signal): Promise<number> =>
  besides(options, async () => undefined, signal);

/** Rebuilds, unless the build in use is current. If another version of the projection is in use, its own release builds the index. */
export const upgradeIndex = (options: BuildIndexOptions, signal: AbortSignal = new AbortController().signal): Promise<number> =>
  besides(
    options,
    async () => {
      const { store, index } = options;
      return (await originOf(options)) ? currentIndexBuild(options) : activeBuild({ projection: index.as, store });
    },
    signal,
  );

const besides = (options: BuildIndexOptions, done: () => Promise<number | undefined>, signal: AbortSignal): Promise<number> =>
  buildBeside(
    { ...options, name: options.index.as.name, types: handledTypesOf(options.index.projection), done, begin: () => beginAttempt(options, signal) },
    signal,
  );

async function beginAttempt(options: BuildIndexOptions, signal: AbortSignal): Promise<BuildAttempt> {
  const { index, store, bus, log, search } = options;
  const of = asBuilds(options);
  // The origin is checked before a number is allocated, because this call is repeated until an origin exists.
  const origin = await originOf(options);
  if (!origin) throw new NotYet(`${index.as.name} waits for ${index.projection.name}@${index.projection.version} to be in use`);
  await dropAbandonedBuilds(of);
  const build = await beginBuild(of);
  const isFirst = (await usableIndexBuild(options)) === undefined;
  log.info({ projection: index.as.name, build }, 'a rebuild begins');
  // The engine may already have this number, because numbers repeat after the loss of the projection store.
  await search.drop(indexBuildName(index, build));
  await search.ensure(indexSpecOf(index.searchable, build));
  await fillIndex(options, { build, source: origin.offset }, signal);
  await store.saveCheckpoint(origins(options), String(build), origin);
  const consumer = createIndexConsumer(options, build);
  // Cancels a batch that waits for its projection.
  signal.addEventListener('abort', consumer.close, { once: true });
  return {
    build,
    from: consumer.from,
    handle: consumer.handle,
    advance: async (reached) => {
      // The first build is used at once, because readers have no previous build.
      if (!isFirst && !isNearHead(reached, await bus.heads())) return false;
      if (await isDropped(of, build)) throw new Error(`build ${build} was dropped by another rebuild`);
      await search.activate(index.searchable.index, build);
      await switchToBuild(of, build);
      log.info({ projection: index.as.name, build }, 'a rebuild is in use');
      return true;
    },
    canResume: async () => !(await isDropped(of, build)),
    close: consumer.close,
  };
}

/** An index build, and the build of the projection from which it is filled. */
interface Filling {
  build: number;
  source: number;
}

interface FillOptions extends IndexOptions {
  bus: Pick<Bus, 'partitionOf'>;
}

/** Indexes all documents, and stores the checkpoints from which the consumer continues. */
async function fillIndex(options: FillOptions, { build, source }: Filling, signal: AbortSignal): Promise<void> {
  const { index, store, search } = options;
  // Checkpoints are read before the documents, which then include at least these positions; the consumer handles later events.
  const checkpoints = await store.checkpoints(buildName({ projection: index.projection, build: source }));
  const version = lowest(checkpoints);
  let docs: SearchedDoc[] = [];
  const write = async (): Promise<void> => {
    if (docs.length === 0) return;
    const refusals = await search.write(
      indexBuildName(index, build),
      docs.map((doc) => indexedDoc(doc, version)),
    );
    if (refusals.length > 0) await park(options, { build, source }, refusals);
    docs = [];
  };
  for await (const some of scanSearched({ index, store, build: source })) {
    signal.throwIfAborted();
    docs.push(...some.filter(({ searched }) => searched !== null));
    if (docs.length >= docsPerWrite) await write();
  }
  await write();
  for (const [partition, checkpoint] of Object.entries(checkpoints))
    await store.saveCheckpoint(buildName({ projection: index.as, build }), partition, checkpoint);
}

/** Lowest watermark of all partitions, which all documents include. */
const lowest = (checkpoints: Readonly<Record<string, Checkpoint>>): Position =>
  Math.min(...Object.values(checkpoints).map(({ watermark }) => watermark), Number.MAX_SAFE_INTEGER);

/** Parks the last event of each refused document, as the consumer would do on its arrival. */
async function park(
  { index, store, events, deadLetters, bus }: FillOptions,
  { build, source }: Filling,
  refusals: readonly Refusal[],
): Promise<void> {
  const holders = await streamNamesOf(
    { index, store, build: source },
    refusals.map(({ id }) => id),
  );
  for (const refusal of refusals) {
    const stream = holders.get(refusal.id);
    // The document was deleted meanwhile, and the consumer handles the event of its deletion.
    if (stream === undefined) continue;
    const event = (await events.read(stream)).findLast((one) => isAbout(index, one, refusal.id));
    if (!event) throw asError(refusal);
    const record = { partition: await bus.partitionOf(stream), offset: event.position, event };
    await deadLetters.add(buildName({ projection: index.as, build }), [{ record, error: asError(refusal) }]);
  }
}

const isAbout = ({ searchable: { members } }: ProjectionIndex, { type, data }: RecordedEvent, id: string): boolean =>
  !members || members.idOf(data) === id || members.all.includes(type);
