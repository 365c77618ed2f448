import fc from 'fast-check';
import { expect } from 'vitest';
import type { BusRecord } from '../../bus/port.ts';
import type { StoredDoc } from '../../projection-store/port.ts';
import type { AnyProjection } from '../projection.ts';
import { canonicalJson } from '../verify.ts';
import { type FoldResult, foldBatch, notStored } from './fold.ts';
import { boardProjection, onePartition, recordedEvents, type Step } from './projector-fixture.ts';

/** Interleaves queues in the order of `choices`, keeping the order within each. */
export function interleave<T>(queues: readonly (readonly T[])[], choices: readonly number[]): T[] {
  const left = queues.map((queue) => [...queue]).filter((queue) => queue.length > 0);
  const merged: T[] = [];
  for (let turn = 0; left.length > 0; turn++) {
    const index = (choices[turn % choices.length] ?? 0) % left.length;
    const next = left[index]?.shift();
    if (next !== undefined) merged.push(next);
    if (left[index]?.length === 0) left.splice(index, 1);
  }
  return merged;
}

const partitions = 4;
/** Random numbers that decide the interleaving. */
export const choices = fc.array(fc.nat({ max: 1_000 }), { minLength: 8, maxLength: 60 });

/** Delivers events over partitions in another order, a tenth twice, in batches of one partition. */
function deliver(log: readonly BusRecord[], assign: readonly number[], order: readonly number[], again: readonly number[]): BusRecord[][] {
  const streamNames = [...new Set(log.map(({ event }) => event.stream))];
  const queues = Array.from({ length: partitions }, () => [] as BusRecord[]);
  for (const { event } of log) {
    const partition = (assign[streamNames.indexOf(event.stream) % assign.length] ?? 0) % partitions;
    const queue = queues[partition] ?? [];
    queue.push({ partition: String(partition), offset: queue.length, event });
  }
  const arrived = interleave(queues, order);
  for (const place of again.slice(0, Math.ceil(arrived.length / 10))) {
    const from = place % arrived.length;
    const record = arrived[from];
    const to = from + 1 + (place % (arrived.length - from));
    if (record) arrived.splice(to, 0, record);
  }
  const batches: BusRecord[][] = [];
  for (const [index, record] of arrived.entries()) {
    const batch = batches.at(-1);
    const cut = (order[index % order.length] ?? 0) % 4 === 0;
    if (batch && !cut && batch[0]?.partition === record.partition) batch.push(record);
    else batches.push([record]);
  }
  return batches;
}

/** Asserts that delivery in any order over partitions, a tenth twice, yields the same documents as a straight replay, byte for byte. */
export function expectSameInAnyOrder(projection: AnyProjection, streams: fc.Arbitrary<Step[][]>, numRuns = 100): void {
  fc.assert(
    fc.property(streams, choices, choices, choices, choices, (queues, written, assign, order, again) => {
      const log = onePartition(recordedEvents(interleave(queues, written)));
      const straight = foldBatches(
        log.map((record) => [record]),
        createMemoryDocuments(),
        projection,
      );
      expect(foldBatches(deliver(log, assign, order, again), createMemoryDocuments(), projection).json()).toBe(straight.json());
    }),
    { numRuns },
  );
}

export const projection = boardProjection();

interface Shelf {
  get(collection: string, id: string): StoredDoc;
  put(folded: FoldResult): void;
  json(): string;
}

/** In-memory store of documents that are frozen, so that a mutation throws. */
export function createMemoryDocuments(): Shelf {
  const stored = new Map<string, StoredDoc>();
  return {
    get: (collection, id) => stored.get(`${collection}/${id}`) ?? notStored(id),
    put: ({ changed }) => {
      for (const [collection, docs] of changed)
        for (const [id, doc] of docs) stored.set(`${collection}/${id}`, freeze({ ...doc, _rev: doc._rev + 1 }));
    },
    json: () => canonicalJson(Object.fromEntries([...stored].filter(([, { doc }]) => doc !== null).map(([key, { doc }]) => [key, doc]))),
  };
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(Object.freeze(value))) freeze(part);
  return value;
}

/** Folds batches one after the other onto the store. */
export function foldBatches(batches: readonly (readonly BusRecord[])[], shelf = createMemoryDocuments(), of: AnyProjection = projection): Shelf {
  for (const batch of batches) {
    const folded = foldBatch(of, batch, shelf.get);
    expect(folded.failures).toEqual([]);
    shelf.put(folded);
  }
  return shelf;
}
