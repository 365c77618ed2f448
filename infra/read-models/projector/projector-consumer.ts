import type { Bus, BusBatch, BusRecord } from '../../bus/port.ts';
import type { CacheRegistry } from '../../cache-registry.ts';
import { type Consumer, createConsumer, type ParkedStreams, type ReplayResult } from '../../consumers/consumer.ts';
import type { DeadLetters } from '../../dead-letters/port.ts';
import type { Position } from '../../event-store/port.ts';
import type { Log } from '../../log.ts';
import { type Checkpoint, streamFence } from '../../projection-store/port.ts';
import type { InlineDocuments } from '../../projection-store/postgres/inline-documents.ts';
import { noTracing, type Tracing } from '../../tracing/port.ts';
import { handleTraced, traceIdForLog } from '../../tracing/traced-events.ts';
import { createDocumentCache } from './document-cache.ts';
import { handlesType } from './fold.ts';
import { buildName, foldAndCommit, noteReplay, type ProjectionBuild } from './projector-commit.ts';

/** Events per commit: enough to share a statement's cost, few enough to delay no request. */
const eventsAtOnce = 250;

/** Report of a projector after each batch, or each part of a long batch. */
export interface Progress {
  projection: string;
  build: number;
  partition: string;
  /** Number of events in the report that have a handler. */
  events: number;
  watermark: Position;
  /** Age of the last event when its documents became visible, milliseconds; 0 for an empty batch. */
  lagMs: number;
}

export interface ProjectorOptions extends ProjectionBuild {
  bus: Bus;
  deadLetters: DeadLetters;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** Inline documents, when log and read models are in one database. */
  inline?: InlineDocuments | null;
  /** Registry with the memory limit of cached documents. */
  memory?: CacheRegistry;
  tracing?: Tracing;
  onApplied?: (progress: Progress) => void;
}

/** Consumer that keeps one build of a projection up to date. */
export function createBuildConsumer(options: Omit<ProjectorOptions, 'bus'>): Consumer {
  const { projection, build, store, deadLetters, log, tracing = noTracing, onApplied } = options;
  const documents = createDocumentCache(Object.keys(projection.collections), options.memory);
  const target: ProjectionBuild = { projection, build, store, documents };
  const name = buildName(options);
  const isStored = ({ event }: BusRecord): boolean => !!options.inline && event.inlined === name;

  const apply = async ({ partition, records, to: offset, watermark }: BusBatch, blocked: ParkedStreams): Promise<void> => {
    const select = () => records.filter(({ event }) => !blocked.has(event.stream));
    const behind = () => records.filter(({ event }) => handlesType(projection, event.type) && blocked.has(event.stream));
    await foldAndCommit(target, partition, { offset, watermark }, select, (folded) =>
      blocked.settle(folded.failures, [...behind(), ...folded.behind]),
    );
    report({ partition, records, to: offset, watermark });
  };
  const skip = ({ partition, records, to: offset, watermark }: BusBatch): void => {
    store.skipTo(name, partition, { offset, watermark }, records.at(-1)?.event.position ?? null);
    report({ partition, records, to: offset, watermark });
  };
  const report = ({ partition, records, watermark }: BusBatch): void => {
    const last = records.at(-1);
    const lagMs = last ? Date.now() - Date.parse(last.event.at) : 0;
    onApplied?.({ projection: projection.name, build, partition, events: records.length, watermark, lagMs });
  };
  const span = (record: BusRecord) => {
    const place = { 'waystory.projection': name, 'messaging.destination.partition.id': record.partition };
    return { name: `project ${projection.name}`, attributes: { ...place, 'waystory.inlined': isStored(record) } };
  };
  const consumer = createConsumer({
    name,
    store,
    deadLetters,
    handle: (batch, blocked) =>
      handleTraced(tracing, batch.records, span, async () => {
        const records = batch.records.filter((record) => !isStored(record));
        if (records.length === 0) return skip(batch);
        for (const part of partsOf({ ...batch, records })) await blocked.exclusive(() => apply(part, blocked));
      }),
    replay: (records) => replay(target, records),
    onError: (error, record) => log.error({ err: error, consumer: name, ...traceIdForLog(record) }, 'an event was parked or could not be replayed'),
  });
  return {
    ...consumer,
    from: (partition) => {
      // The cache is cleared at each takeover of a partition, because another process may have written documents meanwhile.
      documents.clear();
      return consumer.from(partition);
    },
  };
}

/** Splits a long batch, so that the event loop can handle requests in between. Offsets are log positions, so a part may end at its last record. */
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
 * Folds dead letters of one stream. Events of other streams may have moved the partition fences of the documents beyond the offsets of the dead
 * letters. So the stream gets a separate fence, as if it were a partition.
 */
async function replay(target: ProjectionBuild, records: BusRecord[]): Promise<ReplayResult> {
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
