import type { BusRecord } from '../bus/port.ts';
import { createRepeater } from '../bus/repeater.ts';
import { EngineUnavailable } from '../errors.ts';
import type { DeadLetters, NewDeadLetter } from './port.ts';

/** Failing so often in a row and the same way makes an event poison. */
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

export interface ParkingOptions {
  consumer: string;
  deadLetters: DeadLetters;
  /** Offsets up to which the consumer has stored that it is done, per partition. */
  reached: () => Promise<Record<string, number>>;
  /** Handles events of one stream again, in order. */
  replay: (records: BusRecord[]) => Promise<Replayed>;
  /** Whether the fault lies elsewhere and the event must wait rather than be parked. */
  mustWait: (error: unknown) => boolean;
  /** Told of what was parked, with its record, or what stands in the way of looking. */
  onError: (error: unknown, record?: BusRecord) => void;
}

/** The streams that one consumer has set aside, and its work of taking them up again. */
export interface Parking {
  /** Begins: asks which streams are parked. Call it whenever a partition is taken over. */
  open(): Promise<void>;
  isParked(stream: string): boolean;
  /** Runs work that must not run beside a replay. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Parks failures that are poison, and with them what is behind. Others are thrown, so that the batch is delivered again.
   * @throws the error of a failure that is not poison yet.
   */
  settle(failures: readonly Failure[], behind: readonly BusRecord[]): Promise<void>;
  /** The batch of this partition is done and its checkpoint stored. */
  settled(partition: string): void;
  /** Resolves when nothing runs any more. */
  close(): Promise<void>;
}

export function createParking(options: ParkingOptions): Parking {
  const { consumer, deadLetters } = options;
  const streams = new Set<string>();
  const poison = createPoisonCount();
  const exclusive = createExclusive();
  const replays = createReplays(options, streams, exclusive);
  const park = async (events: readonly NewDeadLetter[]): Promise<void> => {
    await deadLetters.add(consumer, events);
    for (const { record } of events) streams.add(record.event.stream);
  };
  return {
    exclusive,
    open: replays.open,
    isParked: (stream) => streams.has(stream),
    settle: async (failures, behind) => {
      const waiting = failures.find(({ error }) => isTransient(error) || options.mustWait(error));
      if (waiting) throw waiting.error;
      const dead = failures.filter(poison.add);
      const stopped = new Set(dead.map(({ record }) => record.event.stream));
      const blocked = behind.filter(({ event }) => streams.has(event.stream) || stopped.has(event.stream)).map((record) => ({ record }));
      if (dead.length + blocked.length > 0) await park([...dead, ...blocked]);
      for (const failure of dead) options.onError(failure.error, failure.record);
      // Another process may have freed the stream in the meantime.
      if (blocked.length > 0) replays.request();
      const young = failures.find((failure) => !dead.includes(failure));
      if (young) throw young.error;
    },
    settled: (partition) => {
      poison.clear(partition);
      replays.advance();
    },
    close: replays.close,
  };
}

const isTransient = (error: unknown): boolean => error instanceof EngineUnavailable;

/** Work one after the other; a failure concerns only its own caller. */
export function createExclusive(): Parking['exclusive'] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}

/** Counts failures of events by partition: what goes well in one says nothing about another, whose events would otherwise never be poison. */
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

interface Replays {
  open(): Promise<void>;
  /** Looks for what is due, soon. */
  request(): void;
  /** The checkpoint moved: what had to wait for it need not any more. */
  advance(): void;
  close(): Promise<void>;
}

function createReplays(options: ParkingOptions, streams: Set<string>, exclusive: Parking['exclusive']): Replays {
  const { consumer, deadLetters, onError } = options;
  const closing = new AbortController();
  let unsubscribe: (() => void) | null = null;
  let early = false;

  /** Asked where nothing else parks or replays, or the answer would be old when it comes. */
  const refresh = () =>
    exclusive(async () => {
      const known = await deadLetters.blockedStreams(consumer);
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
  const { request, ended } = createRepeater(replayDue, onError, closing.signal);
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

/** Whether there may be more. What the checkpoint has not passed could be delivered once more, so it must wait. */
async function replaySome({ consumer, deadLetters, reached, replay, mustWait }: ParkingOptions, stream: string): Promise<boolean> {
  const events = await deadLetters.takeForReplay(consumer, stream, await reached());
  if (events.length === 0) return false;
  const { done, error } = await replay(events.map(({ record }) => record));
  await deadLetters.remove(events.slice(0, done).map(({ id }) => id));
  const failed = events[done];
  if (!failed) return true;
  if (isTransient(error) || mustWait(error)) throw error;
  await deadLetters.failed(failed.id, error);
  return false;
}
