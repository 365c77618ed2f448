import type { BusBatch } from '../../bus/port.ts';
import type { DeadLetters } from '../../dead-letters/port.ts';
import type { Checkpoint, StoredDoc } from '../../projection-store/port.ts';
import { type DocsById, foldBatch, handles, notStored } from '../projector/fold.ts';
import { buildName, collectionName, type Target } from '../projector/projector-commit.ts';

/** More documents than this are not held in memory: the rest of the log goes the ordinary way. */
const mostDocs = 100_000;

/** Folds the log into documents that nobody reads yet, in memory, and stores them in one go. */
export interface BulkFold {
  add(batch: BusBatch): Promise<void>;
  full(): boolean;
  /** Stores documents and checkpoints. Call it once. */
  store(): Promise<void>;
}

export function createBulkFold(target: Target, deadLetters: DeadLetters): BulkFold {
  const known: DocsById = new Map(Object.keys(target.projection.collections).map((key) => [key, new Map<string, StoredDoc>()]));
  const checkpoints = new Map<string, Checkpoint>();
  const stopped = new Set<string>();
  return {
    add: async ({ partition, records, to, watermark }) => {
      const { projection } = target;
      const blocked = records.filter(({ event }) => stopped.has(event.stream) && handles(projection, event.type));
      const free = stopped.size === 0 ? records : records.filter(({ event }) => !stopped.has(event.stream));
      const { changed, failures, behind } = foldBatch(projection, free, (key, id) => known.get(key)?.get(id) ?? notStored(id));
      for (const { record } of failures) stopped.add(record.event.stream);
      for (const [key, docs] of changed) for (const [id, doc] of docs) known.get(key)?.set(id, doc);
      checkpoints.set(partition, { offset: to, watermark });
      // Handlers are pure and nobody else writes here: failing once is failing always.
      const toPark = [...failures, ...[...blocked, ...behind].map((record) => ({ record }))];
      if (toPark.length > 0) await deadLetters.add(buildName(target), toPark);
    },
    full: () => [...known.values()].reduce((sum, docs) => sum + docs.size, 0) > mostDocs,
    store: async () => {
      for (const [key, docs] of known) await target.store.fill(collectionName(target, key), [...docs.values()]);
      for (const [partition, checkpoint] of checkpoints) await target.store.saveCheckpoint(buildName(target), partition, checkpoint);
      known.clear();
    },
  };
}
