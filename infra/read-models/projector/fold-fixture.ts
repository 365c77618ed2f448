import { expect } from 'vitest';
import type { BusRecord } from '../../bus/port.ts';
import type { StoredDoc } from '../../projection-store/port.ts';
import type { AnyProjection } from '../projection.ts';
import { canonicalJson } from '../verify.ts';
import { type Folded, foldBatch, notStored } from './fold.ts';
import { boardProjection } from './projector-fixture.ts';

export const projection = boardProjection();

export interface Shelf {
  get(collection: string, id: string): StoredDoc;
  put(folded: Folded): void;
  json(): string;
}

/** A store of frozen documents. */
export function createShelf(): Shelf {
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

/** Folds batch by batch. */
export function apply(batches: readonly (readonly BusRecord[])[], shelf = createShelf(), of: AnyProjection = projection): Shelf {
  for (const batch of batches) {
    const folded = foldBatch(of, batch, shelf.get);
    expect(folded.failures).toEqual([]);
    shelf.put(folded);
  }
  return shelf;
}
