import type { Checkpoint } from './port.ts';

export interface CheckpointWrite {
  projection: string;
  partition: string;
  checkpoint: Checkpoint;
  /** Leave a checkpoint that is further already as it is. */
  forward: boolean;
}

/**
 * Consumers that a batch does not concern move on all at once, so what is asked for in one turn of the event loop, or while others are being
 * stored, is stored together, in the order in which it was asked for.
 */
export function storedTogether(store: (writes: readonly CheckpointWrite[]) => Promise<void>): (write: CheckpointWrite) => Promise<void> {
  let waiting: CheckpointWrite[] = [];
  let flushed: Promise<void> = Promise.resolve();
  const flush = async (before: Promise<void>): Promise<void> => {
    // Whoever asked for it is told why it failed.
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
