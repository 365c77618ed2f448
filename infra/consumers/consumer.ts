import { NewerEvent } from '@waystory/proto/kit/event.ts';
import type { Bus, BusBatch, BusRecord, SubscribeOptions, Subscription } from '../bus/port.ts';
import type { DeadLetters, NewDeadLetter } from '../dead-letters/port.ts';
import { EngineUnavailable } from '../errors.ts';
import type { ProjectionStore } from '../projection-store/port.ts';
import { coalesce, createSerialQueue } from '../waiting.ts';

/** Checkpoint before the first record of a partition. */
export const beforeFirstOffset = -1;

/**
 * Longest delay of an event to share a batch, milliseconds, while no request waits. Stories are stored with their events, so only lists, searches and
 * other contexts lag behind. A waiting request ends the delay.
 */
export const lingerMs = 200;

/** Number of consecutive failures with the same error after which an event becomes a dead letter. */
const poisonAfter = 3;

export interface FailedRecord {
  record: BusRecord;
  error: unknown;
}

/** Result of a replay: the first `done` events were handled; `error` is the failure of the next one, if any. */
export interface ReplayResult {
  done: number;
  error?: unknown;
}

/** Streams in which one consumer has dead letters, for its handler. */
export interface ParkedStreams {
  has(stream: string): boolean;
  /** Runs work that excludes a concurrent replay. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Parks poisonous events as dead letters, together with later events of their streams.
   * @throws the error of a failed event that is not parked, so that the batch is delivered again.
   */
  settle(failures: readonly FailedRecord[], behind: readonly BusRecord[]): Promise<void>;
}

export interface ConsumerOptions {
  /** Name under which checkpoints and dead letters are stored. */
  name: string;
  store: Pick<ProjectionStore, 'checkpoints'>;
  deadLetters: DeadLetters;
  /** Handles a batch and stores its checkpoint. */
  handle(batch: BusBatch, blocked: ParkedStreams): Promise<void>;
  /** Handles events of one stream again, in order. */
  replay(records: BusRecord[]): Promise<ReplayResult>;
  /** Called with the error and the record of each dead letter, and with errors that prevent a replay. */
  onError(error: unknown, record?: BusRecord): void;
}

/** Handles the events of a group in order, at least once, from its checkpoint on. Projections, indexes and reactors are handlers of consumers. */
export interface Consumer {
  /** Checkpoint: offset after which to begin, read at each takeover of the partition. */
  from(partition: string): Promise<number>;
  handle(batch: BusBatch): Promise<void>;
  /** Resolves when no handler or replay runs any more. */
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
  const blocked: ParkedStreams = {
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
      // Another process may have replayed the stream's dead letters meanwhile.
      if (after.length > 0) replays.request();
      const young = failures.find((failure) => !dead.includes(failure));
      if (young) throw young.error;
    },
  };
  return {
    from: async (partition) => {
      await replays.open();
      return (await reached())[partition] ?? beforeFirstOffset;
    },
    handle: async (batch) => {
      await options.handle(batch, blocked);
      poison.clear(batch.partition);
      replays.advance();
    },
    close: replays.close,
  };
}

/** Subscribes a consumer to its group's events until stopped. */
export function runConsumer(bus: Bus, consumer: Consumer, options: Omit<SubscribeOptions, 'from' | 'handle'>): Subscription {
  const subscription = bus.subscribe({ ...options, from: consumer.from, handle: consumer.handle });
  return {
    stop: async () => {
      // The consumer closes first, because this ends waits inside its handlers.
      await consumer.close();
      await subscription.stop();
    },
  };
}

/** True when the event is not at fault: an engine is unavailable, or the event needs a newer release. */
const mustWait = (error: unknown): boolean => error instanceof EngineUnavailable || error instanceof NewerEvent;

/** Counts consecutive failures of an event with the same error. A success in one partition must not reset the counts of another. */
function createPoisonCount(): { add(failure: FailedRecord): boolean; clear(partition: string): void } {
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
  /** Stored checkpoints by partition. */
  reached(): Promise<Record<string, number>>;
  exclusive: ParkedStreams['exclusive'];
}

interface Replays {
  /** Loads the blocked streams, and listens for requests from then on. */
  open(): Promise<void>;
  /** Requests a search for due replays, which runs soon. */
  request(): void;
  /** Reports an advanced checkpoint, because dead letters beyond the earlier checkpoint may now be replayed. */
  advance(): void;
  close(): Promise<void>;
}

function createReplays(options: ReplayOptions, streams: Set<string>): Replays {
  const { name, deadLetters, exclusive } = options;
  const closing = new AbortController();
  let unsubscribe: (() => void) | null = null;
  let early = false;

  /** Loads the blocked streams while no other work adds or replays dead letters; otherwise the result would be outdated on arrival. */
  const refresh = () =>
    exclusive(async () => {
      const known = await deadLetters.blockedStreams(name);
      streams.clear();
      for (const { stream } of known) streams.add(stream);
      return known;
    });
  const replayDue = async (): Promise<void> => {
    const due = (await refresh()).filter((stream) => stream.due);
    // Set before the replay, because the checkpoint may advance during it.
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

/**
 * Replays some due events; returns true when more may be due. Events beyond the checkpoint are excluded, because the bus may deliver them once more.
 */
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
