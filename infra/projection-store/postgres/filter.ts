import type { Filter } from '@waystory/proto/kit/filter.ts';
import type { Row } from './columns.ts';
import { columnCondition, documentCondition, type FieldFilter } from './conditions.ts';
import { numberField, type Parameters, unstorable } from './expressions.ts';

/** `indexed`: points are found by their index. `checked`: points are checked on documents found otherwise. */
type Points = 'indexed' | 'checked';

/** SQL condition on a row; true exactly where the filter matches, otherwise false or null. */
export function compileFilter(filter: Filter, into: Parameters, row: Row, points: Points = 'indexed'): string {
  switch (filter.op) {
    case 'and':
      return filter.of.length === 0 ? 'true' : `(${all(filter, into, row, points).join(' and ')})`;
    case 'or':
      return filter.of.length === 0 ? 'false' : `(${filter.of.map((one) => compileFilter(one, into, row, points)).join(' or ')})`;
    case 'not':
      return `(${compileFilter(filter.of, into, row, points)}) is not true`;
    case 'within':
      return within(filter, into, row, points);
    default:
      return onField(storableBound(filter), into, row);
  }
}

/** Beside a key, alternatives are checked one by one: otherwise the planner would look for all documents that they allow. */
function all({ of }: Extract<Filter, { op: 'and' | 'or' }>, into: Parameters, row: Row, points: Points): string[] {
  const keyed = of.some(asksByKey);
  return of.map((one) => `${compileFilter(one, into, row, points)}${keyed && one.op === 'or' ? ' is true' : ''}`);
}

function onField(filter: FieldFilter, into: Parameters, row: Row): string {
  const column = row.column(filter.field);
  return column ? columnCondition(filter, column, row, into) : documentCondition(filter, row.document, into);
}

/** Whether a filter cannot match a removed document, which has only an id. An index alone may then answer. */
export function excludesRemoved(filter: Filter): boolean {
  switch (filter.op) {
    case 'and':
      return filter.of.some(excludesRemoved);
    case 'or':
      return filter.of.every(excludesRemoved);
    case 'not':
    case 'ne':
      return false;
    case 'within':
      return true;
    case 'isNull':
      return !filter.value && filter.field !== 'id';
    default:
      return filter.field !== 'id';
  }
}

/** Replaces a bound that cannot be stored: it lies just below its storable beginning followed by the next storable character. */
function storableBound(filter: FieldFilter): FieldFilter {
  if (filter.op !== 'gt' && filter.op !== 'gte' && filter.op !== 'lt' && filter.op !== 'lte') return filter;
  const { op, value } = filter;
  if (typeof value !== 'string' || !unstorable.test(value)) return filter;
  const at = value.search(unstorable);
  const next = value.slice(0, at) + (value[at] === '\0' ? '\u0001' : '\ue000');
  return { ...filter, op: op === 'gt' || op === 'gte' ? 'gte' : 'lt', value: next };
}

/** Columns of the two numbers, or where they are in the document. */
const numberIn = (field: string, row: Row): string => {
  const column = row.column(field);
  return column?.kind === 'number' ? column.sql : numberField(field, row.document);
};

/** The point of two number fields, SQL null unless both are numbers. */
export const pointIn = (latitude: string, longitude: string, row: Row): string => `point(${numberIn(longitude, row)}, ${numberIn(latitude, row)})`;

function within({ latitude, longitude, box }: Extract<Filter, { op: 'within' }>, into: Parameters, row: Row, points: Points): string {
  const { south, west, north, east } = box;
  // The constructor of a box would swap the corners.
  if (!(south <= north)) return 'false';
  const lies = (from: number, to: number): string => {
    const [w, s, e, n] = [from, south, to, north].map((degrees) => into.add(degrees, 'float8'));
    if (points === 'indexed') return `${pointIn(latitude, longitude, row)} <@ box(point(${w}, ${s}), point(${e}, ${n}))`;
    return `(${numberIn(longitude, row)} between ${w} and ${e} and ${numberIn(latitude, row)} between ${s} and ${n})`;
  };
  return west <= east ? lies(west, east) : `(${lies(west, 180)} or ${lies(-180, east)})`;
}

/** Parts of a filter that all must hold. */
const partsOf = (filter: Filter): Filter[] => (filter.op === 'and' ? filter.of.flatMap(partsOf) : [filter]);

/** Whether a filter is equality only, which an index can answer. */
const isPlain = (filter: Filter): boolean => (filter.op === 'and' ? filter.of.every(isPlain) : filter.op === 'eq' || filter.op === 'in');

/** Whether a filter is on the field of an id, by which few documents are found. */
const isKeyed = (filter: Filter): boolean => (filter.op === 'eq' || filter.op === 'in') && /^id$|Id$/.test(filter.field);

/** Whether a filter asks by key, so that an index on that alone finds few documents. */
export const asksByKey = (filter: Filter): boolean => partsOf(filter).some(isKeyed);

/**
 * Splits a filter with an `or` into filters of which a document meets at most one. Each is a range of an index and can be read in order.
 * Answers the filter alone where there is nothing to gain.
 */
export function apart(filter: Filter): Filter[] {
  const parts = partsOf(filter);
  const choice = parts.find((part) => part.op === 'or' && part.of.length === 2 && part.of.every(isPlain));
  if (choice?.op !== 'or' || asksByKey(filter)) return [filter];
  const others = parts.filter((part) => part !== choice);
  return choice.of.map((one, index) => {
    const before = choice.of.slice(0, index).map((of): Filter => ({ op: 'not', of }));
    return { op: 'and', of: [one, ...before, ...others] };
  });
}
