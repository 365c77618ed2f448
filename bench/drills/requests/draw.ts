import type { FieldKind, Filter, Scalar, SortKey } from '@waystory/proto/kit/filter.ts';
import { maxClauses, maxDepth } from '@waystory/proto/kit/filter-grammar.ts';
import fc from 'fast-check';
import type { ListFields } from './routes.ts';

/** Random choices from a source of numbers. */
export interface Draw {
  /** A whole number from 0 to below the end. */
  below(end: number): number;
  chance(probability: number): boolean;
  /** True with a probability of one in `inTimes`. */
  once(inTimes: number): boolean;
  pick<T>(items: readonly T[]): T;
  weighted<T>(items: readonly (readonly [item: T, weight: number])[]): T;
  some<T>(items: readonly T[]): T[];
}

/** @param next a number from 0 to below 1 */
function createDraw(next: () => number): Draw {
  const below = (end: number): number => Math.floor(next() * end);
  const chance = (probability: number): boolean => next() < probability;
  return {
    below,
    chance,
    once: (inTimes) => below(inTimes) === 0,
    pick: (items) => at(items, below(items.length)),
    weighted(items) {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      const index = items.findIndex(([, weight]) => {
        left -= weight;
        return left < 0;
      });
      return at(items, index < 0 ? items.length - 1 : index)[0];
    },
    some: (items) => items.filter(() => chance(0.5)),
  };
}

function at<T>(items: readonly T[], index: number): T {
  if (index < 0 || index >= items.length) throw new Error('There is nothing to draw from');
  return items[index] as T; // the index is within the list
}

const parts = 2 ** 30;
// A bias towards small numbers would draw the first of every list.
const fraction = (): fc.Arbitrary<number> => fc.noBias(fc.nat({ max: parts - 1 }));

/** Draws of fast-check: repeated from a seed, and shrunk when a property fails. */
export const drawArbitrary: fc.Arbitrary<Draw> = fc.gen().map((generate) => createDraw(() => generate(fraction) / parts));

/** Draws from a list of numbers, cyclically. */
export function drawFrom(numbers: readonly number[]): Draw {
  let next = 0;
  return createDraw(() => (numbers[next++ % numbers.length] ?? 0) / 10_000);
}

/** Lists of numbers for `drawFrom`, which fast-check can shrink. */
export const numberSeries = fc.array(fc.nat({ max: 9_999 }), { minLength: 40, maxLength: 120 });

/** A filter as a caller writes it, and its meaning, drawn together so that neither is derived from the other. */
export interface DrawnFilter {
  json: Record<string, unknown>;
  /** Null matches everything. */
  meaning: Filter | null;
  clauses: number;
}

export interface FilterSource {
  filterable: ListFields['filterable'];
  /** A value to compare a field with. */
  operand(field: string, kind: FieldKind): Scalar;
  /** A part of a text to search for. */
  piece(field: string): string;
  /** Field kinds to compare by order. Ids are missing for two stacks, because their ids have different orders. */
  ordered: ReadonlySet<FieldKind>;
}

const comparisons = ['gt', 'gte', 'lt', 'lte'] as const;
type Operator = (typeof comparisons)[number] | 'ne' | 'has' | 'contains' | 'startsWith' | 'isNull';

function conditionOn(field: string, kind: FieldKind, { operand, piece, ordered }: FilterSource, draw: Draw): { json: unknown; parts: Filter[] } {
  const value = (): Scalar => operand(field, kind);
  if (draw.chance(0.1)) return { json: null, parts: [{ op: 'isNull', field, value: true }] };
  const roll = kind === 'set' ? 9 : draw.below(10);
  if (roll < 3) {
    const one = value();
    return { json: one, parts: [{ op: 'eq', field, value: one }] };
  }
  if (roll < 5) {
    const values = Array.from({ length: draw.below(5) }, value);
    return { json: values, parts: [{ op: 'in', field, values }] };
  }
  const possible: readonly Operator[] = [
    'isNull',
    ...(kind === 'set' ? (['has', 'has'] as const) : (['ne'] as const)),
    ...(ordered.has(kind) && kind !== 'set' ? comparisons : []),
    ...(kind === 'text' ? (['contains', 'startsWith', 'contains', 'startsWith'] as const) : []),
  ];
  const operators = new Set(Array.from({ length: 1 + draw.below(3) }, () => draw.pick(possible)));
  const parts = [...operators].map((op): Exclude<Filter, { of: unknown } | { op: 'in' | 'within' }> => {
    if (op === 'isNull') return { op, field, value: draw.chance(0.5) };
    if (op === 'has') return { op, field, value: String(value()) };
    if (op === 'contains' || op === 'startsWith') return { op, field, value: piece(field) };
    return { op, field, value: value() };
  });
  return { json: Object.fromEntries(parts.map(({ op, value: asked }) => [op, asked])), parts };
}

const and = (of: Filter[]): Filter | null => (of.length > 1 ? { op: 'and', of } : (of[0] ?? null));

function group(source: FilterSource, draw: Draw, depth: number): DrawnFilter {
  const names = Object.keys(source.filterable);
  const fields = new Set(Array.from({ length: draw.below(3) + (depth === 1 ? 0 : 1) }, () => draw.pick(names)));
  const own = [...fields].map((field) => [field, conditionOn(field, source.filterable[field] ?? 'text', source, draw)] as const);
  const inner = (): DrawnFilter => group(source, draw, depth + 1);
  const list = (): DrawnFilter[] => (depth < maxDepth && draw.chance(0.2) ? Array.from({ length: 1 + draw.below(3) }, inner) : []);
  const [every, some] = [list(), list()];
  const not = depth < maxDepth && draw.chance(0.2) ? inner() : null;
  const meanings = (of: readonly DrawnFilter[]): Filter[] => of.flatMap(({ meaning }) => meaning ?? []);
  const parts = own.flatMap(([, condition]) => condition.parts);
  return {
    json: {
      ...Object.fromEntries(own.map(([field, { json }]) => [field, json])),
      ...(every.length > 0 && { and: every.map(({ json }) => json) }),
      ...(some.length > 0 && { or: some.map(({ json }) => json) }),
      ...(not && { not: not.json }),
    },
    meaning: and([
      ...parts,
      ...meanings(every),
      ...(some.length > 0 ? [{ op: 'or' as const, of: meanings(some) }] : []),
      ...(not?.meaning ? [{ op: 'not' as const, of: not.meaning }] : []),
    ]),
    clauses: [...every, ...some, ...(not ? [not] : [])].reduce((sum, { clauses }) => sum + clauses, parts.length),
  };
}

/** A filter within the depth and the number of conditions of the grammar. */
export function drawFilter(source: FilterSource, draw: Draw): DrawnFilter {
  for (;;) {
    const drawn = group(source, draw, 1);
    if (drawn.clauses <= maxClauses) return drawn;
  }
}

/** A part of a text, sometimes in different case. */
export function drawTextPiece(text: string, draw: Draw): string {
  const characters = [...text];
  const from = draw.chance(0.5) ? 0 : draw.below(characters.length + 1);
  const piece = characters.slice(from, from + 1 + draw.below(6)).join('');
  return draw.pick([piece, piece, piece.toUpperCase(), piece.toLowerCase()]);
}

/** An order in any form of the grammar, and its keys. */
export function drawSort({ sortable }: Pick<ListFields, 'sortable'>, draw: Draw): { text: string; keys: SortKey[] } {
  const fields = new Set(Array.from({ length: 1 + draw.below(3) }, () => draw.pick(sortable)));
  const keys = [...fields].map((field): SortKey => ({ field, direction: draw.pick([1, -1]) }));
  const written = keys.map(({ field, direction }) => [field, draw.pick(direction === 1 ? ['ASC', 'asc'] : ['DESC', 'desc'])]);
  const isPlain = keys.length === 1 && keys[0]?.direction === 1 && draw.chance(0.3);
  const texts = [written.map((one) => one.join(' ')).join(), JSON.stringify(written.flat())];
  return { text: isPlain ? (keys[0]?.field ?? '') : draw.pick([...texts, ...texts.slice(0, 1)]), keys };
}
