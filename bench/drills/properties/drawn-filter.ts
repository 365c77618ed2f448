import type { FieldKind, Filter, Filterable, Scalar } from '@waystory/proto/kit/filter.ts';
import { maxClauses, maxDepth } from '@waystory/proto/kit/filter-grammar.ts';
import fc from 'fast-check';

/** A condition as a caller writes it, and what it means, drawn together so that neither is taken from the other. */
export interface DrawnFilter {
  json: Record<string, unknown>;
  /** Null asks for nothing. */
  meaning: Filter | null;
  clauses: number;
}
interface Drawn {
  json: unknown;
  parts: Filter[];
}

/** Values that some document has, by field. */
export type Samples = Readonly<Record<string, readonly Scalar[]>>;

const and = (of: Filter[]): Filter | null => (of.length > 1 ? { op: 'and', of } : (of[0] ?? null));
const oddTexts = ['', ' ', '%', '_', '\\', "'", '"', 'É', 'é', 'İ', 'ß', '🗼', 'null', '{}', '\u{10FFFF}', '\uE000'];

/** A value to compare with: one that is there, a part of it, or anything. */
function operandOf(kind: FieldKind, samples: readonly Scalar[]): fc.Arbitrary<Scalar> {
  if (kind === 'number') return fc.oneof(fc.integer({ min: -1, max: 6 }), fc.double({ min: -2, max: 8, noNaN: true }));
  if (kind === 'flag') return fc.boolean();
  const there = samples.length > 0 ? [fc.constantFrom(...samples)] : [];
  if (kind === 'time') return fc.oneof(...there, fc.constant('2001-02-03T04:05:06.000Z'), fc.constant('2999-01-01T00:00:00.000Z'));
  const part = fc.tuple(fc.constantFrom(...samples.map(String), 'x'), fc.nat(6), fc.integer({ min: 1, max: 6 }));
  const parts = part.map(([text, from, length]) =>
    Array.from(text)
      .slice(from, from + length)
      .join(''),
  );
  return fc.oneof(
    ...there,
    parts,
    fc.constantFrom(...oddTexts),
    fc.string({ unit: 'grapheme', maxLength: 4 }).map((text) => text.toWellFormed().replaceAll('\u0000', '')),
  );
}

const comparisons = ['ne', 'gt', 'gte', 'lt', 'lte'] as const;

/** A value of a field whose texts have a form: one that is there, or an id of nothing. */
function formedOf(kind: FieldKind, samples: readonly Scalar[]): fc.Arbitrary<Scalar> {
  const there = samples.length > 0 ? [fc.constantFrom(...samples)] : [];
  return kind === 'text' ? fc.oneof(...there) : fc.oneof(...there, fc.uuid({ version: 7 }));
}

function operatorsOf(
  field: string,
  kind: FieldKind,
  value: fc.Arbitrary<Scalar>,
  part: fc.Arbitrary<Scalar>,
): fc.Arbitrary<[string, unknown, Filter]>[] {
  const isNull = fc.boolean().map((asked): [string, unknown, Filter] => ['isNull', asked, { op: 'isNull', field, value: asked }]);
  if (kind === 'set') return [isNull, value.map((one) => ['has', one, { op: 'has', field, value: String(one) }])];
  const compared = comparisons.map((op) => value.map((one): [string, unknown, Filter] => [op, one, { op, field, value: one }]));
  if (kind !== 'text') return [isNull, ...compared];
  const worded = (['contains', 'startsWith'] as const).map((op) =>
    part.map((one): [string, unknown, Filter] => [op, one, { op, field, value: String(one) }]),
  );
  return [isNull, ...compared, ...worded];
}

/** What is asked of one field: a value, several, or operators. */
function conditionOn(field: string, kind: FieldKind, isFormed: boolean, samples: readonly Scalar[]): fc.Arbitrary<Drawn> {
  const part = operandOf(kind, samples);
  const value = isFormed ? formedOf(kind, samples) : part;
  const operators = fc.uniqueArray(fc.oneof(...operatorsOf(field, kind, value, part)), { minLength: 1, maxLength: 3, selector: ([name]) => name });
  const asked = operators.map((drawn): Drawn => ({ json: Object.fromEntries(drawn), parts: drawn.map(([, , meaning]) => meaning) }));
  const none = fc.constant<Drawn>({ json: null, parts: [{ op: 'isNull', field, value: true }] });
  if (kind === 'set') return fc.oneof({ weight: 6, arbitrary: asked }, { weight: 1, arbitrary: none });
  const plain = value.map((one): Drawn => ({ json: one, parts: [{ op: 'eq', field, value: one }] }));
  const several = fc.array(value, { maxLength: 4 }).map((values): Drawn => ({ json: values, parts: [{ op: 'in', field, values }] }));
  return fc.oneof(
    { weight: 4, arbitrary: asked },
    { weight: 3, arbitrary: plain },
    { weight: 2, arbitrary: several },
    { weight: 1, arbitrary: none },
  );
}

/** A filter of some fields, within the depth and the number of conditions that are allowed. */
export function drawnFilter({ filterable, forms = {} }: Filterable, samples: Samples): fc.Arbitrary<DrawnFilter> {
  const isFormed = (field: string): boolean => filterable[field] === 'id' || field in forms;
  const conditions = Object.entries(filterable)
    // A text of whose form none is known cannot be drawn.
    .filter(([field, kind]) => kind !== 'text' || !isFormed(field) || samples[field]?.length)
    .map(([field, kind]) => fc.tuple(fc.constant(field), conditionOn(field, kind, isFormed(field), samples[field] ?? [])));
  return group(fc.oneof(...conditions), 1).filter(({ clauses }) => clauses <= maxClauses);
}

type Condition = fc.Arbitrary<[string, Drawn]>;

function group(condition: Condition, depth: number): fc.Arbitrary<DrawnFilter> {
  const here = fc.uniqueArray(condition, { minLength: depth === 1 ? 0 : 1, maxLength: 3, selector: ([field]) => field });
  const own = here.map((drawn): DrawnFilter => {
    const parts = drawn.flatMap(([, { parts: of }]) => of);
    return { json: Object.fromEntries(drawn.map(([field, { json }]) => [field, json])), meaning: and(parts), clauses: parts.length };
  });
  if (depth === maxDepth) return own;
  const inner = group(condition, depth + 1);
  const list = fc.array(inner, { minLength: 1, maxLength: 3 });
  const rare = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 2 });
  return fc.tuple(own, rare(list), rare(list), rare(inner)).map(([fieldsOnly, every, some, not]) => joined(fieldsOnly, every, some, not));
}

function joined(own: DrawnFilter, every: DrawnFilter[] | null, some: DrawnFilter[] | null, not: DrawnFilter | null): DrawnFilter {
  const meanings = (of: DrawnFilter[]): Filter[] => of.flatMap(({ meaning }) => (meaning ? [meaning] : []));
  const parts = [
    ...meanings([own]),
    ...(every ? meanings(every) : []),
    ...(some ? [{ op: 'or' as const, of: meanings(some) }] : []),
    ...(not?.meaning ? [{ op: 'not' as const, of: not.meaning }] : []),
  ];
  const json = {
    ...own.json,
    ...(every && { and: every.map((one) => one.json) }),
    ...(some && { or: some.map((one) => one.json) }),
    ...(not && { not: not.json }),
  };
  const clauses = [own, ...(every ?? []), ...(some ?? []), ...(not ? [not] : [])].reduce((sum, one) => sum + one.clauses, 0);
  return { json, meaning: and(parts), clauses };
}
