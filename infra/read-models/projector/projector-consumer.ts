import { NewerEvent } from '@waystory/proto/kit/event.ts';
import type { Bus, BusBatch, BusRecord } from '../../bus/port.ts';
import type { CacheRegistry } from '../../cache-registry.ts';
import type { DeadLetters } from '../../dead-letters/port.ts';
import { createParking, type Replayed } from '../../dead-letters/retries.ts';
import type { Position } from '../../event-store/port.ts';
import type { Log } from '../../log.ts';
import { type Checkpoint, streamFence } from '../../projection-store/port.ts';
import type { InlineDocuments } from '../../projection-store/postgres/inline-documents.ts';
import { noTracing, type Tracing } from '../../tracing/port.ts';
import { handleTraced, logTrace } from '../../tracing/traced-events.ts';
import { createDocumentCache } from './document-cache.ts';
import { handles } from './fold.ts';
import { beforeFirst, buildName, foldAndCommit, noteReplay, type Target } from './projector-commit.ts';

/** Events that are folded, and their documents written, without a pause: enough to share the cost of a statement, few enough that no request waits long. */
const eventsAtOnce = 250;

/** What a projector reports after each batch. */
export interface Progress {
  projection: string;
  build: number;
  partition: string;
  /** Number of events in the batch that it handles. */
  events: number;
  watermark: Position;
  /** Age of the last event when its documents became visible, milliseconds; 0 when the batch was empty. */
  lagMs: number;
}

export interface ProjectorOptions extends Target {
  bus: Bus;
  deadLetters: DeadLetters;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Stores documents of this very store with their events, where it can. */
  inline?: InlineDocuments | null;
  /** What is kept of documents counts there. */
  memory?: CacheRegistry;
  tracing?: Tracing;
  onApplied?: (progress: Progress) => void;
}

/** Keeps one build up to date, batch by batch. */
export interface BuildConsumer {
  from(partition: string): Promise<number>;
  handle(batch: BusBatch): Promise<void>;
  close(): Promise<void>;
}

export function createBuildConsumer(options: Omit<ProjectorOptions, 'bus'>): BuildConsumer {
  const { projection, build, store, deadLetters, log, tracing = noTracing, onApplied } = options;
  const documents = createDocumentCache(Object.keys(projection.collections), options.memory);
  const isThere = ({ event }: BusRecord): boolean => !!options.inline && event.inlined === consumer;
  const target: Target = { projection, build, store, documents };
  const consumer = buildName(options);
  const reached = async (): Promise<Record<string, number>> =>
    Object.fromEntries(Object.entries(await store.checkpoints(consumer)).map(([partition, { offset }]) => [partition, offset]));
  const parking = createParking({
    consumer,
    deadLetters,
    reached,
    replay: (records) => replay(target, records),
    mustWait: (error) => error instanceof NewerEvent,
    onError: (error, record) => log.error({ err: error, consumer, ...logTrace(record) }, 'an event was parked or could not be replayed'),
  });
  const apply = async (batch: BusBatch): Promise<void> => {
    const { partition, records, to: offset, watermark } = batch;
    const select = () => records.filter(({ event }) => !parking.isParked(event.stream));
    const blocked = () => records.filter(({ event }) => handles(projection, event.type) && parking.isParked(event.stream));
    await foldAndCommit(target, partition, { offset, watermark }, select, (folded) =>
      parking.settle(folded.failures, [...blocked(), ...folded.behind]),
    );
    settled(batch);
  };
  const settled = ({ partition, records, watermark }: BusBatch): void => {
    parking.settled(partition);
    const last = records.at(-1);
    const lagMs = last ? Date.now() - Date.parse(last.event.at) : 0;
    onApplied?.({ projection: projection.name, build, partition, events: records.length, watermark, lagMs });
  };
  const begin = (record: BusRecord) => {
    const place = { 'waystory.projection': consumer, 'messaging.destination.partition.id': record.partition };
    return { name: `project ${projection.name}`, attributes: { ...place, 'waystory.inlined': isThere(record) } };
  };
  const passOver = async (batch: BusBatch): Promise<void> => {
    const changed = batch.records.at(-1)?.event.position ?? null;
    store.passOver(consumer, batch.partition, { offset: batch.to, watermark: batch.watermark }, changed);
    settled(batch);
  };
  return {
    from: async (partition) => {
      // Others may have kept it up to date in between.
      documents.clear();
      await parking.open();
      return (await reached())[partition] ?? beforeFirst;
    },
    handle: (batch) =>
      handleTraced(tracing, batch.records, begin, async () => {
        const records = batch.records.filter((record) => !isThere(record));
        if (records.length === 0) return passOver(batch);
        for (const part of partsOf({ ...batch, records })) await parking.exclusive(() => apply(part));
      }),
    close: parking.close,
  };
}

/** A long batch as several: requests get the event loop in between. Offsets are positions, so a part is as far as its last record. */
function* partsOf(batch: BusBatch): Generator<BusBatch> {
  const { partition, records } = batch;
  let from = 0;
  for (; records.length - from > eventsAtOnce; from += eventsAtOnce) {
    const part = records.slice(from, from + eventsAtOnce);
    const to = part.at(-1)?.offset ?? batch.to;
    yield { partition, records: part, to, watermark: to };
  }
  yield { ...batch, records: records.slice(from) };
}

/**
 * Folds parked events of one stream. Their documents may have gone past their offsets by other streams in the meantime,
 * so the stream gets a fence of its own, as if it were a partition.
 */
async function replay(target: Target, records: BusRecord[]): Promise<Replayed> {
  const [first] = records;
  if (!first) return { done: 0 };
  const { partition, event } = first;
  const checkpoint: Checkpoint | undefined = (await target.store.checkpoints(buildName(target)))[partition];
  if (!checkpoint) return { done: 0, error: new Error(`${buildName(target)} has not begun with partition ${partition}`) };
  const fenced = records.map((record) => ({ ...record, partition: streamFence(partition, event.stream) }));
  const { failures } = await foldAndCommit(
    target,
    partition,
    checkpoint,
    () => fenced,
    async () => {},
  );
  await noteReplay(target);
  const [failure] = failures;
  return failure ? { done: fenced.indexOf(failure.record), error: failure.error } : { done: records.length };
}
