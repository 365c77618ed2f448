import type { SortKey } from '@waystory/proto/kit/filter.ts';
import type { Collection } from 'mongodb';
import type { Query } from '../port.ts';
import type { Stored } from './document.ts';
import { type Condition, compileFilter, every, nothing, present } from './filter.ts';
import { pathOf } from './names.ts';

/** Sort keys of a query; the id makes the order total. */
export const orderOf = (sort: readonly SortKey[]): Record<string, 1 | -1> => ({
  ...Object.fromEntries(sort.map(({ field, direction }) => [pathOf(field), direction])),
  _id: sort.find(({ field }) => field === 'id')?.direction ?? 1,
});

/** @throws RangeError when it is not a number of documents. */
export function checkedCount(count: number): number {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`${count} is not a number of documents`);
  return count;
}

/** Condition of the documents that match `filter` and lie after `after`. */
export function conditionOf({ filter, sort, after }: Pick<Query, 'filter' | 'sort' | 'after'>): Condition {
  const own = filter ? [present, compileFilter(filter)] : [present];
  if (!after) return every(own);
  const ranges = rangesAfter(sort, after);
  // Each range repeats the whole condition, so that each can be an ordered index scan.
  return ranges.length === 0 ? nothing : { $or: ranges.map((range) => every([...own, ...range])) };
}

/** Documents after a given one, as ranges: same values and a later id, or a later last value, and so on. They are disjoint. */
function rangesAfter(sort: readonly SortKey[], after: NonNullable<Query['after']>): Condition[][] {
  const same = sort.map(({ field }, index): Condition => ({ [pathOf(field)]: { $eq: after.values[index] ?? null } }));
  const ranges: Condition[][] = [[...same, { _id: { $gt: after.id } }]];
  for (const [index, { field, direction }] of [...sort.entries()].reverse()) {
    const path = pathOf(field);
    for (const beyond of beyondValue(after.values[index] ?? null, direction)) ranges.push([...same.slice(0, index), { [path]: beyond }]);
  }
  return ranges;
}

/** Null lies below everything, but `$gt` and `$lt` do not compare with it. */
function beyondValue(value: unknown, direction: 1 | -1): Condition[] {
  if (value === null) return direction === 1 ? [{ $ne: null }] : [];
  return direction === 1 ? [{ $gt: value }] : [{ $lt: value }, { $eq: null }];
}

/** Number of documents that meet a condition, counted up to `cap`. */
export async function countUpTo(documents: Collection<Stored>, condition: Condition, cap: number): Promise<number> {
  return cap > 0 ? documents.countDocuments(condition, { limit: cap }) : 0;
}
