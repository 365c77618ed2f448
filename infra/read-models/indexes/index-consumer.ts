import type { BusBatch, BusRecord } from '../../bus/port.ts';
import { type Consumer, createConsumer, type FailedRecord, type ParkedStreams, runConsumer } from '../../consumers/consumer.ts';
import type { DeadLetters } from '../../dead-letters/port.ts';
import type { EventStore, Position } from '../../event-store/port.ts';
import type { Log } from '../../log.ts';
import { type ProjectionStore, watermarkOf } from '../../projection-store/port.ts';
import type { SearchEngine } from '../../search/port.ts';
import { noTracing, type Tracing } from '../../tracing/port.ts';
import { handleTraced, traceIdForLog } from '../../tracing/traced-events.ts';
import { coalesce, createCondition } from '../../waiting.ts';
import { createWaitLog, NotYet } from '../builds/build-beside.ts';
import { followBuilds, type RunningBuilds, type RunningConsumer } from '../builds/build-follower.ts';
import { activeBuild, versionOf } from '../builds/builds.ts';
import { handledTypesOf } from '../projector/fold.ts';
import { buildName, replaysCheckpointName } from '../projector/projector-commit.ts';
import type { ProjectionIndex } from '../searchable.ts';
import { asBuilds, type BuildIndexOptions, currentIndexBuild, upgradeIndex, usableIndexBuild } from './index-build.ts';
import { asError, concernedDocuments, indexBuildName, indexedDoc, searchedByIds } from './index-documents.ts';

/** Documents per write. */
export const docsPerWrite = 500;
/** Longest wait of a batch for the projection, milliseconds; then the batch is delivered again. */
const patience = 10_000;
/**
 * Longest interval between reads of the checkpoints, milliseconds. Notifications report only the watermark of the slowest partition, and the
 * partition of the waiting batch may be ahead.
 */
const askEveryMs = 1_000;

export interface IndexOptions {
  index: ProjectionIndex;
  store: ProjectionStore;
  search: SearchEngine;
  events: EventStore;
  deadLetters: DeadLetters;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  tracing?: Tracing;
}

/**
 * Consumer that keeps one build of an index up to date with its projection's documents. It indexes their current state, whatever the events contain.
 * The event of a refused document becomes a dead letter that blocks no other event: a document that is hidden later must not stay searchable.
 */
export function createIndexConsumer(options: IndexOptions, build: number): Consumer {
  const { index, store, deadLetters, log, tracing = noTracing } = options;
  const name = buildName({ projection: index.as, build });
  const closing = new AbortController();
  const progress = followProgress(options, closing.signal);
  const bring = createBringing(options, build, progress);
  const waits = createWaitLog(log, { consumer: name });
  const span = ({ partition }: BusRecord) => {
    const attributes = { 'waystory.projection': name, 'messaging.destination.partition.id': partition };
    return { name: `index ${index.as.name}`, attributes };
  };
  /** Replays dead letters of streams with a new event, because it may have corrected the refused document. */
  const retry = async (records: readonly BusRecord[], failures: readonly FailedRecord[], blocked: ParkedStreams): Promise<void> => {
    const streams = new Set(records.map(({ event }) => event.stream).filter(blocked.has));
    for (const { record } of failures) streams.delete(record.event.stream);
    for (const stream of streams) await deadLetters.replay(name, stream);
  };
  const consumer = createConsumer({
    name,
    store,
    deadLetters,
    handle: ({ partition, records, to, watermark }, blocked) =>
      handleTraced(tracing, records, span, async () => {
        const failures = await bring(records);
        await blocked.exclusive(() => blocked.settle(failures, []));
        await retry(records, failures, blocked);
        store.skipTo(name, partition, { offset: to, watermark }, watermark);
      }),
    // Errors other than refusals, such as a missing index, are thrown and retried.
    replay: async (records) => {
      const [failure] = await bring(records);
      return failure ? { done: records.indexOf(failure.record), error: failure.error } : { done: records.length };
    },
    onError: (error, record) => {
      if (closing.signal.aborted || waits.takes(error)) return;
      log.error(
        { err: error, consumer: name, ...traceIdForLog(record) },
        'a document was refused and its event parked, or one could not be replayed',
      );
    },
  });
  return {
    ...consumer,
    close: async () => {
      closing.abort(new Error(`${name} was stopped`));
      progress.close();
      await consumer.close();
    },
  };
}

/** Writes the current documents that a partition's events concern. Returns the events with refused documents, in order. */
type Bring = (records: readonly BusRecord[]) => Promise<FailedRecord[]>;

function createBringing({ index, store, search, events }: IndexOptions, build: number, progress: SourceProgress): Bring {
  return async (records) => {
    const concerned = await concernedDocuments(index, records, events);
    const last = records.at(-1);
    if (!last || concerned.size === 0) return [];
    const source = await progress.reached(last.partition, last.event.position);
    const ids = [...concerned.keys()];
    const failures = new Map<BusRecord, FailedRecord>();
    for (let from = 0; from < ids.length; from += docsPerWrite) {
      const docs = await searchedByIds({ index, store, build: source.build }, ids.slice(from, from + docsPerWrite));
      const refusals = await search.write(
        indexBuildName(index, build),
        docs.map((doc) => indexedDoc(doc, source.watermark)),
      );
      for (const refusal of refusals) {
        const record = concerned.get(refusal.id);
        // An event that concerns many documents is parked only once.
        if (record && !failures.has(record)) failures.set(record, { record, error: asError(refusal) });
      }
    }
    return records.flatMap((record) => failures.get(record) ?? []);
  };
}

interface Reached {
  /** Build of the projection. */
  build: number;
  /** Position up to which the documents are current, for this partition. */
  watermark: Position;
}

interface SourceProgress {
  /**
   * Waits until the documents include a position.
   * @throws NotYet on timeout.
   */
  reached(partition: string, position: Position): Promise<Reached>;
  close(): void;
}

const stateOf = ({ name, version }: ProjectionIndex['projection'], reached: Reached | null): string =>
  reached ? `${name}, which is at ${reached.watermark}` : `${name}@${version}, which is not in use`;

/** Follows the projection's build in use. */
function followProgress({ index: { projection, as }, store }: Pick<IndexOptions, 'index' | 'store'>, closing: AbortSignal): SourceProgress {
  const moved = createCondition();
  let moves = 0;
  /** Build in use and its watermark, by the last read and later notifications; null after a switch of the build. */
  let known: Reached | null = null;
  const unsubscribe = store.onChange(({ projection: name, watermark }) => {
    if (name === projection.name) known = null;
    else if (known && name === buildName({ projection, build: known.build }))
      known = { ...known, watermark: Math.max(known.watermark, watermark ?? known.watermark) };
    else if (!name.startsWith(`${projection.name}@`)) return;
    moves += 1;
    moved.wake();
  });
  closing.addEventListener('abort', moved.wake);
  /** Reads the build in use and its checkpoints; null while no build of the declared version is in use. */
  const ask = async (partition: string): Promise<Reached | null> => {
    const build = await activeBuild({ projection, store });
    if (build === undefined || versionOf(build) !== projection.version) return null;
    const checkpoints = await store.checkpoints(buildName({ projection, build }));
    known = { build, watermark: watermarkOf(checkpoints) };
    return { build, watermark: checkpoints[partition]?.watermark ?? 0 };
  };
  return {
    reached: async (partition: string, position: Position): Promise<Reached> => {
      const deadline = Date.now() + patience;
      let asked: Reached | null = null;
      let askedAt = performance.now();
      for (;;) {
        closing.throwIfAborted();
        const seen = moves;
        if (known && known.watermark >= position) return known;
        if (!known || performance.now() - askedAt >= askEveryMs) {
          asked = await ask(partition);
          askedAt = performance.now();
          if (asked && asked.watermark >= position) return asked;
        }
        if (Date.now() >= deadline) throw new NotYet(`${as.name} waits for ${stateOf(projection, known ?? asked)}, to be at ${position}`);
        store.awaitChange();
        await moved.until(() => moves > seen || closing.aborted, Math.min(askEveryMs, deadline - Date.now()));
      }
    },
    close: unsubscribe,
  };
}

/** Pause after a batch, milliseconds, for an engine whose writes are visible at once. */
const restMs = 100;
/** Debounce time of events, milliseconds, because a document is indexed whole. Elasticsearch refreshes at the same interval. */
const indexLingerMs = 1_000;

interface IndexerOptions extends BuildIndexOptions {
  /** Resolves when the projection is in use in the declared version. */
  projected: Promise<void>;
}

/**
 * Keeps an index up to date with the documents of its projection. Rebuilds an index that was lost, has another version, or comes from an abandoned
 * build. Searches continue meanwhile. During an outage of the engine it waits, and catches up.
 */
export function runIndexer(options: IndexerOptions): RunningBuilds {
  const { index, store, log, projected } = options;
  const stopping = new AbortController();
  const running = followBuilds({
    ...asBuilds(options),
    log,
    choose: async (ended) => {
      await untilAborted(projected, ended);
      return buildToFollow(options, ended);
    },
    consume: (build, onTrouble) =>
      consume(options, build, () => {
        onTrouble();
        // The engine may have lost the index.
        renew.request();
      }),
    heads: options.bus.heads,
  });
  const renew = coalesce(
    async () => {
      await untilAborted(running.ready, stopping.signal);
      if ((await currentIndexBuild(options)) === undefined) await upgradeIndex(options, stopping.signal);
    },
    (error) => {
      if (!stopping.signal.aborted) log.error({ err: error, projection: index.as.name }, 'an index could not be made anew and will try again');
    },
    stopping.signal,
  );
  const unsubscribe = store.onChange(({ projection }) => {
    if (projection === index.projection.name || projection === replaysCheckpointName(index)) renew.request();
  });
  renew.request();
  return {
    ready: running.ready,
    stop: async () => {
      unsubscribe();
      stopping.abort(new Error(`${index.as.name} was stopped`));
      await Promise.all([running.stop(), renew.ended()]);
    },
  };
}

/** Number of the build to keep up to date: a usable build, even if outdated, until its successor exists; otherwise a new build. */
const buildToFollow = async (options: IndexerOptions, stopping: AbortSignal): Promise<number> =>
  (await usableIndexBuild(options)) ?? (await upgradeIndex(options, stopping));

function consume(options: IndexerOptions, build: number, onTrouble: () => void): RunningConsumer {
  const { index, bus, log } = options;
  const consumer = createIndexConsumer(options, build);
  const about = { projection: buildName({ projection: index.as, build }) };
  const waits = createWaitLog(log, about);
  let isOver = false;
  const watched = { ...consumer, handle: (batch: BusBatch) => consumer.handle(batch).then(waits.over) };
  const subscription = runConsumer(bus, watched, {
    group: buildName({ projection: index.as, build: index.as.version }),
    types: handledTypesOf(index.projection),
    restMs,
    lingerMs: indexLingerMs,
    onError: (error) => {
      if (!isOver && !waits.takes(error)) log.error({ err: error, ...about }, 'a batch was not indexed and will be delivered again');
      // The build may have been dropped without a received notice.
      onTrouble();
    },
  });
  const stop = (): Promise<void> => {
    isOver = true;
    return subscription.stop();
  };
  return { build, stop };
}

/** Resolves with the outcome, or rejects when the signal is aborted first. */
function untilAborted(outcome: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  outcome.then(resolve, reject);
  return promise.finally(() => signal.removeEventListener('abort', abort));
}
