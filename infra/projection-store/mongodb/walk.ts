import type { SortKey } from '@waystory/proto/kit/filter.ts';
import type { Collection } from 'mongodb';
import type { ParentMatch, Query } from '../port.ts';
import type { Stored } from './document.ts';
import { type Condition, compileFilter, every, present } from './filter.ts';
import { pathOf } from './names.ts';
import { orderOf } from './query.ts';

/** Documents per look-up during a walk. */
const asked = 500;

export type Documents = Collection<Stored>;
/** Fields of a stored document that a walk reads. */
type Passed = Pick<Stored, '_id'> & { doc?: Record<string, unknown> };

/** A condition on documents of other collections. */
export interface Join {
  /** Field that it goes by, beside the id. */
  key?: string;
  /** Keeps the documents of a batch that meet the condition. */
  keep(batch: readonly Passed[]): Promise<readonly Passed[]>;
}

/** Condition: at least one of `children` matches. */
export function hasHit(children: Documents, { key, filter }: NonNullable<Query['childMatches']>): Join {
  const path = pathOf(key);
  const hits = every([present, compileFilter(filter)]);
  return {
    keep: async (batch) => {
      const ids = batch.map(({ _id }) => _id);
      const groups = children.aggregate<{ _id: string }>([{ $match: every([{ [path]: { $in: ids } }, hits]) }, { $group: { _id: `$${path}` } }]);
      const hit = new Set((await groups.toArray()).map(({ _id }) => _id));
      return batch.filter(({ _id }) => hit.has(_id));
    },
  };
}

/** Condition: the document has no parent, or one of `parents` that matches. */
export function hangsOn(parents: Documents, { key, filter }: ParentMatch): Join {
  const matching = filter ? [present, compileFilter(filter)] : [present];
  const nameIn = ({ _id, doc }: Passed): unknown => (key === 'id' ? _id : (doc?.[key] ?? null));
  return {
    key,
    keep: async (batch) => {
      const ids = [...new Set(batch.map(nameIn))].filter((name) => typeof name === 'string');
      const found = ids.length > 0 ? await parents.find(every([{ _id: { $in: ids } }, ...matching]), { projection: { _id: 1 } }).toArray() : [];
      const there = new Set<unknown>(found.map(({ _id }) => _id));
      return batch.filter((one) => nameIn(one) === null || there.has(nameIn(one)));
    },
  };
}

/** Ids of documents that meet a condition and every join, in order, until there are `enough`. */
export async function walk(
  documents: Documents,
  condition: Condition,
  sort: readonly SortKey[],
  joins: readonly Join[],
  enough: number,
): Promise<string[]> {
  const found: string[] = [];
  const fields = Object.fromEntries(joins.flatMap(({ key }) => (key === undefined ? [] : [[pathOf(key), 1 as const]])));
  const cursor = documents.find<Passed>(condition, { projection: { _id: 1, ...fields }, sort: orderOf(sort), batchSize: asked });
  try {
    while (found.length < enough && (await cursor.hasNext())) {
      let batch: readonly Passed[] = cursor.readBufferedDocuments();
      for (const { keep } of joins) batch = batch.length > 0 ? await keep(batch) : batch;
      found.push(...batch.map(({ _id }) => _id));
    }
  } finally {
    await cursor.close();
  }
  return found.slice(0, enough);
}
