import type { Filter, Scalar, SortKey } from '@waystory/proto/kit/filter.ts';
import type { Collection, Document } from 'mongodb';
import type { Query } from '../port.ts';
import { type MongoDocument, nestedPathOf, pathOf } from './document.ts';

/** A condition on stored documents. Values always follow an operator, so that no value is read as an operator. */
export type Condition = Document;

export const matchNothing: Condition = { _id: { $in: [] } };
/** Excludes tombstones. */
export const noTombstone: Condition = { doc: { $ne: null } };

/** Conjunction of conditions, merged side by side where possible, so that every server uses the index on `_id`. */
export function conjunctionOf(conditions: readonly Condition[]): Condition {
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
export const isStorable = (value: Scalar): boolean => typeof value !== 'string' || value.isWellFormed();

/** Condition that is true exactly where the filter matches. */
export function compileFilter(filter: Filter): Condition {
  switch (filter.op) {
    case 'and':
      return conjunctionOf(filter.of.map(compileFilter));
    case 'or':
      return filter.of.length === 0 ? matchNothing : { $or: filter.of.map(compileFilter) };
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
      return isStorable(filter.value) ? { [pathOf(filter.field)]: { $eq: filter.value }, ...array(filter.field, true) } : matchNothing;
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

/** Condition that a field is, or is not, an array with at least one item. */
const array = (field: string, is: boolean): Condition => ({ [`${pathOf(field)}.0`]: { $exists: is } });

/** Condition on the value of a field, without arrays: MongoDB would also apply it to each item of an array. */
const single = (field: string, condition: Condition): Condition => ({
  [pathOf(field)]: condition,
  // An id is never an array.
  ...(field !== 'id' && array(field, false)),
});

const isAnyOf = (field: string, values: readonly Scalar[]): Condition => single(field, { $in: values.filter(isStorable) });

/** Comparison within the type of the value; MongoDB compares texts by code point. */
function compare(op: 'gt' | 'gte' | 'lt' | 'lte', field: string, value: Scalar): Condition {
  if (typeof value !== 'string' || isStorable(value)) return single(field, { [`$${op}`]: value });
  // A value with a lone surrogate equals no stored text. It sorts just below its prefix followed by U+E000, which therefore becomes the bound.
  const next = `${value.slice(0, value.search(/[\ud800-\udfff]/u))}\ue000`;
  return single(field, op === 'gt' || op === 'gte' ? { $gte: next } : { $lt: next });
}

function like(field: string, value: string, where: 'anywhere' | 'start'): Condition {
  if (!isStorable(value)) return matchNothing;
  const path = pathOf(field);
  // The condition also requires a text, because some servers apply a pattern to numbers and flags.
  return conjunctionOf([single(field, { $gte: '' }), ...textPatterns(value, where).map((pattern) => ({ [path]: { $regex: pattern } }))]);
}

function within({ latitude, longitude, box }: Extract<Filter, { op: 'within' }>): Condition {
  const { south, west, north, east } = box;
  const [lat, lng] = [nestedPathOf(latitude), nestedPathOf(longitude)];
  const lies = (from: number, to: number): Condition => ({ [lat]: { $gte: south, $lte: north }, [lng]: { $gte: from, $lte: to } });
  return west <= east ? lies(west, east) : { $or: [lies(west, 180), lies(-180, east)] };
}

/** Last code point to scan; no later character has another case. */
const lastCased = 0x1ffff;
/** Limits of a pattern: PCRE compiles it into at most 65,535 bytes, up to 2 per byte of plain text and about 40 per character class. */
const mostBytes = 20_000;
const mostSets = 300;

let cases: Map<string, string> | null = null;

/** For each lower-case character, all other characters with the same lower case. */
function otherCases(): Map<string, string> {
  if (cases) return cases;
  cases = new Map();
  for (let code = 0x41; code <= lastCased; code += 1) {
    const character = String.fromCodePoint(code);
    const folded = foldedCharacter(character);
    if (folded !== character) cases.set(folded, (cases.get(folded) ?? '') + character);
  }
  return cases;
}

/** Lower case of a character; of a mapping to two characters, only the first is used, as in `memory-filter.ts`. */
const foldedCharacter = (character: string): string => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0);

const escaped = (character: string): string => (character === '\0' ? '\\x00' : character.replace(/[\\^$.*+?()[\]{}|]/, '\\$&'));

/**
 * Patterns that all match a text when it contains (or starts with) `wanted`, whatever the case. The option `i` is not used, because each engine
 * defines it for another set of letters. A text too long for one pattern is split, and only the first part is anchored at the start.
 */
export function textPatterns(wanted: string, where: 'anywhere' | 'start'): string[] {
  const patterns: string[] = [];
  let pattern = where === 'start' ? '^' : '';
  let sets = 0;
  for (const [character, times] of runs(Array.from(wanted, foldedCharacter))) {
    const others = otherCases().get(character);
    const one = others ? `[${character}${others}]` : escaped(character);
    if (sets === mostSets || Buffer.byteLength(pattern) > mostBytes) {
      patterns.push(pattern);
      [pattern, sets] = ['', 0];
    }
    pattern += times > 1 ? `${one}{${times}}` : one;
    sets += others ? 1 : 0;
  }
  return [...patterns, pattern];
}

/** Run lengths of equal characters; a pattern repeats at most 65,535 times. */
function runs(characters: readonly string[]): [character: string, times: number][] {
  const found: [string, number][] = [];
  for (const character of characters) {
    const last = found.at(-1);
    if (last?.[0] === character && last[1] < 65_535) last[1] += 1;
    else found.push([character, 1]);
  }
  return found;
}

/** Sort keys of a query; the id makes the order total. */
export const orderOf = (sort: readonly SortKey[]): Record<string, 1 | -1> => ({
  ...Object.fromEntries(sort.map(({ field, direction }) => [pathOf(field), direction])),
  _id: sort.find(({ field }) => field === 'id')?.direction ?? 1,
});

/** @throws RangeError unless `count` is a non-negative integer. */
export function checkedCount(count: number): number {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`${count} is not a number of documents`);
  return count;
}

/** Condition of the documents that match `filter` and lie after `after`. */
export function conditionOf({ filter, sort, after }: Pick<Query, 'filter' | 'sort' | 'after'>): Condition {
  const own = filter ? [noTombstone, compileFilter(filter)] : [noTombstone];
  if (!after) return conjunctionOf(own);
  const ranges = rangesAfter(sort, after);
  // Each range repeats the whole condition, so that each can be an ordered index scan.
  return ranges.length === 0 ? matchNothing : { $or: ranges.map((range) => conjunctionOf([...own, ...range])) };
}

/** Disjoint ranges of the documents after a cursor. The first has equal values and a higher id; each further range has a later value in one key. */
function rangesAfter(sort: readonly SortKey[], after: NonNullable<Query['after']>): Condition[][] {
  const same = sort.map(({ field }, index): Condition => ({ [pathOf(field)]: { $eq: after.values[index] ?? null } }));
  const ranges: Condition[][] = [[...same, { _id: { $gt: after.id } }]];
  for (const [index, { field, direction }] of [...sort.entries()].reverse()) {
    const path = pathOf(field);
    for (const beyond of beyondValue(after.values[index] ?? null, direction)) ranges.push([...same.slice(0, index), { [path]: beyond }]);
  }
  return ranges;
}

/** Conditions for values after `value`. Null sorts below all values, but `$gt` and `$lt` do not compare with it. */
function beyondValue(value: unknown, direction: 1 | -1): Condition[] {
  if (value === null) return direction === 1 ? [{ $ne: null }] : [];
  return direction === 1 ? [{ $gt: value }] : [{ $lt: value }, { $eq: null }];
}

/** Number of documents that meet a condition, counted up to `cap`. */
export async function countUpTo(documents: Collection<MongoDocument>, condition: Condition, cap: number): Promise<number> {
  return cap > 0 ? documents.countDocuments(condition, { limit: cap }) : 0;
}
