import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '../event-store/port.ts';
import type { Checkpoint } from './port.ts';

export interface CheckpointWrite {
  projection: string;
  partition: string;
  checkpoint: Checkpoint;
  /** True when the write must not move a stored checkpoint back. */
  forward: boolean;
  /** Position of the last event up to the checkpoint that changed a document; null without such an event, absent when unknown. */
  changed?: Position | null;
}

/**
 * Consumers that a batch does not concern all advance at once. Checkpoints requested in one turn of the event loop, or during a write, are therefore
 * stored together, in order.
 */
export function batchedCheckpoints(store: (writes: readonly CheckpointWrite[]) => Promise<void>): (write: CheckpointWrite) => Promise<void> {
  let waiting: CheckpointWrite[] = [];
  let flushed: Promise<void> = Promise.resolve();
  const flush = async (before: Promise<void>): Promise<void> => {
    // Callers of the previous write handle its failure.
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

/** Offset below the first offset of any partition. */
const beforeFirst = -1;
/** Interval of storing checkpoints that no reader waits for, milliseconds. */
const storeEveryMs = 1_000;

export interface ThrottledCheckpoints {
  add(write: Omit<CheckpointWrite, 'forward'>): void;
  /** Checkpoints of a projection by partition: the stored checkpoints of `read`, or the unstored checkpoint where its offset is higher. */
  over(projection: string, read: () => Promise<Record<string, Checkpoint>>): Promise<Record<string, Checkpoint>>;
  /** Drops an unstored checkpoint after an explicit reset. */
  forget(projection: string, partition: string): void;
  /** Stores the remaining checkpoints. */
  close(): Promise<void>;
}

/**
 * Throttles checkpoint writes over events that a consumer does not use. This process sees the checkpoints at once; they are stored periodically for
 * other processes and the next start. The loss of a checkpoint only repeats some events.
 * @param announceEveryMs Interval of storing checkpoints that readers of other processes wait for, milliseconds.
 */
export function throttledCheckpoints(announceEveryMs: number, store: (write: CheckpointWrite) => Promise<void>): ThrottledCheckpoints {
  const soon = storedEvery(announceEveryMs, store);
  const later = storedEvery(storeEveryMs, store);
  return {
    add: (write) => (write.changed === undefined ? later : soon).add({ ...write, forward: true }),
    over: async (projection, read) => {
      // Unstored checkpoints are captured before the read: a checkpoint stored during the read would otherwise be in neither.
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
          // During an outage the write is retried, unless the consumer has advanced.
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
    /** Checkpoints of waiting writes and of writes in progress. */
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
