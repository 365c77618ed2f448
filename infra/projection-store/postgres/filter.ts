import type { Filter } from '@waystory/proto/kit/filter.ts';
import { columnCondition } from './column-conditions.ts';
import { documentCondition } from './document-conditions.ts';
import { numberField } from './expressions.ts';
import { type Parameters, unstorable } from './parameters.ts';
import type { Row } from './row.ts';
import { asksByKey } from './split-filter.ts';

/** A condition on the value of one field. */
export type FieldFilter = Extract<Filter, { field: string }>;

/** Whether points are found by their index or, on documents found in another way, checked one by one. */
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

/** Beside a key, which finds few documents, alternatives are checked one by one: as they are written the planner would look for all that they allow. */
function all({ of }: Extract<Filter, { op: 'and' | 'or' }>, into: Parameters, row: Row, points: Points): string[] {
  const keyed = of.some(asksByKey);
  return of.map((one) => `${compileFilter(one, into, row, points)}${keyed && one.op === 'or' ? ' is true' : ''}`);
}

function onField(filter: FieldFilter, into: Parameters, row: Row): string {
  const column = row.column(filter.field);
  return column ? columnCondition(filter, column, row, into) : documentCondition(filter, row.document, into);
}

/** Whether a filter cannot match a removed document, which has an id and nothing else. Without a look at the document an index alone may answer. */
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

/** No stored text equals one that cannot be stored; that one lies just below its beginning followed by the next character that can be. */
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
