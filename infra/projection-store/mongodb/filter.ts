import type { Filter, Scalar } from '@waystory/proto/kit/filter.ts';
import type { Document } from 'mongodb';
import { nestedPathOf, pathOf } from './names.ts';
import { textPatterns } from './text.ts';

/** A condition on stored documents. Values always follow an operator, so that none is taken for one. */
export type Condition = Document;

export const nothing: Condition = { _id: { $in: [] } };
/** Excludes removed documents. */
export const present: Condition = { doc: { $ne: null } };

/** Conjunction of conditions, merged side by side where possible, so that every server uses the index on `_id`. */
export function every(conditions: readonly Condition[]): Condition {
  const merged: Condition = {};
  const others: Condition[] = [];
  for (const [operand, condition] of conditions.flatMap((one) => Object.entries(one))) {
    if (operand === '$and') others.push(...condition);
    else if (Object.hasOwn(merged, operand)) others.push({ [operand]: condition });
    else merged[operand] = condition;
  }
  return others.length > 0 ? { ...merged, $and: others } : merged;
}

/** True when a document could hold this value: the driver would replace a lone surrogate. */
export const storable = (value: Scalar): boolean => typeof value !== 'string' || value.isWellFormed();

/** Condition that is true exactly where the filter matches. */
export function compileFilter(filter: Filter): Condition {
  switch (filter.op) {
    case 'and':
      return every(filter.of.map(compileFilter));
    case 'or':
      return filter.of.length === 0 ? nothing : { $or: filter.of.map(compileFilter) };
    case 'not':
      return { $nor: [compileFilter(filter.of)] };
    case 'eq':
      return isAnyOf(filter.field, [filter.value]);
    case 'ne':
      return { $nor: [compileFilter({ ...filter, op: 'eq' })] };
    case 'in':
      return isAnyOf(filter.field, filter.values);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return compare(filter.op, filter.field, filter.value);
    case 'has':
      return storable(filter.value) ? { [pathOf(filter.field)]: { $eq: filter.value }, ...array(filter.field, true) } : nothing;
    case 'contains':
      return like(filter.field, filter.value, 'anywhere');
    case 'startsWith':
      return like(filter.field, filter.value, 'start');
    case 'isNull':
      return filter.value ? single(filter.field, { $eq: null }) : { $nor: [single(filter.field, { $eq: null })] };
    case 'within':
      return within(filter);
    default:
      throw new Error(`unknown operator in ${JSON.stringify(filter satisfies never)}`);
  }
}

/** Whether a field is an array that holds something. */
const array = (field: string, is: boolean): Condition => ({ [`${pathOf(field)}.0`]: { $exists: is } });

/** The value of a field itself; MongoDB would take a condition on an array for one on any of its items. */
const single = (field: string, condition: Condition): Condition => ({
  [pathOf(field)]: condition,
  // An id never is one.
  ...(field !== 'id' && array(field, false)),
});

const isAnyOf = (field: string, values: readonly Scalar[]): Condition => single(field, { $in: values.filter(storable) });

/** MongoDB compares within a type only, texts by code point. */
function compare(op: 'gt' | 'gte' | 'lt' | 'lte', field: string, value: Scalar): Condition {
  if (typeof value !== 'string' || storable(value)) return single(field, { [`$${op}`]: value });
  // No stored text equals this one. It sorts just below its beginning followed by the next storable character.
  const next = `${value.slice(0, value.search(/[\ud800-\udfff]/u))}\ue000`;
  return single(field, op === 'gt' || op === 'gte' ? { $gte: next } : { $lt: next });
}

function like(field: string, value: string, where: 'anywhere' | 'start'): Condition {
  if (!storable(value)) return nothing;
  const path = pathOf(field);
  // With the type said as well: not every server keeps a pattern from numbers and flags.
  return every([single(field, { $gte: '' }), ...textPatterns(value, where).map((pattern) => ({ [path]: { $regex: pattern } }))]);
}

function within({ latitude, longitude, box }: Extract<Filter, { op: 'within' }>): Condition {
  const { south, west, north, east } = box;
  const [lat, lng] = [nestedPathOf(latitude), nestedPathOf(longitude)];
  const lies = (from: number, to: number): Condition => ({ [lat]: { $gte: south, $lte: north }, [lng]: { $gte: from, $lte: to } });
  return west <= east ? lies(west, east) : { $or: [lies(west, 180), lies(-180, east)] };
}
