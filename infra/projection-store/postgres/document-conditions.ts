import type { Scalar } from '@waystory/proto/kit/filter.ts';
import { isCut, jsonField, keyField, keyOf, textField } from './expressions.ts';
import type { FieldFilter } from './filter.ts';
import { type Comparison, like, operators, type Parameters, storable } from './parameters.ts';

/** jsonb orders null < text < number < flag; no number of ours reaches the one that ends the texts. */
const ranges = {
  string: { above: `> 'null'::jsonb`, below: `< '-1e400'::jsonb` },
  number: { above: `>= '-1e400'::jsonb`, below: `< 'false'::jsonb` },
  boolean: { above: `>= 'false'::jsonb`, below: `<= 'true'::jsonb` },
} as const;

/** Condition on a field of a document, an expression of type jsonb: values of any kind beside each other. */
export function documentCondition(filter: FieldFilter, document: string, into: Parameters): string {
  const { op, field } = filter;
  const json = jsonField(field, document);
  switch (op) {
    case 'eq':
      return isAnyOf(field, [filter.value], document, into);
    case 'ne':
      return storable(filter.value) ? `${json} is distinct from ${into.add(JSON.stringify(filter.value), 'jsonb')}` : 'true';
    case 'in':
      return isAnyOf(field, filter.values, document, into);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return compare(op, field, filter.value, document, into);
    case 'has':
      // Containment, as the operator `?` would also find the keys of an object and a lone text.
      return storable(filter.value) ? `${json} @> ${into.add(JSON.stringify([filter.value]), 'jsonb')}` : 'false';
    case 'contains':
    case 'startsWith':
      if (!storable(filter.value)) return 'false';
      return like(op, `case when jsonb_typeof${json} = 'string' then ${textField(field, document)} end`, filter.value, into);
    case 'isNull':
      return `${keyField(field, document)} ${filter.value ? '=' : '<>'} 'null'::jsonb`;
    default:
      throw new Error(`unknown operator in ${JSON.stringify(filter satisfies never)}`);
  }
}

function isAnyOf(field: string, candidates: readonly Scalar[], document: string, into: Parameters): string {
  const values = candidates.filter(storable);
  if (values.length === 0) return 'false';
  const matching = (side: string, wanted: unknown[]): string => {
    const json = wanted.map((value) => JSON.stringify(value));
    return json.length === 1 ? `${side} = ${into.add(json[0], 'jsonb')}` : `${side} = any(${into.add(json, 'jsonb[]')})`;
  };
  const found = matching(keyField(field, document), values.map(keyOf));
  // The key knows a long text by its beginning only.
  return values.some(isCut) ? `(${found} and ${matching(jsonField(field, document), values)})` : found;
}

function compare(op: Comparison, field: string, value: Scalar, document: string, into: Parameters): string {
  const json = jsonField(field, document);
  const upwards = op === 'gt' || op === 'gte';
  if (typeof value === 'number' && !Number.isFinite(value)) {
    // Every stored number is finite.
    return (upwards ? value < 0 : value > 0) ? `jsonb_typeof${json} = 'number'` : 'false';
  }
  const range = ranges[typeof value as 'string' | 'number' | 'boolean']; // what a scalar is
  const bound = upwards ? range.below : range.above;
  const key = keyField(field, document);
  if (!isCut(value)) return `(${key} ${operators[op]} ${into.add(JSON.stringify(value), 'jsonb')} and ${key} ${bound})`;
  const start = `${key} ${upwards ? '>=' : '<='} ${into.add(JSON.stringify(keyOf(value)), 'jsonb')} and ${key} ${bound}`;
  return `(${start} and ${json} ${operators[op]} ${into.add(JSON.stringify(value), 'jsonb')})`;
}
