import { createLatch, type Latch } from '../../bus/latch.ts';
import type { BusBatch, BusRecord } from '../../bus/port.ts';
import type { DeadLetters } from '../../dead-letters/port.ts';
import { createParking, type Failure, type ParkingOptions } from '../../dead-letters/retries.ts';
import type { EventStore, Position } from '../../event-store/port.ts';
import type { Log } from '../../log.ts';
import { type ProjectionStore, watermarkOf } from '../../projection-store/port.ts';
import type { SearchEngine } from '../../search/port.ts';
import { noTracing, type Tracing } from '../../tracing/port.ts';
import { handleTraced, logTrace } from '../../tracing/traced-events.ts';
import { activeBuild, versionOf } from '../builds/builds.ts';
import { createWaitLog, NotYet } from '../builds/wait-log.ts';
import { beforeFirst, buildName } from '../projector/projector-commit.ts';
import type { BuildConsumer } from '../projector/projector-consumer.ts';
import type { ProjectionIndex } from '../searchable.ts';
import { asError, concernedBy, indexBuildName, indexedDoc, searchedByIds } from './index-documents.ts';

/** Documents in one write. */
export const docsPerWrite = 500;
/** How long a batch waits for the projection before it is delivered again, milliseconds. */
const patience = 10_000;
/** How long it goes by what it is told of the projection before it asks, milliseconds: one partition may be further than all of them are. */
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
 * Keeps one build of an index up to date with the documents of its projection, batch by batch. Documents are indexed as they are now, whatever
 * happened before: the event of one that the engine refuses is parked, and nothing waits for it, or what is hidden since would go on being found.
 */
export function createIndexConsumer(options: IndexOptions, build: number): BuildConsumer {
  const { index, store, deadLetters, tracing = noTracing } = options;
  const name = buildName({ projection: index.as, build });
  const closing = new AbortController();
  const progress = followProgress(options, closing.signal);
  const bring = createBringing(options, build, progress);
  const reached = async (): Promise<Record<string, number>> =>
    Object.fromEntries(Object.entries(await store.checkpoints(name)).map(([partition, { offset }]) => [partition, offset]));
  const parking = createParking({ consumer: name, deadLetters, reached, ...parkingOf(options, name, bring, closing.signal) });
  const begin = ({ partition }: BusRecord) => {
    const attributes = { 'waystory.projection': name, 'messaging.destination.partition.id': partition };
    return { name: `index ${index.as.name}`, attributes };
  };
  /** What came after may have mended what was refused. */
  const retry = async (records: readonly BusRecord[], failures: readonly Failure[]): Promise<void> => {
    const streams = new Set(records.map(({ event }) => event.stream).filter(parking.isParked));
    for (const { record } of failures) streams.delete(record.event.stream);
    for (const stream of streams) await deadLetters.replay(name, stream);
  };
  return {
    from: async (partition) => {
      await parking.open();
      return (await reached())[partition] ?? beforeFirst;
    },
    handle: ({ partition, records, to, watermark }: BusBatch) =>
      handleTraced(tracing, records, begin, async () => {
        const failures = await bring(records);
        await parking.exclusive(() => parking.settle(failures, []));
        await retry(records, failures);
        store.passOver(name, partition, { offset: to, watermark }, watermark);
        parking.settled(partition);
      }),
    close: async () => {
      closing.abort(new Error(`${name} was stopped`));
      progress.close();
      await parking.close();
    },
  };
}

/** How parked events are handled again, and what is said of it. What is no refusal, such as an index that is gone, is thrown and tried again. */
function parkingOf(
  { log }: IndexOptions,
  consumer: string,
  bring: Bring,
  closing: AbortSignal,
): Pick<ParkingOptions, 'replay' | 'mustWait' | 'onError'> {
  const waits = createWaitLog(log, { consumer });
  return {
    replay: async (records) => {
      const [failure] = await bring(records);
      return failure ? { done: records.indexOf(failure.record), error: failure.error } : { done: records.length };
    },
    mustWait: () => false,
    onError: (error, record) => {
      if (closing.aborted || waits.takes(error)) return;
      log.error({ err: error, consumer, ...logTrace(record) }, 'a document was refused and its event parked, or one could not be replayed');
    },
  };
}

/** Writes the documents that events of a partition concern as they are now. Answers the events whose documents the engine refuses, in order. */
type Bring = (records: readonly BusRecord[]) => Promise<Failure[]>;

function createBringing({ index, store, search, events }: IndexOptions, build: number, progress: SourceProgress): Bring {
  return async (records) => {
    const concerned = await concernedBy(index, records, events);
    const last = records.at(-1);
    if (!last || concerned.size === 0) return [];
    const source = await progress.reached(last.partition, last.event.position);
    const ids = [...concerned.keys()];
    const failures = new Map<BusRecord, Failure>();
    for (let from = 0; from < ids.length; from += docsPerWrite) {
      const docs = await searchedByIds({ index, store, build: source.build }, ids.slice(from, from + docsPerWrite));
      const refusals = await search.write(
        indexBuildName(index, build),
        docs.map((doc) => indexedDoc(doc, source.watermark)),
      );
      for (const refusal of refusals) {
        const record = concerned.get(refusal.id);
        // One event may concern many documents, and is parked once.
        if (record && !failures.has(record)) failures.set(record, { record, error: asError(refusal) });
      }
    }
    return records.flatMap((record) => failures.get(record) ?? []);
  };
}

interface Reached {
  /** Build of the projection. */
  build: number;
  /** Position that its documents are as of, as far as the partition is concerned. */
  watermark: Position;
}

interface SourceProgress {
  /** Waits until the documents are as of a position. @throws NotYet when that takes too long. */
  reached(partition: string, position: Position): Promise<Reached>;
  close(): void;
}

const stateOf = ({ name, version }: ProjectionIndex['projection'], reached: Reached | null): string =>
  reached ? `${name}, which is at ${reached.watermark}` : `${name}@${version}, which is not in use`;

/** Follows the build of the projection that readers use. */
function followProgress({ index: { projection, as }, store }: Pick<IndexOptions, 'index' | 'store'>, closing: AbortSignal): SourceProgress {
  const waiting = new Set<Latch>();
  /** The build in use as it was asked for last, and what notices have told of it since. */
  let known: Reached | null = null;
  const unsubscribe = store.onChange(({ projection: name, watermark }) => {
    if (name === projection.name) known = null;
    else if (known && name === buildName({ projection, build: known.build }))
      known = { ...known, watermark: Math.max(known.watermark, watermark ?? known.watermark) };
    else if (!name.startsWith(`${projection.name}@`)) return;
    for (const latch of waiting) latch.open();
  });
  /** Null while the projection is not in use in the declared version. */
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
      const moved = createLatch();
      waiting.add(moved);
      let asked: Reached | null = null;
      let askedAt = performance.now();
      try {
        for (;;) {
          closing.throwIfAborted();
          moved.close();
          if (known && known.watermark >= position) return known;
          if (!known || performance.now() - askedAt >= askEveryMs) {
            asked = await ask(partition);
            askedAt = performance.now();
            if (asked && asked.watermark >= position) return asked;
          }
          if (Date.now() >= deadline) throw new NotYet(`${as.name} waits for ${stateOf(projection, known ?? asked)}, to be at ${position}`);
          store.awaitChange();
          await moved.opened(Math.min(askEveryMs, deadline - Date.now()), closing);
        }
      } finally {
        waiting.delete(moved);
      }
    },
    close: unsubscribe,
  };
}
