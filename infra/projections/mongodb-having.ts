import type { Collection } from 'mongodb';
import type { Stored } from './mongodb-document.ts';
import { type Condition, compileFilter, every, present } from './mongodb-filter.ts';
import { pathOf } from './mongodb-names.ts';
import { conditionOf, countUpTo, orderOf } from './mongodb-query.ts';
import type { Query } from './port.ts';

/** Up to so many hits the way from them is the shorter one; a count has to go on where a page is soon full. */
const fewHits = { page: 5_000, count: 100_000 } as const;
/** Ids that one question names; a question has at most 16 MB. */
const idsAsked = 10_000;
/** Parents whose hits are looked up together on the way through them. */
const parentsAsked = 500;

type Having = NonNullable<Query['having']>;
type Documents = Collection<Stored>;

const hitsOf = ({ filter }: Having): Condition => every([present, compileFilter(filter)]);
const parents = (ids: readonly string[]): Condition => ({ _id: { $in: ids } });

/** The parents of all hits, or null when there are more than `few` of them. */
async function parentsOfHits(children: Documents, having: Having, few: number): Promise<string[] | null> {
  const groups = await children
    .aggregate<{ _id: unknown; hits: number }>([
      { $match: hitsOf(having) },
      { $limit: few + 1 },
      { $group: { _id: `$${pathOf(having.key)}`, hits: { $sum: 1 } } },
    ])
    .toArray();
  if (groups.reduce((sum, { hits }) => sum + hits, 0) > few) return null;
  return groups.flatMap(({ _id }) => (typeof _id === 'string' ? [_id] : []));
}

/** Parents that meet a condition and have a hit, in order, until there are `enough`. */
async function walkParents(documents: Documents, children: Documents, query: Query, having: Having, enough: number): Promise<string[]> {
  const found: string[] = [];
  const key = pathOf(having.key);
  const hits = hitsOf(having);
  const parent = documents.find(conditionOf(query), { projection: { _id: 1 }, sort: orderOf(query.sort), batchSize: parentsAsked });
  try {
    while (found.length < enough) {
      const ids = (await parent.hasNext()) ? parent.readBufferedDocuments().map(({ _id }) => _id) : [];
      if (ids.length === 0) break;
      const groups = await children
        .aggregate<{ _id: string }>([{ $match: every([{ [key]: { $in: ids } }, hits]) }, { $group: { _id: `$${key}` } }])
        .toArray();
      const hit = new Set(groups.map(({ _id }) => _id));
      found.push(...ids.filter((id) => hit.has(id)));
    }
  } finally {
    await parent.close();
  }
  return found.slice(0, enough);
}

/**
 * Condition that stands for a query with `having`; from few hits to their parents by id, or, where hits are many, through the parents
 * in the order asked for until the page is full. Offset and order remain to be applied.
 */
export async function havingCondition(documents: Documents, children: Documents, query: Query, having: Having): Promise<Condition> {
  const few = await parentsOfHits(children, having, fewHits.page);
  const ids = few ?? (await walkParents(documents, children, query, having, query.limit + (query.offset ?? 0)));
  return every([conditionOf(query), parents(ids)]);
}

/** Number of documents that match with `having`, counted up to `cap`. */
export async function countHaving(documents: Documents, children: Documents, filter: Query['filter'], having: Having, cap: number): Promise<number> {
  const query = { filter, sort: [], limit: cap };
  const ids = await parentsOfHits(children, having, fewHits.count);
  if (!ids) return (await walkParents(documents, children, query, having, cap)).length;
  let count = 0;
  for (let from = 0; from < ids.length && count < cap; from += idsAsked) {
    const condition = every([conditionOf(query), parents(ids.slice(from, from + idsAsked))]);
    count += await countUpTo(documents, condition, cap - count);
  }
  return count;
}
