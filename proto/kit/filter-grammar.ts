import { z } from 'zod';
import { id, storable } from './field.ts';
import type { FieldKind, Filter, Filterable, Scalar } from './filter.ts';

export const maxDepth = 3;
export const maxClauses = 20;
/** Maximum number of values in one `in` list. */
export const maxValues = 200;

type Refuse = (message: string, path: PropertyKey[]) => void;
/** Kind of a filterable field, and the format of its texts, if any. */
interface Field {
  kind: FieldKind;
  form: z.ZodType<string, string> | undefined;
}

const comparisons = ['ne', 'gt', 'gte', 'lt', 'lte'] as const;
const texts = ['contains', 'startsWith'] as const;
const operatorNames = [...comparisons, ...texts, 'has', 'isNull'] as const;
type Operator = (typeof operatorNames)[number];
const isOperator = (name: string): name is Operator => (operatorNames as readonly string[]).includes(name);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Parses the `filter` of a list: JSON of `{field: value | [values] | {operator: value}, and, or, not}`; null without a condition. Calls `refuse` for
 * each fault; the result is then meaningless.
 */
export function parseFilter(json: string, list: Filterable, refuse: Refuse): Filter | null {
  const root = rootSpot(list, refuse);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return root.fail('Must be JSON');
  }
  return group(value, root, 1);
}

/** Position in the JSON filter: the filterable fields, and the path for error messages. */
interface Spot {
  /** Names of all filterable fields. */
  names: readonly string[];
  field(name: string): Field | null;
  at(key: PropertyKey): Spot;
  fail(message: string): null;
  /** Counts one condition towards `maxClauses` of the whole filter. */
  count(): void;
}

function rootSpot({ filterable, forms = {} }: Filterable, refuse: Refuse): Spot {
  let clauses = 0;
  const field = (name: string): Field | null => {
    const kind = Object.hasOwn(filterable, name) ? filterable[name] : undefined;
    return kind ? { kind, form: kind === 'id' ? id : forms[name] } : null;
  };
  const spot = (path: PropertyKey[]): Spot => ({
    names: Object.keys(filterable),
    field,
    at: (key) => spot([...path, key]),
    fail(message) {
      refuse(message, path);
      return null;
    },
    count() {
      clauses += 1;
      if (clauses === maxClauses + 1) refuse(`Too many conditions; at most ${maxClauses}`, path);
    },
  });
  return spot([]);
}

function group(value: unknown, spot: Spot, depth: number): Filter | null {
  if (!isObject(value)) return spot.fail('Must be an object of fields');
  if (depth > maxDepth) return spot.fail(`Nested too deep; at most ${maxDepth} levels`);
  const entries = Object.entries(value);
  // An empty object at the top level matches everything. Inside `or` and `not` it would change the meaning of the other conditions, so it is refused
  // there.
  if (entries.length === 0 && depth > 1) return spot.fail('Name a field');
  const parts = entries.map(([key, inner]) => entry(key, inner, spot.at(key), depth));
  return join('and', parts);
}

function entry(key: string, value: unknown, spot: Spot, depth: number): Filter | null {
  if (key === 'and' || key === 'or') {
    if (!Array.isArray(value) || value.length === 0) return spot.fail('Must be a list of conditions');
    const parts = value.map((inner, index) => group(inner, spot.at(index), depth + 1));
    return join(key, parts);
  }
  if (key === 'not') {
    const of = group(value, spot, depth + 1);
    return of && { op: 'not', of };
  }
  const field = spot.field(key);
  if (!field) return spot.fail(`Cannot filter by "${key}"; possible: ${spot.names.join(', ')}`);
  return isObject(value) ? operations(key, field, value, spot) : plain(key, field, value, spot);
}

function operations(field: string, of: Field, value: Record<string, unknown>, spot: Spot): Filter | null {
  const parts = Object.entries(value).map(([operator, operand]) =>
    isOperator(operator)
      ? operation(field, of, operator, operand, spot.at(operator))
      : spot.at(operator).fail(`Unknown operator "${operator}"; possible: ${operatorNames.join(', ')}`),
  );
  return parts.length > 0 ? join('and', parts) : spot.fail('Name an operator');
}

function plain(field: string, of: Field, value: unknown, spot: Spot): Filter | null {
  spot.count();
  if (value === null) return { op: 'isNull', field, value: true };
  if (of.kind === 'set') return spot.fail('A list: use {"has": value}');
  if (!Array.isArray(value)) return withScalar(of, value, spot, (scalar) => ({ op: 'eq', field, value: scalar }));
  if (value.length > maxValues) return spot.fail(`At most ${maxValues} values`);
  const values = value.map((item, index) => scalarOf(of, item, spot.at(index)));
  return { op: 'in', field, values: values.filter((item) => item !== null) };
}

function operation(field: string, of: Field, operator: Operator, operand: unknown, spot: Spot): Filter | null {
  const { kind, form } = of;
  spot.count();
  if (operator === 'isNull') return typeof operand === 'boolean' ? { op: operator, field, value: operand } : spot.fail('Must be true or false');
  if ((operator === 'has') !== (kind === 'set'))
    return spot.fail(kind === 'set' ? 'A list: only "has" and "isNull" apply' : '"has" applies to lists only');
  if (operator === 'has') return withScalar({ kind: 'text', form }, operand, spot, (value) => ({ op: operator, field, value: String(value) }));
  if (operator === 'contains' || operator === 'startsWith') {
    if (kind !== 'text') return spot.fail(`"${operator}" applies to text only`);
    // A part of a text need not have the format of the field, and `contains` ignores case.
    return withScalar({ kind, form: undefined }, operand, spot, (value) => ({ op: operator, field, value: String(value) }));
  }
  return withScalar(of, operand, spot, (value) => ({ op: operator, field, value }));
}

function withScalar(of: Field, value: unknown, spot: Spot, build: (value: Scalar) => Filter): Filter | null {
  const scalar = scalarOf(of, value, spot);
  return scalar === null ? null : build(scalar);
}

/** A date is a day in UTC. A time must have a zone, because otherwise the answer would depend on the server's zone. */
const iso8601 =
  /^[0-9]{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01])(T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]+)?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9]))?)?$/;

function scalarOf({ kind, form }: Field, value: unknown, spot: Spot): Scalar | null {
  if (kind === 'number') return typeof value === 'number' && Number.isFinite(value) ? value : spot.fail('Must be a number');
  if (kind === 'flag') return typeof value === 'boolean' ? value : spot.fail('Must be true or false');
  if (typeof value !== 'string' || value.includes('\u0000')) return spot.fail('Must be text');
  if (form) return formed(form, value, spot);
  if (kind !== 'time') return value;
  const time = iso8601.test(value) ? Date.parse(value) : Number.NaN;
  // Normalised to the format of stored times, which are compared as text.
  return Number.isNaN(time) ? spot.fail('Must be an ISO 8601 time') : new Date(time).toISOString();
}

/** A text in the format of its field, whatever its case in the request. */
function formed(form: z.ZodType<string, string>, value: string, spot: Spot): string | null {
  const fitting = [value.toLowerCase(), value.toUpperCase(), value].find((one) => form.safeParse(one).success);
  return fitting ?? spot.fail(form.safeParse(value).error?.issues[0]?.message ?? 'Must be one of its values');
}

function join(op: 'and' | 'or', parts: (Filter | null)[]): Filter | null {
  const of = parts.filter((part) => part !== null);
  return of.length > 1 ? { op, of } : (of[0] ?? null);
}

type JsonSchema = Readonly<Record<string, unknown>>;

const word = { type: 'string', pattern: storable.source };
const scalarSchemas: Readonly<Record<FieldKind, JsonSchema>> = {
  text: word,
  id: z.toJSONSchema(id),
  set: word,
  number: { type: 'number' },
  flag: { type: 'boolean' },
  time: { type: 'string', pattern: iso8601.source },
};

/** JSON schema of the comparisons of a field. */
function comparisonSchema(kind: FieldKind, form?: z.ZodType<string, string>): JsonSchema {
  const scalar = form ? z.toJSONSchema(form) : scalarSchemas[kind];
  const applicable = kind === 'set' ? ['has'] : comparisons;
  const operators = {
    ...Object.fromEntries(applicable.map((name) => [name, scalar])),
    ...(kind === 'text' && Object.fromEntries(texts.map((name) => [name, word]))),
    isNull: { type: 'boolean' },
  };
  const operations = { type: 'object', properties: operators, additionalProperties: false, minProperties: 1 };
  const values = { type: 'array', items: scalar, maxItems: maxValues };
  return { anyOf: [...(kind === 'set' ? [] : [scalar, values]), { type: 'null' }, operations] };
}

const capitalized = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/**
 * JSON schema of `parseFilter`'s input, for a query parameter with JSON content; `$defs` holds its references.
 * Only the total number of conditions is not expressed.
 */
export function filterSchema(entity: string, { filterable, forms = {} }: Filterable): JsonSchema {
  const comparisonOf = (field: string, kind: FieldKind): string => `${forms[field] ? `${entity}${capitalized(field)}` : capitalized(kind)}Comparison`;
  const fields = Object.entries(filterable);
  const compared = Object.fromEntries(fields.map(([field, kind]) => [field, reference(comparisonOf(field, kind))]));
  const listOf = (inner: string): JsonSchema => ({ type: 'array', items: reference(inner), minItems: 1, maxItems: maxClauses });
  const groupOf = (inner: string | undefined): JsonSchema => ({
    type: 'object',
    properties: { ...compared, ...(inner && { and: listOf(inner), or: listOf(inner), not: reference(inner) }) },
    additionalProperties: false,
  });
  const levels = Array.from({ length: maxDepth - 1 }, (_, level) => `${entity}Condition${level + 2}`);
  const $defs = Object.fromEntries([
    ...fields.map(([field, kind]) => [comparisonOf(field, kind), comparisonSchema(kind, forms[field])]),
    ...levels.map((name, level) => [name, { ...groupOf(levels[level + 1]), minProperties: 1 }]),
  ]);
  return { ...groupOf(levels[0]), $defs, 'x-consume': 'application/json' };
}
