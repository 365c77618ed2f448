import type { Scalar } from '@waystory/proto/kit/filter.ts';
import { fits, sqlTypes } from './columns.ts';
import { documentCondition } from './document-conditions.ts';
import { cutText, isCut, jsonField } from './expressions.ts';
import type { FieldFilter } from './filter.ts';
import { type Comparison, like, operators, type Parameters, storable } from './parameters.ts';
import type { Column, Row } from './row.ts';

/** Condition on a field that has a column. A value of another kind is only looked for among the odd ones, of which a row seldom has any. */
export function columnCondition(filter: FieldFilter, column: Column, row: Row, into: Parameters): string {
  const { kind, sql, whole } = column;
  switch (filter.op) {
    case 'eq':
      return isAnyOf(filter, [filter.value], column, into);
    case 'in':
      return isAnyOf(filter, filter.values, column, into);
    case 'ne':
      if (!storable(filter.value)) return 'true';
      if (!fits(kind, filter.value)) return among(filter, column, into, 'true');
      return `${isCut(filter.value) ? whole : sql} is distinct from ${into.add(filter.value, sqlTypes[kind])}`;
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return fits(kind, filter.value) ? compare(filter.op, filter.value, column, into) : among(filter, column, into, 'false');
    case 'has':
      return kind === 'set' ? has(filter, column, row, into) : among(filter, column, into, 'false');
    case 'contains':
    case 'startsWith':
      if (!storable(filter.value)) return 'false';
      return kind === 'text' ? like(filter.op, whole, filter.value, into) : among(filter, column, into, 'false');
    case 'isNull':
      return isNull(filter, column);
    default:
      throw new Error(`unknown operator in ${JSON.stringify(filter satisfies never)}`);
  }
}

/** The condition on the odd values, or what is said where there can be none. */
const among = (filter: FieldFilter, { odd }: Column, into: Parameters, none: string): string =>
  odd === null ? none : documentCondition(filter, odd, into);

function isAnyOf({ field }: FieldFilter, candidates: readonly Scalar[], column: Column, into: Parameters): string {
  const values = candidates.filter(storable);
  const own = values.filter((value) => fits(column.kind, value));
  const others = values.filter((value) => !fits(column.kind, value));
  const type = sqlTypes[column.kind];
  const matching = (side: string, wanted: unknown[]): string =>
    wanted.length === 1 ? `${side} = ${into.add(wanted[0], type)}` : `${side} = any(${into.add(wanted, `${type}[]`)})`;
  const parts: string[] = [];
  if (own.length > 0) {
    const found = matching(
      column.sql,
      own.map((value) => beginning(value, column)),
    );
    // The column knows a long text by its beginning only.
    parts.push(own.some(isCut) && column.whole !== column.sql ? `(${found} and ${matching(column.whole, own)})` : found);
  }
  if (others.length > 0) parts.push(among({ op: 'in', field, values: others }, column, into, 'false'));
  return parts.length === 0 ? 'false' : parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' or ')})`;
}

/** A value as its column holds it. */
const beginning = (value: Scalar, { sql, whole }: Column): Scalar => (typeof value === 'string' && sql !== whole ? cutText(value) : value);

function compare(op: Comparison, value: Scalar, column: Column, into: Parameters): string {
  // Postgres takes it for the greatest of numbers.
  if (Number.isNaN(value)) return 'false';
  const { kind, sql, whole } = column;
  const plain = (side: string, one: Scalar, operator: string): string => `${side} ${operator} ${into.add(one, sqlTypes[kind])}`;
  if (!isCut(value) || sql === whole) return plain(sql, value, operators[op]);
  const start = plain(sql, beginning(value, column), op === 'gt' || op === 'gte' ? '>=' : '<=');
  return `(${start} and ${plain(whole, value, operators[op])})`;
}

function has({ field, value }: Extract<FieldFilter, { op: 'has' }>, { sql }: Column, row: Row, into: Parameters): string {
  if (!storable(value)) return 'false';
  const found = `${sql} @> ${into.add([cutText(value)], 'text[]')}`;
  return isCut(value) ? `(${found} and ${jsonField(field, row.document)} @> ${into.add(JSON.stringify([value]), 'jsonb')})` : found;
}

/** What is odd is asked for first, as the planner would take a look into it for more selective than it is. */
function isNull({ field, value }: Extract<FieldFilter, { op: 'isNull' }>, { sql, odd }: Column): string {
  const isOdd = odd === null ? null : jsonField(field, odd);
  if (value) return isOdd === null ? `${sql} is null` : `(${sql} is null and (${odd} is null or ${isOdd} is null))`;
  return isOdd === null ? `${sql} is not null` : `(${sql} is not null or (${odd} is not null and ${isOdd} is not null))`;
}
