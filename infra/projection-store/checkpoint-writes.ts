import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '../event-store/port.ts';
import type { Checkpoint } from './port.ts';

export interface CheckpointWrite {
  projection: string;
  partition: string;
  checkpoint: Checkpoint;
  /** Leave a checkpoint that is further already as it is. */
  forward: boolean;
  /** Position of the last event that changed a document on the way there, null when none did; absent when that is not known. */
  changed?: Position | null;
}

/**
 * Consumers that a batch does not concern all advance at once. Checkpoints requested in one turn of the event loop, or during a write, are therefore
 * stored together, in order.
 */
export function storedTogether(store: (writes: readonly CheckpointWrite[]) => Promise<void>): (write: CheckpointWrite) => Promise<void> {
  let waiting: CheckpointWrite[] = [];
  let flushed: Promise<void> = Promise.resolve();
  const flush = async (before: Promise<void>): Promise<void> => {
    // The caller who asked for it learns of the failure.
    await before.catch(() => {});
    await new Promise(setImmediate);
    const writes = waiting;
    waiting = [];
    await store(writes);
  };
  return (write) => {
    if (waiting.push(write) === 1) flushed = flush(flushed);
    return flushed;
  };
}

/** Lies before the first offset of any partition. */
const beforeFirst = -1;
/** Pause between two times of storing what nobody waits for, milliseconds. */
const storeEveryMs = 1_000;

export interface ThrottledCheckpoints {
  add(write: Omit<CheckpointWrite, 'forward'>): void;
  /** The checkpoints of a projection by partition: those that `read` finds stored, or where it is further, those that are not yet. */
  over(projection: string, read: () => Promise<Record<string, Checkpoint>>): Promise<Record<string, Checkpoint>>;
  /** A checkpoint was set anew: what waits to be stored counts no more. */
  forget(projection: string, partition: string): void;
  /** Stores what is left. */
  close(): Promise<void>;
}

/**
 * Consumers that an event does not concern only move on, which is known in this process at once. It is stored now and then, for others and for the
 * next start: losing it means that a few events are looked at again.
 * @param announceEveryMs pause between two times of storing what readers of other processes wait for, milliseconds.
 */
export function throttledCheckpoints(announceEveryMs: number, store: (write: CheckpointWrite) => Promise<void>): ThrottledCheckpoints {
  const soon = storedEvery(announceEveryMs, store);
  const later = storedEvery(storeEveryMs, store);
  return {
    add: (write) => (write.changed === undefined ? later : soon).add({ ...write, forward: true }),
    over: async (projection, read) => {
      // Asked for before what is stored: a write that ends meanwhile would else be in neither.
      const unstored = [...soon.unstored(projection), ...later.unstored(projection)];
      const checkpoints = { ...(await read()) };
      for (const { partition, checkpoint } of unstored)
        if (checkpoint.offset > (checkpoints[partition]?.offset ?? beforeFirst)) checkpoints[partition] = checkpoint;
      return checkpoints;
    },
    forget: (projection, partition) => {
      soon.forget(projection, partition);
      later.forget(projection, partition);
    },
    close: async () => {
      await Promise.all([soon.close(), later.close()]);
    },
  };
}

const keyOf = (projection: string, partition: string): string => `${projection} ${partition}`;

function storedEvery(everyMs: number, store: (write: CheckpointWrite) => Promise<void>) {
  let waiting = new Map<string, CheckpointWrite>();
  let underWay = new Map<string, CheckpointWrite>();
  let storing: Promise<void> | null = null;
  const closing = new AbortController();
  const storeAll = async (): Promise<void> => {
    underWay = waiting;
    waiting = new Map();
    await Promise.all(
      Array.from(underWay, ([key, write]) =>
        store(write).catch(() => {
          // With the engine away nothing is lost: it is tried again, unless the consumer has gone further.
          if (!waiting.has(key)) waiting.set(key, write);
        }),
      ),
    );
    underWay = new Map();
  };
  const run = async (): Promise<void> => {
    while (waiting.size > 0 && !closing.signal.aborted) {
      await pause(everyMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      if (!closing.signal.aborted) await storeAll();
    }
    storing = null;
  };
  return {
    add: (write: CheckpointWrite): void => {
      const key = keyOf(write.projection, write.partition);
      const changed = write.changed ?? waiting.get(key)?.changed;
      waiting.set(key, changed === undefined ? write : { ...write, changed });
      storing ??= run();
    },
    /** Waiting writes, and those under way. */
    unstored: (projection: string): CheckpointWrite[] =>
      [...waiting.values(), ...underWay.values()].filter((write) => write.projection === projection),
    forget: (projection: string, partition: string): void => {
      waiting.delete(keyOf(projection, partition));
      underWay.delete(keyOf(projection, partition));
    },
    close: async (): Promise<void> => {
      closing.abort();
      await storing;
      await storeAll();
    },
  };
}
