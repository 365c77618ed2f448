import type { Filter, Scalar } from '@waystory/proto/kit/filter.ts';
import {
  type Column,
  cutText,
  fitsColumn,
  isCut,
  isStorable,
  jsonField,
  keyField,
  numberField,
  type Parameters,
  type Row,
  sortKeyValueOf,
  sqlTypes,
  textField,
  unstorableCharacters,
} from './expressions.ts';

/** `indexed`: the point index finds the points. `checked`: points are compared on rows that another index finds. */
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

/**
 * Conditions of a conjunction. With an equality on an id, alternatives become `is true`, so that the planner checks them per row. Otherwise it would
 * search all documents that match an alternative.
 */
function all({ of }: Extract<Filter, { op: 'and' | 'or' }>, into: Parameters, row: Row, points: Points): string[] {
  const keyed = of.some(hasIdEquality);
  return of.map((one) => `${compileFilter(one, into, row, points)}${keyed && one.op === 'or' ? ' is true' : ''}`);
}

function onField(filter: FieldFilter, into: Parameters, row: Row): string {
  const column = row.column(filter.field);
  return column ? columnCondition(filter, column, row, into) : documentCondition(filter, row.document, into);
}

/** True when no tombstone (id, no body) can match the filter. The query then needs no check of the body, so an index-only scan is possible. */
export function excludesTombstones(filter: Filter): boolean {
  switch (filter.op) {
    case 'and':
      return filter.of.some(excludesTombstones);
    case 'or':
      return filter.of.every(excludesTombstones);
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

/** Replaces a bound that cannot be stored by its storable prefix followed by the next storable character, just above it. */
function storableBound(filter: FieldFilter): FieldFilter {
  if (filter.op !== 'gt' && filter.op !== 'gte' && filter.op !== 'lt' && filter.op !== 'lte') return filter;
  const { op, value } = filter;
  if (typeof value !== 'string' || !unstorableCharacters.test(value)) return filter;
  const at = value.search(unstorableCharacters);
  const next = value.slice(0, at) + (value[at] === '\0' ? '\u0001' : '\ue000');
  return { ...filter, op: op === 'gt' || op === 'gte' ? 'gte' : 'lt', value: next };
}

/** SQL of a number field: its column, or an expression over the document. */
const numberIn = (field: string, row: Row): string => {
  const column = row.column(field);
  return column?.kind === 'number' ? column.sql : numberField(field, row.document);
};

/** SQL of the point of two number fields, SQL null unless both are numbers. */
export const pointExpression = (latitude: string, longitude: string, row: Row): string =>
  `point(${numberIn(longitude, row)}, ${numberIn(latitude, row)})`;

function within({ latitude, longitude, box }: Extract<Filter, { op: 'within' }>, into: Parameters, row: Row, points: Points): string {
  const { south, west, north, east } = box;
  // A box whose south is greater than its north is empty, but Postgres would swap its corners.
  if (!(south <= north)) return 'false';
  const lies = (from: number, to: number): string => {
    const [w, s, e, n] = [from, south, to, north].map((degrees) => into.add(degrees, 'float8'));
    if (points === 'indexed') return `${pointExpression(latitude, longitude, row)} <@ box(point(${w}, ${s}), point(${e}, ${n}))`;
    return `(${numberIn(longitude, row)} between ${w} and ${e} and ${numberIn(latitude, row)} between ${s} and ${n})`;
  };
  return west <= east ? lies(west, east) : `(${lies(west, 180)} or ${lies(-180, east)})`;
}

/** Filters whose conjunction is the filter. */
const partsOf = (filter: Filter): Filter[] => (filter.op === 'and' ? filter.of.flatMap(partsOf) : [filter]);

/** True for a filter of equalities only, which an index can answer. */
const isPlain = (filter: Filter): boolean => (filter.op === 'and' ? filter.of.every(isPlain) : filter.op === 'eq' || filter.op === 'in');

/** True for an equality on an id field, which few documents match. */
const isKeyed = (filter: Filter): boolean => (filter.op === 'eq' || filter.op === 'in') && /^id$|Id$/.test(filter.field);

/** True when a filter requires an equality on an id field, whose index finds few documents. */
export const hasIdEquality = (filter: Filter): boolean => partsOf(filter).some(isKeyed);

/**
 * Splits a filter with an `or` into disjoint filters, each of which is an index range that can be read in order. Returns the filter alone when a
 * split gains nothing.
 */
export function disjointFilters(filter: Filter): Filter[] {
  const parts = partsOf(filter);
  const choice = parts.find((part) => part.op === 'or' && part.of.length === 2 && part.of.every(isPlain));
  if (choice?.op !== 'or' || hasIdEquality(filter)) return [filter];
  const others = parts.filter((part) => part !== choice);
  return choice.of.map((one, index) => {
    const before = choice.of.slice(0, index).map((of): Filter => ({ op: 'not', of }));
    return { op: 'and', of: [one, ...before, ...others] };
  });
}

/** A condition on the value of one field. */
type FieldFilter = Extract<Filter, { field: string }>;

/** Condition on a field that has a column. Values of another type are in the column `odd`, which is mostly null. */
function columnCondition(filter: FieldFilter, column: Column, row: Row, into: Parameters): string {
  const { kind, sql, whole } = column;
  switch (filter.op) {
    case 'eq':
      return isAnyOfColumn(filter, [filter.value], column, into);
    case 'in':
      return isAnyOfColumn(filter, filter.values, column, into);
    case 'ne':
      if (!isStorable(filter.value)) return 'true';
      if (!fitsColumn(kind, filter.value)) return among(filter, column, into, 'true');
      return `${isCut(filter.value) ? whole : sql} is distinct from ${into.add(filter.value, sqlTypes[kind])}`;
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return fitsColumn(kind, filter.value) ? compareColumn(filter.op, filter.value, column, into) : among(filter, column, into, 'false');
    case 'has':
      return kind === 'set' ? has(filter, column, row, into) : among(filter, column, into, 'false');
    case 'contains':
    case 'startsWith':
      if (!isStorable(filter.value)) return 'false';
      return kind === 'text' ? like(filter.op, whole, filter.value, into) : among(filter, column, into, 'false');
    case 'isNull':
      return isNull(filter, column);
    default:
      throw new Error(`unknown operator in ${JSON.stringify(filter satisfies never)}`);
  }
}

/** Condition on values of another type than the column, which are stored in `odd`; `none` for a column without `odd`. */
const among = (filter: FieldFilter, { odd }: Column, into: Parameters, none: string): string =>
  odd === null ? none : documentCondition(filter, odd, into);

function isAnyOfColumn({ field }: FieldFilter, candidates: readonly Scalar[], column: Column, into: Parameters): string {
  const values = candidates.filter(isStorable);
  const own = values.filter((value) => fitsColumn(column.kind, value));
  const others = values.filter((value) => !fitsColumn(column.kind, value));
  const type = sqlTypes[column.kind];
  const matching = (side: string, wanted: unknown[]): string =>
    wanted.length === 1 ? `${side} = ${into.add(wanted[0], type)}` : `${side} = any(${into.add(wanted, `${type}[]`)})`;
  const parts: string[] = [];
  if (own.length > 0) {
    const found = matching(
      column.sql,
      own.map((value) => beginning(value, column)),
    );
    // The column holds only the first characters of a long text, so the complete text is compared, too.
    parts.push(own.some(isCut) && column.whole !== column.sql ? `(${found} and ${matching(column.whole, own)})` : found);
  }
  if (others.length > 0) parts.push(among({ op: 'in', field, values: others }, column, into, 'false'));
  return parts.length === 0 ? 'false' : parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' or ')})`;
}

/** Value in the form of its column: a text is truncated. */
const beginning = (value: Scalar, { sql, whole }: Column): Scalar => (typeof value === 'string' && sql !== whole ? cutText(value) : value);

function compareColumn(op: Comparison, value: Scalar, column: Column, into: Parameters): string {
  // Postgres sorts NaN above all numbers.
  if (Number.isNaN(value)) return 'false';
  const { kind, sql, whole } = column;
  const plain = (side: string, one: Scalar, operator: string): string => `${side} ${operator} ${into.add(one, sqlTypes[kind])}`;
  if (!isCut(value) || sql === whole) return plain(sql, value, operators[op]);
  const start = plain(sql, beginning(value, column), op === 'gt' || op === 'gte' ? '>=' : '<=');
  return `(${start} and ${plain(whole, value, operators[op])})`;
}

function has({ field, value }: Extract<FieldFilter, { op: 'has' }>, { sql }: Column, row: Row, into: Parameters): string {
  if (!isStorable(value)) return 'false';
  const found = `${sql} @> ${into.add([cutText(value)], 'text[]')}`;
  return isCut(value) ? `(${found} and ${jsonField(field, row.document)} @> ${into.add(JSON.stringify([value]), 'jsonb')})` : found;
}

/** Checks `odd` for null before its field, because the planner overestimates the selectivity of the field. */
function isNull({ field, value }: Extract<FieldFilter, { op: 'isNull' }>, { sql, odd }: Column): string {
  const isOdd = odd === null ? null : jsonField(field, odd);
  if (value) return isOdd === null ? `${sql} is null` : `(${sql} is null and (${odd} is null or ${isOdd} is null))`;
  return isOdd === null ? `${sql} is not null` : `(${sql} is not null or (${odd} is not null and ${isOdd} is not null))`;
}

/** Bounds of each type in jsonb, which sorts null < text < number < flag. No stored number is as low as the bound between texts and numbers. */
const ranges = {
  string: { above: `> 'null'::jsonb`, below: `< '-1e400'::jsonb` },
  number: { above: `>= '-1e400'::jsonb`, below: `< 'false'::jsonb` },
  boolean: { above: `>= 'false'::jsonb`, below: `<= 'true'::jsonb` },
} as const;

/** Condition on a field of a jsonb document. Its values may be of any type. */
function documentCondition(filter: FieldFilter, document: string, into: Parameters): string {
  const { op, field } = filter;
  const json = jsonField(field, document);
  switch (op) {
    case 'eq':
      return isAnyOfDocument(field, [filter.value], document, into);
    case 'ne':
      return isStorable(filter.value) ? `${json} is distinct from ${into.add(JSON.stringify(filter.value), 'jsonb')}` : 'true';
    case 'in':
      return isAnyOfDocument(field, filter.values, document, into);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return compareDocument(op, field, filter.value, document, into);
    case 'has':
      // Containment, because the operator `?` would also find the keys of an object and a lone text.
      return isStorable(filter.value) ? `${json} @> ${into.add(JSON.stringify([filter.value]), 'jsonb')}` : 'false';
    case 'contains':
    case 'startsWith':
      if (!isStorable(filter.value)) return 'false';
      return like(op, `case when jsonb_typeof${json} = 'string' then ${textField(field, document)} end`, filter.value, into);
    case 'isNull':
      return `${keyField(field, document)} ${filter.value ? '=' : '<>'} 'null'::jsonb`;
    default:
      throw new Error(`unknown operator in ${JSON.stringify(filter satisfies never)}`);
  }
}

function isAnyOfDocument(field: string, candidates: readonly Scalar[], document: string, into: Parameters): string {
  const values = candidates.filter(isStorable);
  if (values.length === 0) return 'false';
  const matching = (side: string, wanted: unknown[]): string => {
    const json = wanted.map((value) => JSON.stringify(value));
    return json.length === 1 ? `${side} = ${into.add(json[0], 'jsonb')}` : `${side} = any(${into.add(json, 'jsonb[]')})`;
  };
  const found = matching(keyField(field, document), values.map(sortKeyValueOf));
  // The key holds only the first characters of a long text, so the complete text is compared, too.
  return values.some(isCut) ? `(${found} and ${matching(jsonField(field, document), values)})` : found;
}

function compareDocument(op: Comparison, field: string, value: Scalar, document: string, into: Parameters): string {
  const json = jsonField(field, document);
  const upwards = op === 'gt' || op === 'gte';
  if (typeof value === 'number' && !Number.isFinite(value)) {
    // Every stored number is finite.
    return (upwards ? value < 0 : value > 0) ? `jsonb_typeof${json} = 'number'` : 'false';
  }
  const range = ranges[typeof value as 'string' | 'number' | 'boolean']; // as: a scalar has one of these types
  const bound = upwards ? range.below : range.above;
  const key = keyField(field, document);
  if (!isCut(value)) return `(${key} ${operators[op]} ${into.add(JSON.stringify(value), 'jsonb')} and ${key} ${bound})`;
  const start = `${key} ${upwards ? '>=' : '<='} ${into.add(JSON.stringify(sortKeyValueOf(value)), 'jsonb')} and ${key} ${bound}`;
  return `(${start} and ${json} ${operators[op]} ${into.add(JSON.stringify(value), 'jsonb')})`;
}

/** SQL comparison operators. */
const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
type Comparison = keyof typeof operators;

/** Condition: a text contains a value or starts with it, whatever the case. The collation makes lower case equal in every database. */
function like(op: 'contains' | 'startsWith', text: string, value: string, into: Parameters): string {
  const escaped = value.replace(/[\\%_]/g, '\\$&');
  const folded = (one: string): string => `lower(${one} collate pg_c_utf8)`;
  return `${folded(`(${text})`)} like ${folded(into.add(op === 'contains' ? `%${escaped}%` : `${escaped}%`, 'text'))}`;
}
