import { Rejected } from '../errors.ts';
import { DuplicateEvent, type RecordedEvent, VersionConflict } from '../event-store/port.ts';
import { attempt, replay } from './command-attempt.ts';
import type { CommandContext, CommandHandler, Loaded, Order, Settled } from './command-handler.ts';
import { appendAttempt, type Job, type Stores, type Written } from './decide-together.ts';
import { type AnyEvent, type Stream, streamName } from './decider.ts';
import { giveWay } from './give-way.ts';

/** Streams of a slice: enough to share the cost of a statement, few enough that nobody notices the wait. */
const streamsAtOnce = 100;

interface Ways {
  /** Decides in the turn of the stream. */
  write<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, job: Job<C, S>): Promise<Written<S>>;
  /** The same for a command that may have been done before. */
  once<C, S, E extends AnyEvent>(stream: Stream<C, S, E>, id: string, commands: readonly C[], context: CommandContext): Promise<Written<S>>;
}

/** Does many commands a slice after the other. The commands of a slice are decided in one go and wait for one statement of the log. */
export const eachInSlices = (stores: Stores, ways: Ways): CommandHandler['executeEach'] =>
  async function executeEach(stream, orders) {
    const settled: Settled[] = [];
    for (const slice of slicesOf(orders)) {
      if (settled.length > 0) await giveWay();
      for (const one of await settleSlice(stores, ways, stream, slice)) settled.push(one);
    }
    return settled;
  };

/** Orders on one stream that follow each other stay together, so that its history is read once. */
function* slicesOf<C>(orders: readonly Order<C>[]): Generator<Order<C>[]> {
  let slice: Order<C>[] = [];
  let ids = new Set<string>();
  for (const order of orders) {
    if (ids.size === streamsAtOnce && !ids.has(order.id)) {
      yield slice;
      slice = [];
      ids = new Set();
    }
    slice.push(order);
    ids.add(order.id);
  }
  if (slice.length > 0) yield slice;
}

async function settleSlice<C, S, E extends AnyEvent>(
  stores: Stores,
  ways: Ways,
  stream: Stream<C, S, E>,
  orders: readonly Order<C>[],
): Promise<Settled[]> {
  const { streams, store } = stores;
  const perStream = Map.groupBy(orders, ({ id }) => streamName(stream.category, id));
  const isAlone = (name: string): boolean => perStream.get(name)?.length === 1;
  const unread = [...perStream.keys()].filter((name) => !isAlone(name) || !streams.inMemory(name));
  const histories = unread.length > 0 ? await store.readMany(unread) : new Map<string, RecordedEvent[]>();
  const states = new Map<string, Loaded<S>>();
  const readOf = (name: string, history: readonly RecordedEvent[]): Loaded<S> => {
    const read = states.get(name) ?? { state: replay(stream, stream.decider.initial, history, name), version: history.length };
    states.set(name, read);
    return read;
  };
  const settleOne = async (order: Order<C>): Promise<Settled> => {
    const { id, command, context } = order;
    const name = streamName(stream.category, id);
    const history = histories.get(name);
    if (!history) return settleAlone(stores, ways, stream, order, null);
    const done = doneIn(context, history);
    if (done) return { position: done.position };
    const read = readOf(name, history);
    if (isAlone(name)) return settleAlone(stores, ways, stream, order, read);
    // Several on one stream are decided one on top of the other, in its turn.
    const job = { id, commands: [command], companions: [], context, precondition: () => {}, read };
    return { position: (await ways.write(stream, job)).position };
  };
  return Promise.all(orders.map((order) => settleOne(order).catch(refusal)));
}

/**
 * The only command of a slice on its stream. Nobody is waited for: whoever writes to the stream meanwhile is noticed by its version.
 * @param read the stream as it was read a moment ago; null when it is in memory.
 */
async function settleAlone<C, S, E extends AnyEvent>(
  stores: Stores,
  { once }: Ways,
  stream: Stream<C, S, E>,
  { id, command, context }: Order<C>,
  read: Loaded<S> | null,
): Promise<Settled> {
  const name = streamName(stream.category, id);
  const on = read ?? stores.streams.inMemory<S>(name);
  const written = on && (await writtenOn(stores, stream, name, command, on, context, read !== null));
  return written ?? { position: (await once(stream, id, [command], context)).position };
}

/** @returns null when it has to be decided on a newer state, or was done before. */
async function writtenOn<C, S, E extends AnyEvent>(
  stores: Stores,
  stream: Stream<C, S, E>,
  name: string,
  command: C,
  on: Loaded<S>,
  context: CommandContext,
  isFresh: boolean,
): Promise<Settled | null> {
  try {
    const end = attempt(stream, name, [command], on, context);
    if (end.events.length === 0) return isFresh ? { position: null } : null;
    const position = await appendAttempt(stores, stream, name, on, end);
    await stores.streams.renew(stream, name, on.version, end);
    return { position };
  } catch (error) {
    if (error instanceof VersionConflict || error instanceof DuplicateEvent) return null;
    // What is in memory may be behind other processes: good enough to append on, not to refuse on.
    if (error instanceof Rejected && !isFresh) return null;
    throw error;
  }
}

function refusal(error: unknown): Rejected {
  if (error instanceof Rejected) return error;
  throw error;
}

/** The last event that a command made in the stream that these are the events of; undefined when it did nothing yet. */
function doneIn({ commandId, requestHash }: CommandContext, events: readonly RecordedEvent[]): RecordedEvent | undefined {
  const last = events.findLast(({ meta }) => meta.commandId === commandId);
  if (last && last.meta.requestHash !== requestHash) throw new Rejected('request/key-reused');
  return last;
}
