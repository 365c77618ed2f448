import { NewerEvent } from '@waystory/proto/kit/event.ts';
import type { Bus, BusBatch, BusRecord, Subscribe, Subscription } from '../bus/port.ts';
import type { DeadLetters, NewDeadLetter } from '../dead-letters/port.ts';
import { EngineUnavailable } from '../errors.ts';
import type { ProjectionStore } from '../projection-store/port.ts';
import { coalesce, createSerialQueue } from '../waiting.ts';

/** Lies before the first offset of any partition. */
export const beforeFirst = -1;

/**
 * How long an event may wait for others to share the cost of a batch with, milliseconds, where no request waits. Stories are stored with their
 * events, so lists, searches and other contexts are all that is behind. A request that waits hurries it.
 */
export const lingerMs = 200;

/** So many failures in a row, with the same error, make an event a dead letter. */
const poisonAfter = 3;

export interface Failure {
  record: BusRecord;
  error: unknown;
}

/** How far events were handled again: the first `done` of them, then `error` happened. */
export interface Replayed {
  done: number;
  error?: unknown;
}

/** The streams that a consumer has set aside, as its handler sees them. */
export interface Blocked {
  has(stream: string): boolean;
  /** Runs work that must not run beside a replay. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Makes dead letters of poisonous events, and of those behind them in their streams.
   * @throws the error of a failure that may pass, so that the batch is delivered again.
   */
  settle(failures: readonly Failure[], behind: readonly BusRecord[]): Promise<void>;
}

export interface ConsumerOptions {
  /** Name of its checkpoints and dead letters. */
  name: string;
  store: Pick<ProjectionStore, 'checkpoints'>;
  deadLetters: DeadLetters;
  /** Handles a batch and stores its checkpoint. */
  handle(batch: BusBatch, blocked: Blocked): Promise<void>;
  /** Handles events of one stream again, in order. */
  replay(records: BusRecord[]): Promise<Replayed>;
  /** Told of each dead letter, with its record, and of what stands in the way of a replay. */
  onError(error: unknown, record?: BusRecord): void;
}

/** Handles the events of a group in order, at least once, from its checkpoint on. Projections, indexes and reactors are its handlers. */
export interface Consumer {
  /** Offset after which to begin; asked each time the partition is taken over. */
  from(partition: string): Promise<number>;
  handle(batch: BusBatch): Promise<void>;
  /** Resolves when nothing runs any more. */
  close(): Promise<void>;
}

export function createConsumer(options: ConsumerOptions): Consumer {
  const { name, deadLetters } = options;
  const streams = new Set<string>();
  const poison = createPoisonCount();
  const exclusive = createSerialQueue();
  const reached = async (): Promise<Record<string, number>> =>
    Object.fromEntries(Object.entries(await options.store.checkpoints(name)).map(([partition, { offset }]) => [partition, offset]));
  const replays = createReplays({ ...options, reached, exclusive }, streams);
  const blocked: Blocked = {
    exclusive,
    has: (stream) => streams.has(stream),
    settle: async (failures, behind) => {
      const waiting = failures.find(({ error }) => mustWait(error));
      if (waiting) throw waiting.error;
      const dead = failures.filter(poison.add);
      const stopped = new Set(dead.map(({ record }) => record.event.stream));
      const after = behind.filter(({ event }) => streams.has(event.stream) || stopped.has(event.stream)).map((record) => ({ record }));
      const letters: NewDeadLetter[] = [...dead, ...after];
      if (letters.length > 0) await deadLetters.add(name, letters);
      for (const { record } of letters) streams.add(record.event.stream);
      for (const failure of dead) options.onError(failure.error, failure.record);
      // Another process may have freed the stream in the meantime.
      if (after.length > 0) replays.request();
      const young = failures.find((failure) => !dead.includes(failure));
      if (young) throw young.error;
    },
  };
  return {
    from: async (partition) => {
      await replays.open();
      return (await reached())[partition] ?? beforeFirst;
    },
    handle: async (batch) => {
      await options.handle(batch, blocked);
      poison.clear(batch.partition);
      replays.advance();
    },
    close: replays.close,
  };
}

/** Gives a consumer what the bus delivers to its group, until it is stopped. */
export function runConsumer(bus: Bus, consumer: Consumer, options: Omit<Subscribe, 'from' | 'handle'>): Subscription {
  const subscription = bus.subscribe({ ...options, from: consumer.from, handle: consumer.handle });
  return {
    stop: async () => {
      // First, as it ends what a handler waits for.
      await consumer.close();
      await subscription.stop();
    },
  };
}

/** Whether the fault lies elsewhere: an engine is away, or the event needs a newer release. */
const mustWait = (error: unknown): boolean => error instanceof EngineUnavailable || error instanceof NewerEvent;

/** Counts failures of events by partition: a success in one must not reset the count of another. */
function createPoisonCount(): { add(failure: Failure): boolean; clear(partition: string): void } {
  const counts = new Map<string, { partition: string; error: string; times: number }>();
  return {
    add: ({ record, error }) => {
      const before = counts.get(record.event.id);
      const times = before?.error === String(error) ? before.times + 1 : 1;
      counts.set(record.event.id, { partition: record.partition, error: String(error), times });
      return times >= poisonAfter;
    },
    clear: (partition) => {
      for (const [id, count] of counts) if (count.partition === partition) counts.delete(id);
    },
  };
}

interface ReplayOptions extends Pick<ConsumerOptions, 'name' | 'deadLetters' | 'replay' | 'onError'> {
  /** Offsets up to which the consumer has stored that it is done, per partition. */
  reached(): Promise<Record<string, number>>;
  exclusive: Blocked['exclusive'];
}

interface Replays {
  /** Asks which streams are blocked, and from now on for requests. */
  open(): Promise<void>;
  /** Looks for what is due, soon. */
  request(): void;
  /** The checkpoint moved: what had to wait for it need not any more. */
  advance(): void;
  close(): Promise<void>;
}

function createReplays(options: ReplayOptions, streams: Set<string>): Replays {
  const { name, deadLetters, exclusive } = options;
  const closing = new AbortController();
  let unsubscribe: (() => void) | null = null;
  let early = false;

  /** Asked where nothing else adds or replays, or the answer would be old when it comes. */
  const refresh = () =>
    exclusive(async () => {
      const known = await deadLetters.blockedStreams(name);
      streams.clear();
      for (const { stream } of known) streams.add(stream);
      return known;
    });
  const replayDue = async (): Promise<void> => {
    const due = (await refresh()).filter((stream) => stream.due);
    // From here on, as the checkpoint may move while what is too early for it is looked at.
    early = due.length > 0;
    for (const { stream } of due) {
      while (!closing.signal.aborted && (await exclusive(() => replaySome(options, stream))));
    }
    if (due.length > 0) early = (await refresh()).some((stream) => stream.due);
  };
  const { request, ended } = coalesce(replayDue, options.onError, closing.signal);
  return {
    request,
    open: async () => {
      unsubscribe ??= deadLetters.onRequest(request);
      if ((await refresh()).some(({ due }) => due)) request();
    },
    advance: () => {
      if (early) request();
      early = false;
    },
    close: async () => {
      closing.abort();
      unsubscribe?.();
      await ended();
    },
  };
}

/** Answers whether there may be more. An event beyond the checkpoint could be delivered once more, so it must wait. */
async function replaySome({ name, deadLetters, reached, replay }: ReplayOptions, stream: string): Promise<boolean> {
  const letters = await deadLetters.takeForReplay(name, stream, await reached());
  if (letters.length === 0) return false;
  const { done, error } = await replay(letters.map(({ record }) => record));
  await deadLetters.remove(letters.slice(0, done).map(({ id }) => id));
  const failed = letters[done];
  if (!failed) return true;
  if (mustWait(error)) throw error;
  await deadLetters.failed(failed.id, error);
  return false;
}
