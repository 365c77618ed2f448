import type { Query, Selection } from '../port.ts';
import { type Condition, compileFilter, every, present } from './filter.ts';
import { pathOf } from './names.ts';
import { conditionOf, countUpTo } from './query.ts';
import { type Documents, hangsOn, hasHit, type Join, walk } from './walk.ts';

/** Most hits for the plan that begins at them. The limit of a count is higher, because a count cannot stop early like a page. */
const fewHits = { page: 5_000, count: 100_000 } as const;
/** Most ids per query; a query is limited to 16 MB. */
const idsAsked = 10_000;

type ChildMatch = NonNullable<Query['childMatches']>;
/** Opens a collection by its physical name. */
type Open = (collection: string) => Documents;

const oneOf = (ids: readonly string[]): Condition => ({ _id: { $in: ids } });

/** The parents of all hits, or null when there are more than `few` of them. */
async function parentsOfHits(children: Documents, { key, filter }: ChildMatch, few: number): Promise<string[] | null> {
  const groups = await children
    .aggregate<{ _id: unknown; hits: number }>([
      { $match: every([present, compileFilter(filter)]) },
      { $limit: few + 1 },
      { $group: { _id: `$${pathOf(key)}`, hits: { $sum: 1 } } },
    ])
    .toArray();
  if (groups.reduce((sum, { hits }) => sum + hits, 0) > few) return null;
  return groups.flatMap(({ _id }) => (typeof _id === 'string' ? [_id] : []));
}

interface Ways {
  /** Where hits are few, the ids of their parents. */
  ids: string[] | null;
  /** Joins to decide while documents are visited. */
  joins: Join[];
}

async function waysOf({ childMatches, parentMatches = [] }: Selection, open: Open, few: number): Promise<Ways> {
  const ids = childMatches ? await parentsOfHits(open(childMatches.collection), childMatches, few) : null;
  const joins = parentMatches.map((one) => hangsOn(open(one.collection), one));
  return { ids, joins: childMatches && !ids ? [hasHit(open(childMatches.collection), childMatches), ...joins] : joins };
}

/**
 * Condition for a query with `childMatches` or `parentMatches`. Few hits lead to their parents by id; with many, documents are visited in order until
 * the page is full. Offset and order remain to be applied.
 */
export async function joinedCondition(documents: Documents, open: Open, query: Query): Promise<Condition> {
  const { ids, joins } = await waysOf(query, open, fewHits.page);
  const condition = every([conditionOf(query), ...(ids ? [oneOf(ids)] : [])]);
  if (joins.length === 0) return condition;
  return every([conditionOf(query), oneOf(await walk(documents, condition, query.sort, joins, query.limit + (query.offset ?? 0)))]);
}

/** Number of documents that match with `childMatches` or `parentMatches`, counted up to `cap`. */
export async function countJoined(documents: Documents, open: Open, query: Selection, cap: number): Promise<number> {
  const { ids, joins } = await waysOf(query, open, fewHits.count);
  const own = conditionOf({ filter: query.filter, sort: [] });
  const count = async (condition: Condition, most: number): Promise<number> =>
    joins.length === 0 ? countUpTo(documents, condition, most) : (await walk(documents, condition, [], joins, most)).length;
  if (!ids) return count(own, cap);
  let counted = 0;
  for (let from = 0; from < ids.length && counted < cap; from += idsAsked)
    counted += await count(every([own, oneOf(ids.slice(from, from + idsAsked))]), cap - counted);
  return counted;
}
