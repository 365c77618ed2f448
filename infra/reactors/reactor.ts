import type { EventOf, EventVocabulary } from '@waystory/proto/kit/event.ts';
import type { Bus, BusBatch, BusRecord, Subscription } from '../bus/port.ts';
import { createConsumer, lingerMs, type ParkedStreams, type ReplayResult, runConsumer } from '../consumers/consumer.ts';
import type { DeadLetters } from '../dead-letters/port.ts';
import { eraseType } from '../erase.ts';
import type { Log } from '../log.ts';
import type { ProjectionStore } from '../projection-store/port.ts';
import type { AnyEventInContext, EventInContext } from '../read-models/projection.ts';
import type { MeasuredConsumer } from '../read-models/projection-lag.ts';
import { handledTypesOf, handlesType, inContext } from '../read-models/projector/fold.ts';
import { noTracing, type Tracing } from '../tracing/port.ts';
import { handleTraced, type TracedRecord, traceIdForLog } from '../tracing/traced-events.ts';

/** Triggers a side effect for an event. Runs at least once per event, in order per stream, so the side effect must be idempotent. */
export interface Reactor {
  name: string;
  reads: EventVocabulary;
  on: Record<string, ((event: AnyEventInContext) => Promise<void>) | undefined>;
  /** Batch handlers for consecutive events of one type, where a batch is cheaper. After a failure each event is handled alone. */
  together?: Record<string, ((events: readonly AnyEventInContext[]) => Promise<void>) | undefined>;
}

interface TypedReactor<V extends EventVocabulary> {
  name: string;
  reads: V;
  on: { [T in EventOf<V>['type']]?: (event: EventInContext<V, T>) => Promise<void> };
  together?: { [T in EventOf<V>['type']]?: (events: readonly EventInContext<V, T>[]) => Promise<void> };
}

/** Declares a reactor with typed handlers, which receive events of `reads` only. */
export const defineReactor = <V extends EventVocabulary>(reactor: TypedReactor<V>): Reactor => eraseType(reactor);

export interface ReactorOptions {
  reactor: Reactor;
  bus: Bus;
  checkpoints: Pick<ProjectionStore, 'saveCheckpoint' | 'skipTo' | 'checkpoints'>;
  deadLetters: DeadLetters;
  log: Pick<Log, 'error'>;
  tracing?: Tracing;
}

/** Consumer of a reactor for measuring its lag. */
export const measuredConsumerOf = (reactor: Reactor): MeasuredConsumer => ({
  name: reactor.name,
  consumer: `reactor:${reactor.name}`,
  types: handledTypesOf(reactor),
});

/** Runs a reactor from its checkpoint; a new reactor begins with the first event of the log. */
export function runReactor(options: ReactorOptions): Subscription {
  const { reactor, bus, checkpoints: store, deadLetters, log } = options;
  const { consumer: name } = measuredConsumerOf(reactor);
  const onError = (error: unknown, record?: TracedRecord): void =>
    log.error({ err: error, consumer: name, ...traceIdForLog(record) }, 'a reactor failed');
  const consumer = createConsumer({
    name,
    store,
    deadLetters,
    handle: async (batch, blocked) => {
      if (batch.records.length > 0) await blocked.exclusive(() => react(options, name, blocked, batch));
      else store.skipTo(name, batch.partition, { offset: batch.to, watermark: batch.watermark });
    },
    replay: (records) => replay(options, records),
    onError,
  });
  return runConsumer(bus, consumer, { group: name, types: handledTypesOf(reactor), lingerMs, onError });
}

async function react(options: ReactorOptions, consumer: string, blocked: ParkedStreams, batch: BusBatch): Promise<void> {
  const { checkpoints } = options;
  let done = batch.records[0] && batch.records[0].offset - 1;
  /** True per record that was handled in a batch, false when its batch failed or was not possible. */
  const tried = new Map<BusRecord, boolean>();
  for (const [index, record] of batch.records.entries()) {
    try {
      if (!tried.has(record)) {
        const run = runFrom(batch.records, index);
        const wasHandled = await reactTogether(options, run, blocked);
        for (const one of run) tried.set(one, wasHandled);
      }
      if (!tried.get(record)) await reactTo(options, record, blocked);
    } catch (error) {
      // Saves progress, so that earlier records are not handled again.
      if (done !== undefined) await checkpoints.saveCheckpoint(consumer, batch.partition, { offset: done, watermark: record.event.position - 1 });
      throw error;
    }
    done = record.offset;
  }
  await checkpoints.saveCheckpoint(consumer, batch.partition, { offset: batch.to, watermark: batch.watermark });
}

/** Consecutive records of one type, from an index on. */
function runFrom(records: readonly BusRecord[], index: number): readonly BusRecord[] {
  const type = records[index]?.event.type;
  const rest = records.slice(index);
  const end = rest.findIndex(({ event }) => event.type !== type);
  return end < 0 ? rest : rest.slice(0, end);
}

/** True when a run of records was handled as a batch; otherwise each must be handled alone. */
async function reactTogether(options: ReactorOptions, run: readonly BusRecord[], blocked: ParkedStreams): Promise<boolean> {
  const { reactor } = options;
  const handle = reactor.together?.[run[0]?.event.type ?? ''];
  if (!handle || run.length < 2 || run.some(({ event }) => blocked.has(event.stream))) return false;
  try {
    await traced(options, run, () => handle(run.map(({ event }) => inContext(reactor.reads, event))));
    return true;
  } catch {
    // Handling one by one identifies the failing event.
    return false;
  }
}

async function reactTo(options: ReactorOptions, record: BusRecord, blocked: ParkedStreams): Promise<void> {
  const { reactor } = options;
  const { event } = record;
  if (!handlesType(reactor, event.type)) return;
  if (blocked.has(event.stream)) return blocked.settle([], [record]);
  try {
    await reactOnce(options, record);
  } catch (error) {
    await blocked.settle([{ record, error }], []);
  }
}

/** Runs a handler in a span below the trace of its events. */
const traced = <T>({ reactor: { name }, tracing = noTracing }: ReactorOptions, records: readonly BusRecord[], work: () => Promise<T>): Promise<T> =>
  handleTraced(tracing, records, () => ({ name: `react ${name}`, attributes: { 'waystory.reactor': name } }), work);

const reactOnce = (options: ReactorOptions, record: BusRecord): Promise<void> =>
  traced(options, [record], async () => options.reactor.on[record.event.type]?.(inContext(options.reactor.reads, record.event)));

async function replay(options: ReactorOptions, records: BusRecord[]): Promise<ReplayResult> {
  for (const [done, record] of records.entries()) {
    try {
      await reactOnce(options, record);
    } catch (error) {
      return { done, error };
    }
  }
  return { done: records.length };
}
