import type { Batch } from 'kafkajs';
import { factOf, writeOf } from './records.ts';
import { createParkedState, type ParkedState } from './state.ts';

/** The topic as far as it has been read. */
export interface Tail {
  state: ParkedState;
  /** Offset of the next record to read. */
  position(): number;
  /** Takes records in the order of the topic; those that were there before are passed over. */
  take(batch: Batch): void;
  /** Resolves when everything before this offset has been read. */
  reached(end: number): Promise<void>;
  /** Resolves when so many records of a write have been read, with what each meant; to be asked before they are written. */
  readBack(write: string, count: number): Promise<boolean[]>;
  /** Nothing more will be read: rejects all who wait. */
  end(error: unknown): void;
}

/** @param requested is called when a request was read. */
export function createTail(requested: () => void): Tail {
  const state = createParkedState();
  const writes = new Map<string, { meant: boolean[]; done: () => void }>();
  const waiting = new Set<{ end: number; done: () => void }>();
  const { wait, end } = createEnding();
  let position = 0;

  const takeOne = (message: Batch['messages'][number]): boolean => {
    const fact = factOf(message);
    const meant = fact !== null && state.fold(fact, Number(message.offset));
    const write = writes.get(writeOf(message) ?? '');
    write?.meant.push(meant);
    write?.done();
    return meant && fact?.kind === 'request' && fact.value !== null;
  };
  return {
    state,
    position: () => position,
    take: (batch) => {
      // After the group was joined anew, reading begins at the start again.
      const fresh = batch.messages.filter(({ offset }) => Number(offset) >= position);
      const requests = fresh.map(takeOne).filter(Boolean);
      position = Math.max(position, Number(batch.lastOffset()) + 1);
      for (const one of waiting) if (position >= one.end) one.done();
      if (requests.length > 0) requested();
    },
    reached: async (offset) => {
      if (position >= offset) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const one = { end: offset, done: resolve };
      waiting.add(one);
      await wait(promise).finally(() => waiting.delete(one));
    },
    readBack: async (write, count) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const meant: boolean[] = [];
      writes.set(write, { meant, done: () => meant.length === count && resolve() });
      await wait(promise).finally(() => writes.delete(write));
      return meant;
    },
    end,
  };
}

function createEnding() {
  const ending = Promise.withResolvers<never>();
  ending.promise.catch(() => {}); // each of those who wait is told by the race that it is in
  return { wait: (done: Promise<void>): Promise<void> => Promise.race([done, ending.promise]), end: ending.reject };
}
