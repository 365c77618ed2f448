import type { Position } from '../../event-store/port.ts';
import type { LogBatch, RecentLog } from './recent-log.ts';

/** The only partition, because the log has a single order; its offsets are positions. */
export const logPartition = '0';

/** A consumer at the end of the log, waiting for new events. */
export interface Reader {
  /** Event types that the consumer handles; all by default. */
  types?: ReadonlySet<string> | undefined;
  /** Debounce: the shortest time between two wakes, milliseconds, so that events in between share a batch. */
  lingerMs?: number | undefined;
  /** The log holds an event for the consumer after its resting position. */
  wake(): void;
  /** No event up to a position concerns the consumer, which now rests there. */
  pass(to: Position): void;
}

/** Reads the log once for all consumers of a process. */
export interface LogReader {
  /** Events after a position, in order. */
  read(after: Position): Promise<LogBatch>;
  /** Notification that events may have been appended. */
  appended(): void;
  /** A request waits, or will soon wait, for appended events: the log is read at once, despite any linger. */
  hurry(): void;
  /** A consumer has read everything up to a position, and waits for later events. */
  rest(reader: Reader, at: Position): void;
  /** A consumer no longer waits and reads by itself. */
  leave(reader: Reader): void;
}

/** Time after `hurry` during which no event lingers, milliseconds: the awaited append may not have been read yet. */
const hurriedMs = 50;

/** Most events concern few consumers. All others only get a new resting position, which costs no read, wait or statement. */
export function createLogReader(log: RecentLog): LogReader {
  const resting = new Map<Reader, Position>();
  const held = createHeldReaders((reader) => start(reader));
  const wokenAt = new WeakMap<Reader, number>();
  let reading = false;
  let again = false;
  let isAwaited = false;
  let hurriedAt = Number.NEGATIVE_INFINITY;

  const start = (reader: Reader): void => {
    wokenAt.set(reader, performance.now());
    batching.enter(reader);
    reader.wake();
  };
  const wake = (reader: Reader): void => {
    if (resting.delete(reader) || held.release(reader)) start(reader);
  };
  /** Wakes a reader that has work, or holds it until its linger ends. */
  const wakeWhenDue = (reader: Reader): void => {
    const now = performance.now();
    const dueIn = (wokenAt.get(reader) ?? Number.NEGATIVE_INFINITY) + (reader.lingerMs ?? 0) - now;
    if (dueIn <= 0 || now - hurriedAt < hurriedMs) wake(reader);
    else {
      resting.delete(reader);
      held.hold(reader, dueIn);
    }
  };
  /** Delivers a batch to the readers that rest at its start. */
  function hand({ events: batch, isLast }: LogBatch, after: Position): void {
    const last = batch.at(-1);
    if (!last) return;
    const types = [...new Set(batch.map(({ type }) => type))];
    const concerns = ({ types: handled }: Reader): boolean => !handled || types.some((type) => handled.has(type));
    for (const [reader, at] of resting) {
      if (at !== after) continue;
      // A reader beyond the batch reads by itself.
      if (!isLast) wake(reader);
      else if (concerns(reader)) wakeWhenDue(reader);
      else {
        resting.set(reader, last.position);
        reader.pass(last.position);
      }
    }
  }
  async function readOn(): Promise<void> {
    reading = true;
    try {
      do {
        again = false;
        log.appended();
        // Consumers rest at the log's end of their last read, so these are one or two positions.
        for (const after of new Set(resting.values())) hand(await log.read(after), after);
      } while (again);
    } catch {
      // Each reader meets the failure by itself, and reports it.
      for (const reader of [...resting.keys(), ...held.all()]) wake(reader);
    } finally {
      reading = false;
    }
  }
  /** Events are read when the first linger ends. */
  function request(): void {
    const lingers = Array.from(resting.keys(), ({ lingerMs = 0 }) => lingerMs);
    batching.request(isAwaited || lingers.length === 0 ? 0 : Math.min(...lingers));
  }
  const batching = createAdaptiveBatching(() => {
    isAwaited = false;
    again = true;
    if (!reading) void readOn();
  });
  return {
    read: log.read,
    appended: request,
    hurry: () => {
      hurriedAt = performance.now();
      for (const reader of held.all()) wake(reader);
      // The append notification for the waiting request may still arrive.
      isAwaited = !batching.isDue();
      if (!isAwaited) batching.request();
    },
    rest: (reader, at) => {
      resting.set(reader, at);
      batching.rest(reader);
      // Events since the reader's last read reached only other readers.
      if (!log.endsAt(at)) request();
    },
    leave: (reader) => {
      resting.delete(reader);
      held.release(reader);
      batching.rest(reader);
    },
  };
}

/** Readers with work whose linger has not ended. */
interface HeldReaders {
  hold(reader: Reader, forMs: number): void;
  /** Returns true when the reader was held. */
  release(reader: Reader): boolean;
  all(): Reader[];
}

function createHeldReaders(due: (reader: Reader) => void): HeldReaders {
  const timers = new Map<Reader, NodeJS.Timeout>();
  const release = (reader: Reader): boolean => {
    clearTimeout(timers.get(reader));
    return timers.delete(reader);
  };
  return {
    hold(reader, forMs) {
      release(reader);
      timers.set(reader, setTimeout(() => release(reader) && due(reader), forMs).unref());
    },
    release,
    all: () => [...timers.keys()],
  };
}

/** Shortest and longest pause between the starts of two batches, milliseconds. */
const [shortest, longest] = [15, 120];

/** Decides when to read again, so that a stream of appends is read in batches. */
interface AdaptiveBatching {
  /**
   * Requests a batch, which begins at once or after the pause since the last one.
   * @param leastMs Minimum of the pause, milliseconds.
   */
  request(leastMs?: number): void;
  /** True when a requested batch has not begun. */
  isDue(): boolean;
  /** A recipient begins to work on the batch. */
  enter(member: object): void;
  /** A recipient has finished its work, or has left. */
  rest(member: object): void;
}

/**
 * Adapts the pause between batches to the load. The first append is read at once. In a stream of appends the pause is three times the last batch's
 * duration. Under overload more appends share a batch, whose cost hardly depends on their number.
 * @param begin Called at the start of each batch.
 */
export function createAdaptiveBatching(begin: () => void): AdaptiveBatching {
  const busy = new Set<object>();
  let began = Number.NEGATIVE_INFINITY;
  let pause = shortest;
  let due: { at: number; timer: NodeJS.Timeout } | null = null;
  const start = (): void => {
    clearTimeout(due?.timer);
    due = null;
    // The last batch is still being delivered.
    if (busy.size > 0) pause = Math.min(longest, pause * 2);
    began = performance.now();
    begin();
  };
  return {
    request(leastMs = 0) {
      const at = began + Math.max(pause, leastMs);
      if (due && due.at <= at) return;
      const wait = at - performance.now();
      if (wait <= 0) return start();
      clearTimeout(due?.timer);
      due = { at, timer: setTimeout(start, wait).unref() };
    },
    isDue: () => due !== null,
    enter: (member) => {
      busy.add(member);
    },
    rest(member) {
      if (busy.delete(member) && busy.size === 0) pause = Math.min(longest, Math.max(shortest, 4 * (performance.now() - began)));
    },
  };
}
