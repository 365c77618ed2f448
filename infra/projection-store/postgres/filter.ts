import type { Filter, Scalar } from '@waystory/proto/kit/filter.ts';
import { jsonField, keyField, keyLength, keyOf, numberField, pointField, textField } from './expressions.ts';

/** The values of a statement in the making; nothing that comes from outside enters SQL in another way. */
export interface Parameters {
  values: unknown[];
  /** Adds a value and answers its placeholder with the cast. */
  add(value: unknown, type: string): string;
}

export function parameters(): Parameters {
  const values: unknown[] = [];
  return { values, add: (value, type) => `$${values.push(value)}::${type}` };
}

type Comparison = 'gt' | 'gte' | 'lt' | 'lte';
const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
/** jsonb orders null < text < number < flag; no number of ours reaches the one that ends the texts. */
const ranges = {
  string: { above: `> 'null'::jsonb`, below: `< '-1e400'::jsonb` },
  number: { above: `>= '-1e400'::jsonb`, below: `< 'false'::jsonb` },
  boolean: { above: `>= 'false'::jsonb`, below: `<= 'true'::jsonb` },
} as const;

/** NUL and lone surrogates: JSON carries them, Postgres stores neither. */
const unstorable = /[\0\ud800-\udfff]/u;
/** Whether a document could hold this value at all. */
export const storable = (value: unknown): boolean =>
  typeof value === 'string' ? !unstorable.test(value) : typeof value !== 'number' || Number.isFinite(value);

/** Whether points are found by their index or, on documents found in another way, checked one by one. */
type Points = 'indexed' | 'checked';

/** SQL condition over the column `doc`; true exactly where the filter matches, otherwise false or null. */
export function compileFilter(filter: Filter, into: Parameters, points: Points = 'indexed'): string {
  switch (filter.op) {
    case 'and':
      return filter.of.length === 0 ? 'true' : `(${filter.of.map((one) => compileFilter(one, into, points)).join(' and ')})`;
    case 'or':
      return filter.of.length === 0 ? 'false' : `(${filter.of.map((one) => compileFilter(one, into, points)).join(' or ')})`;
    case 'not':
      return `(${compileFilter(filter.of, into, points)}) is not true`;
    case 'eq':
      return isAnyOf(filter.field, [filter.value], into);
    case 'ne':
      return storable(filter.value) ? `${jsonField(filter.field)} is distinct from ${into.add(JSON.stringify(filter.value), 'jsonb')}` : 'true';
    case 'in':
      return isAnyOf(filter.field, filter.values, into);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return compare(filter.op, filter.field, filter.value, into);
    case 'has':
      return has(filter.field, filter.value, into);
    case 'contains':
      return like(filter.field, filter.value, (text) => `%${text}%`, into);
    case 'startsWith':
      return like(filter.field, filter.value, (text) => `${text}%`, into);
    case 'isNull':
      return `${keyField(filter.field)} ${filter.value ? '=' : '<>'} 'null'::jsonb`;
    case 'within':
      return within(filter, into, points);
    default:
      throw new Error(`unknown operator in ${JSON.stringify(filter satisfies never)}`);
  }
}

function isAnyOf(field: string, candidates: readonly Scalar[], into: Parameters): string {
  const values = candidates.filter(storable);
  const [first] = values;
  if (first === undefined) return 'false';
  // The id of a document is the key of its table.
  if (field === 'id') return `id = any(${into.add(values, 'text[]')})`;
  const matching = (side: string, wanted: unknown[]): string =>
    wanted.length === 1
      ? `${side} = ${into.add(JSON.stringify(wanted[0]), 'jsonb')}`
      : `${side} = any(${into.add(
          wanted.map((value) => JSON.stringify(value)),
          'jsonb[]',
        )})`;
  const found = matching(keyField(field), values.map(keyOf));
  // The index knows a long text by its beginning only.
  return values.some(isCut) ? `(${found} and ${matching(jsonField(field), values)})` : found;
}

/** Whether a stored text with the same key could be another one. */
const isCut = (value: Scalar): boolean => typeof value === 'string' && value.length >= keyLength;

function compare(op: Comparison, field: string, value: Scalar, into: Parameters): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return compareInfinite(op, field, value);
  if (typeof value === 'string' && unstorable.test(value)) return compareUnstorable(op, field, value, into);
  const upwards = op === 'gt' || op === 'gte';
  const range = ranges[typeof value as 'string' | 'number' | 'boolean'];
  const bound = upwards ? range.below : range.above;
  const key = keyField(field);
  if (!isCut(value)) return `(${key} ${operators[op]} ${into.add(JSON.stringify(value), 'jsonb')} and ${key} ${bound})`;
  const start = `${key} ${upwards ? '>=' : '<='} ${into.add(JSON.stringify(keyOf(value)), 'jsonb')} and ${key} ${bound}`;
  return `(${start} and ${jsonField(field)} ${operators[op]} ${into.add(JSON.stringify(value), 'jsonb')})`;
}

/** Every stored number is finite. */
function compareInfinite(op: Comparison, field: string, value: number): string {
  const all = op === 'gt' || op === 'gte' ? value < 0 : value > 0;
  return all ? `jsonb_typeof${jsonField(field)} = 'number'` : 'false';
}

/** No stored text equals this one; it lies just below its beginning followed by the next character that can be stored. */
function compareUnstorable(op: Comparison, field: string, value: string, into: Parameters): string {
  const at = value.search(unstorable);
  const next = value.slice(0, at) + (value[at] === '\0' ? '\u0001' : '\ue000');
  return compare(op === 'gt' || op === 'gte' ? 'gte' : 'lt', field, next, into);
}

function has(field: string, value: string, into: Parameters): string {
  // Containment, as the operator `?` would also find the keys of an object and a lone text.
  return storable(value) ? `${jsonField(field)} @> ${into.add(JSON.stringify([value]), 'jsonb')}` : 'false';
}

function like(field: string, value: string, pattern: (escaped: string) => string, into: Parameters): string {
  if (!storable(value)) return 'false';
  const wanted = into.add(pattern(value.replace(/[\\%_]/g, '\\$&')), 'text');
  // This collation folds case the same way in every database.
  const folded = (text: string): string => `lower(${text} collate pg_c_utf8)`;
  const text = `case when jsonb_typeof${jsonField(field)} = 'string' then ${textField(field)} end`;
  return `${folded(`(${text})`)} like ${folded(wanted)}`;
}

function within({ latitude, longitude, box }: Extract<Filter, { op: 'within' }>, into: Parameters, points: Points): string {
  const { south, west, north, east } = box;
  // The constructor of a box would swap the corners.
  if (!(south <= north)) return 'false';
  const lies = (from: number, to: number): string => {
    const [w, s, e, n] = [from, south, to, north].map((degrees) => into.add(degrees, 'float8'));
    if (points === 'indexed') return `${pointField(latitude, longitude)} <@ box(point(${w}, ${s}), point(${e}, ${n}))`;
    return `(${numberField(longitude)} between ${w} and ${e} and ${numberField(latitude)} between ${s} and ${n})`;
  };
  return west <= east ? lies(west, east) : `(${lies(west, 180)} or ${lies(-180, east)})`;
}
