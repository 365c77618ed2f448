import type { SortKey } from '@waystory/proto/kit/filter.ts';
import type { Collection } from 'mongodb';
import type { ParentMatch, Query, Selection } from '../port.ts';
import { type MongoDocument, pathOf } from './document.ts';
import { type Condition, compileFilter, conditionOf, conjunctionOf, countUpTo, noTombstone, orderOf } from './filter.ts';

/** Most matching children for the plan that begins with them. The limit for a count is higher, because a count cannot stop early like a page. */
const fewHits = { page: 5_000, count: 100_000 } as const;
/** Most ids per query; a query is limited to 16 MB. */
const idsAsked = 10_000;

type ChildMatch = NonNullable<Query['childMatches']>;
/** Opens a collection by its physical name. */
type Open = (collection: string) => Documents;

const oneOf = (ids: readonly string[]): Condition => ({ _id: { $in: ids } });

/** Ids of the parents of all matching children; null when more than `few` children match. */
async function parentsOfHits(children: Documents, { key, filter }: ChildMatch, few: number): Promise<string[] | null> {
  const groups = await children
    .aggregate<{ _id: unknown; hits: number }>([
      { $match: conjunctionOf([noTombstone, compileFilter(filter)]) },
      { $limit: few + 1 },
      { $group: { _id: `$${pathOf(key)}`, hits: { $sum: 1 } } },
    ])
    .toArray();
  if (groups.reduce((sum, { hits }) => sum + hits, 0) > few) return null;
  return groups.flatMap(({ _id }) => (typeof _id === 'string' ? [_id] : []));
}

interface Ways {
  /** Ids of the parents of the matching children; null without `childMatches`, or when there are too many children. */
  ids: string[] | null;
  /** Joins that are checked per batch while documents are read. */
  joins: Join[];
}

async function waysOf({ childMatches, parentMatches = [] }: Selection, open: Open, few: number): Promise<Ways> {
  const ids = childMatches ? await parentsOfHits(open(childMatches.collection), childMatches, few) : null;
  const joins = parentMatches.map((one) => hangsOn(open(one.collection), one));
  return { ids, joins: childMatches && !ids ? [hasHit(open(childMatches.collection), childMatches), ...joins] : joins };
}

/**
 * Condition for a query with `childMatches` or `parentMatches`. With few matching children, their parents are found by id. With many, documents are
 * read in order until the page is full. The caller still applies offset and order.
 */
export async function joinedCondition(documents: Documents, open: Open, query: Query): Promise<Condition> {
  const { ids, joins } = await waysOf(query, open, fewHits.page);
  const condition = conjunctionOf([conditionOf(query), ...(ids ? [oneOf(ids)] : [])]);
  if (joins.length === 0) return condition;
  return conjunctionOf([conditionOf(query), oneOf(await walk(documents, condition, query.sort, joins, query.limit + (query.offset ?? 0)))]);
}

/** Number of documents that match a selection with `childMatches` or `parentMatches`, counted up to `cap`. */
export async function countJoined(documents: Documents, open: Open, query: Selection, cap: number): Promise<number> {
  const { ids, joins } = await waysOf(query, open, fewHits.count);
  const own = conditionOf({ filter: query.filter, sort: [] });
  const count = async (condition: Condition, most: number): Promise<number> =>
    joins.length === 0 ? countUpTo(documents, condition, most) : (await walk(documents, condition, [], joins, most)).length;
  if (!ids) return count(own, cap);
  let counted = 0;
  for (let from = 0; from < ids.length && counted < cap; from += idsAsked)
    counted += await count(conjunctionOf([own, oneOf(ids.slice(from, from + idsAsked))]), cap - counted);
  return counted;
}

/** Documents per batch of a walk. */
const asked = 500;

export type Documents = Collection<MongoDocument>;
/** Fields of a stored document that a walk reads. */
type Passed = Pick<MongoDocument, '_id'> & { doc?: Record<string, unknown> };

/** A condition that depends on documents of another collection. */
interface Join {
  /** Field of the document that the join reads, beside the id. */
  key?: string;
  /** Keeps the documents of a batch that meet the condition. */
  keep(batch: readonly Passed[]): Promise<readonly Passed[]>;
}

/** Condition: at least one child in `children` matches. */
function hasHit(children: Documents, { key, filter }: NonNullable<Query['childMatches']>): Join {
  const path = pathOf(key);
  const hits = conjunctionOf([noTombstone, compileFilter(filter)]);
  return {
    keep: async (batch) => {
      const ids = batch.map(({ _id }) => _id);
      const groups = children.aggregate<{ _id: string }>([
        { $match: conjunctionOf([{ [path]: { $in: ids } }, hits]) },
        { $group: { _id: `$${path}` } },
      ]);
      const hit = new Set((await groups.toArray()).map(({ _id }) => _id));
      return batch.filter(({ _id }) => hit.has(_id));
    },
  };
}

/** Condition: the document has no parent, or its parent in `parents` matches. */
function hangsOn(parents: Documents, { key, filter }: ParentMatch): Join {
  const matching = filter ? [noTombstone, compileFilter(filter)] : [noTombstone];
  const nameIn = ({ _id, doc }: Passed): unknown => (key === 'id' ? _id : (doc?.[key] ?? null));
  return {
    key,
    keep: async (batch) => {
      const ids = [...new Set(batch.map(nameIn))].filter((name) => typeof name === 'string');
      const found =
        ids.length > 0 ? await parents.find(conjunctionOf([{ _id: { $in: ids } }, ...matching]), { projection: { _id: 1 } }).toArray() : [];
      const there = new Set<unknown>(found.map(({ _id }) => _id));
      return batch.filter((one) => nameIn(one) === null || there.has(nameIn(one)));
    },
  };
}

/** Ids of documents that meet a condition and every join, in sort order, at most `enough`. */
async function walk(documents: Documents, condition: Condition, sort: readonly SortKey[], joins: readonly Join[], enough: number): Promise<string[]> {
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
