import type { Position } from '../../event-store/port.ts';
import type { LogBatch, RecentLog } from './recent-log.ts';

/** The only partition, because the log has a single order; offsets are log positions. */
export const logPartition = '0';

/** A consumer at the end of the log, waiting for new events. */
export interface IdleConsumer {
  /** Event types that the consumer handles; all by default. */
  types?: ReadonlySet<string> | undefined;
  /** Throttle: the shortest interval between two wakes, milliseconds, so that events in between share a batch. */
  lingerMs?: number | undefined;
  /** Called when the log has, or may have, an event for the consumer after its idle position. */
  wake(): void;
  /** Called when no event up to position `to` is for the consumer, whose idle position it becomes. */
  pass(to: Position): void;
}

/** Reads the log once for all consumers of a process. */
export interface LogReader {
  /** Events after a position, in order. */
  read(after: Position): Promise<LogBatch>;
  /** Notification that events may have been appended. */
  appended(): void;
  /** Called when a request waits, or will soon wait, for appended events. The log is then read at once, regardless of `lingerMs`. */
  hurry(): void;
  /** Marks a consumer as idle at a position: it has read everything up to there, and waits for later events. */
  rest(reader: IdleConsumer, at: Position): void;
  /** Marks a consumer as no longer idle; it reads by itself. */
  leave(reader: IdleConsumer): void;
}

/** Time after `hurry` during which events are delivered without delay, milliseconds, because the awaited append may not have been read yet. */
const hurriedMs = 50;

/**
 * Reads the log once for all idle consumers. Most events are for few consumers. All others only get a new idle position, which costs no read, wait or
 * statement.
 */
export function createLogReader(log: RecentLog): LogReader {
  const resting = new Map<IdleConsumer, Position>();
  const held = createHeldReaders((reader) => start(reader));
  const wokenAt = new WeakMap<IdleConsumer, number>();
  let reading = false;
  let again = false;
  let isAwaited = false;
  let hurriedAt = Number.NEGATIVE_INFINITY;

  const start = (reader: IdleConsumer): void => {
    wokenAt.set(reader, performance.now());
    batching.enter(reader);
    reader.wake();
  };
  const wake = (reader: IdleConsumer): void => {
    if (resting.delete(reader) || held.release(reader)) start(reader);
  };
  /** Wakes a consumer that has work, or holds it until its `lingerMs` has passed. */
  const wakeWhenDue = (reader: IdleConsumer): void => {
    const now = performance.now();
    const dueIn = (wokenAt.get(reader) ?? Number.NEGATIVE_INFINITY) + (reader.lingerMs ?? 0) - now;
    if (dueIn <= 0 || now - hurriedAt < hurriedMs) wake(reader);
    else {
      resting.delete(reader);
      held.hold(reader, dueIn);
    }
  };
  /** Handles a batch for the consumers that are idle at position `after`. It wakes those with an event of their types, and advances the others. */
  function hand({ events: batch, isLast }: LogBatch, after: Position): void {
    const last = batch.at(-1);
    if (!last) return;
    const types = [...new Set(batch.map(({ type }) => type))];
    const concerns = ({ types: handled }: IdleConsumer): boolean => !handled || types.some((type) => handled.has(type));
    for (const [reader, at] of resting) {
      if (at !== after) continue;
      // The batch is full, so the consumer continues with its own reads.
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
        // Idle consumers wait at the ends of their last reads, so these are one or two positions.
        for (const after of new Set(resting.values())) hand(await log.read(after), after);
      } while (again);
    } catch {
      // Each consumer repeats the read after its wake, and reports the failure.
      for (const reader of [...resting.keys(), ...held.all()]) wake(reader);
    } finally {
      reading = false;
    }
  }
  /** Requests a read: without delay when a request waits, else after the shortest `lingerMs` of the idle consumers. */
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
      // Events after the consumer's last read may have been delivered to other consumers only.
      if (!log.endsAt(at)) request();
    },
    leave: (reader) => {
      resting.delete(reader);
      held.release(reader);
      batching.rest(reader);
    },
  };
}

/** Consumers that have work, but are delayed until their `lingerMs` has passed. */
interface HeldReaders {
  hold(reader: IdleConsumer, forMs: number): void;
  /** Returns true when the reader was held. */
  release(reader: IdleConsumer): boolean;
  all(): IdleConsumer[];
}

function createHeldReaders(due: (reader: IdleConsumer) => void): HeldReaders {
  const timers = new Map<IdleConsumer, NodeJS.Timeout>();
  const release = (reader: IdleConsumer): boolean => {
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

/** Decides when the log is read again, so that frequent appends share a batch. */
interface AdaptiveBatching {
  /**
   * Requests a batch, which begins at once, or after the pause since the start of the last batch.
   * @param leastMs Minimum of the pause, milliseconds.
   */
  request(leastMs?: number): void;
  /** True when a requested batch has not begun. */
  isDue(): boolean;
  /** Marks a recipient as working on the batch. */
  enter(member: object): void;
  /** Marks a recipient as idle, because it has finished its work or has left. */
  rest(member: object): void;
}

/**
 * Adapts the pause between batches to the load (back-pressure). The first append is read at once. In a stream of appends, the pause after a batch is
 * three times its duration, within the limits above. Under overload more appends share a batch, whose cost hardly depends on their number.
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
