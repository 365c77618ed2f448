import type { Position } from '../../event-store/port.ts';
import { createAdaptiveBatching } from './adaptive-batching.ts';
import type { LogBatch, RecentLog } from './recent-log.ts';

/** The log is one order, so there is one partition; its offsets are positions. */
export const logPartition = '0';

/** A consumer that has read to the end of the log and waits for more. */
export interface Reader {
  /** Types of events that it handles; without them all. */
  types?: ReadonlySet<string> | undefined;
  /** Pause from one time that it is woken to the next at least, milliseconds, so that what comes meanwhile is taken together. */
  lingerMs?: number | undefined;
  /** There is something for it after the position at which it rests. */
  wake(): void;
  /** Nothing up to a position concerns it: that is where it rests now. */
  pass(to: Position): void;
}

/** Reads the log once for all consumers of a process. */
export interface LogReader {
  /** Events after a position, in order. */
  read(after: Position): Promise<LogBatch>;
  /** Something may have been appended. */
  appended(): void;
  /** Somebody waits for what was appended, or is about to be: it is read at once, whoever would let it wait. */
  hurry(): void;
  /** It has everything up to a position, and is to be told of what comes after. */
  rest(reader: Reader, at: Position): void;
  /** It goes on by itself. */
  leave(reader: Reader): void;
}

/** How long after `hurry` nobody is made to wait, milliseconds: what is waited for may still be on its way from the log. */
const hurriedMs = 50;

/**
 * Most events concern few consumers: the others are only told that they are further now, which takes no read, no wait and no statement.
 */
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
  /** Wakes one that has something to do, or has it wait until it is due. */
  const wakeWhenDue = (reader: Reader): void => {
    const now = performance.now();
    const dueIn = (wokenAt.get(reader) ?? Number.NEGATIVE_INFINITY) + (reader.lingerMs ?? 0) - now;
    if (dueIn <= 0 || now - hurriedAt < hurriedMs) wake(reader);
    else {
      resting.delete(reader);
      held.hold(reader, dueIn);
    }
  };
  /** Hands a batch to those that rest where it begins. */
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
        // Consumers rest where the log ended for them, so these are one or two places.
        for (const after of new Set(resting.values())) hand(await log.read(after), after);
      } while (again);
    } catch {
      // Each meets the failure by itself, and says so.
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
      // The sign of what is waited for may be on its way.
      isAwaited = !batching.isDue();
      if (!isAwaited) batching.request();
    },
    rest: (reader, at) => {
      resting.set(reader, at);
      batching.rest(reader);
      // Events between its last read and now went to others only.
      if (!log.endsAt(at)) request();
    },
    leave: (reader) => {
      resting.delete(reader);
      held.release(reader);
      batching.rest(reader);
    },
  };
}

/** Readers that have something to do and are not due yet. */
interface HeldReaders {
  hold(reader: Reader, forMs: number): void;
  /** Whether it was held. */
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
