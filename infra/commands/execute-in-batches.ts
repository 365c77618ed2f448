import { setImmediate as turn } from 'node:timers/promises';
import { Rejected } from '../errors.ts';
import { DuplicateEvent, type RecordedEvent, VersionConflict } from '../event-store/port.ts';
import type { CommandHandler, CommandOrder, OrderResult } from './command-handler.ts';
import { appendDecisions, type CommandJob, decideJobs, everyJobAppends, type Stores, type WriteResult } from './decide-and-append.ts';
import { type AnyEvent, type CommandContext, type Stream, streamName } from './decider.ts';
import { decideOptimistically, type LoadedState, replay } from './stream-repository.ts';

/** Maximum number of streams per batch: enough to share the cost of a statement, few enough to keep requests fast. */
const streamsPerBatch = 100;
/** Duration below which a turn of the event loop had no other work, milliseconds. */
const idleTurnMs = 1;

/** Yields to requests and consumers before background work continues, for at most `longest` milliseconds. */
export async function yieldToEventLoop(longest = 40): Promise<void> {
  const begin = performance.now();
  for (let before = begin; ; ) {
    await turn();
    const now = performance.now();
    if (now - before < idleTurnMs || now - begin > longest) return;
    before = now;
  }
}

interface Writers {
  /** Queues a command at its stream and decides it there. */
  write<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, job: CommandJob<C, S>): Promise<WriteResult<S>>;
  /** Queues a command that may have been executed already, and decides it once. */
  writeOnce<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string, commands: readonly C[], context: CommandContext): Promise<WriteResult<S>>;
}

/** Executes many commands in batches. The streams of a batch are read in one statement. */
export const executeInBatches = (stores: Stores, writers: Writers): CommandHandler['executeEach'] =>
  async function executeEach(stream, orders) {
    const settled: OrderResult[] = [];
    for (const batch of batchesOf(orders)) {
      if (settled.length > 0) await yieldToEventLoop();
      for (const one of await settleBatch(stores, writers, stream, batch)) settled.push(one);
    }
    return settled;
  };

/** Splits orders into batches. Consecutive orders on one stream stay together, so that its events are read once. */
function* batchesOf<C>(orders: readonly CommandOrder<C>[]): Generator<CommandOrder<C>[]> {
  let batch: CommandOrder<C>[] = [];
  let ids = new Set<string>();
  for (const order of orders) {
    if (ids.size === streamsPerBatch && !ids.has(order.id)) {
      yield batch;
      batch = [];
      ids = new Set();
    }
    batch.push(order);
    ids.add(order.id);
  }
  if (batch.length > 0) yield batch;
}

const jobOf = <C, S>({ id, command, context }: CommandOrder<C>, read?: LoadedState<S>): CommandJob<C, S> => ({
  ...{ id, commands: [command], links: [], context, expects: {} },
  ...(read && { read }),
});

async function settleBatch<C, S, E extends AnyEvent>(
  stores: Stores,
  writers: Writers,
  stream: Stream<C, S, E>,
  orders: readonly CommandOrder<C>[],
): Promise<OrderResult[]> {
  const { streams, store } = stores;
  const perStream = Map.groupBy(orders, ({ id }) => streamName(stream.category, id));
  const isAlone = ({ id }: CommandOrder<C>): boolean => perStream.get(streamName(stream.category, id))?.length === 1;
  const unread = [...perStream].flatMap(([name, [first]]) => (first && isAlone(first) && streams.baseOf(stream, first.id) ? [] : [name]));
  const histories = unread.length > 0 ? await store.readMany(unread) : new Map<string, RecordedEvent[]>();
  const states = new Map<string, LoadedState<S>>();
  const readOf = (name: string, history: readonly RecordedEvent[]): LoadedState<S> => {
    const read = states.get(name) ?? { state: replay(stream, stream.decider.initial, history, name), version: history.length };
    states.set(name, read);
    return read;
  };
  const settle = async (order: CommandOrder<C>): Promise<OrderResult> => {
    const name = streamName(stream.category, order.id);
    const history = histories.get(name);
    if (!history) return settleAlone(stores, writers, stream, order);
    const done = lastEventOf(order.context, history);
    if (done) return { position: done.position };
    const read = readOf(name, history);
    if (isAlone(order)) return settleAlone(stores, writers, stream, order, read);
    // Several commands on one stream are decided in sequence, in the stream's queue.
    return { position: (await writers.write(stream, jobOf(order, read))).position };
  };
  return Promise.all(orders.map((order) => settle(order).catch(refusal)));
}

/**
 * Executes a command that is the only one of its batch on its stream. It first bypasses the stream's queue, because the expected version detects a
 * concurrent write.
 * @param read State from a recent read; absent when the stream is cached.
 */
async function settleAlone<C, S, E extends AnyEvent>(
  stores: Stores,
  { writeOnce }: Writers,
  stream: Stream<C, S, E>,
  order: CommandOrder<C>,
  read?: LoadedState<S>,
): Promise<OrderResult> {
  const { id, command, context } = order;
  const name = streamName(stream.category, id);
  const base = read ? { ...read, isCurrent: true } : stores.streams.baseOf(stream, id);
  const decided = decideOptimistically(base, (on) => decideJobs(stream, name, [jobOf(order)], on), everyJobAppends);
  const [result] = decided?.result.results ?? [];
  if (result && 'error' in result) throw result.error;
  try {
    if (decided) return { position: await appendDecisions(stores, stream, name, decided.on, decided.result, true) };
  } catch (error) {
    if (!(error instanceof VersionConflict || error instanceof DuplicateEvent)) throw error;
  }
  // The command is decided on the current state, unless it was executed before.
  return { position: (await writeOnce(stream, id, [command], context)).position };
}

function refusal(error: unknown): Rejected {
  if (error instanceof Rejected) return error;
  throw error;
}

/** The last event of a command among its stream's events; undefined before its execution. */
function lastEventOf({ commandId, requestHash }: CommandContext, events: readonly RecordedEvent[]): RecordedEvent | undefined {
  const last = events.findLast(({ meta }) => meta.commandId === commandId);
  if (last && last.meta.requestHash !== requestHash) throw new Rejected('request/key-reused');
  return last;
}
