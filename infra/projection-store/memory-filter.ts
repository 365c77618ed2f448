import { type Filter, isInBox, type Scalar, type SortKey } from '@waystory/proto/kit/filter.ts';
import type { Doc } from './port.ts';

/** Compares texts by code point; negative when `a` sorts first. `<` compares UTF-16 units, which puts characters beyond U+FFFF before U+E000. */
export function compareText(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  if (at === a.length || at === b.length) return a.length - b.length;
  // The difference may lie in the second half of a surrogate pair.
  return (at > 0 && differenceAt(a, b, at - 1)) || differenceAt(a, b, at);
}
const differenceAt = (a: string, b: string, at: number): number => (a.codePointAt(at) ?? 0) - (b.codePointAt(at) ?? 0);

/** Position of a value's type in the sort order. A missing field is null. */
function rank(value: unknown): number {
  if (value === null) return 0;
  const at = ['string', 'number', 'boolean'].indexOf(typeof value);
  return at < 0 ? 4 : at + 1;
}

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  return rank(a) === 2 || rank(a) === 3 ? Number(a) - Number(b) : 0;
}

const fieldOf = (doc: Doc, field: string): unknown => (Object.hasOwn(doc, field) ? (doc[field] ?? null) : null);

/** Lower case per character, as in databases: of a mapping to two characters, only the first is used. */
const folded = (text: string): string => Array.from(text, (character) => Array.from(character.toLowerCase())[0]).join('');

/** True when a document matches. This is the definition of `Filter`, with which every store must agree. */
export function matches(filter: Filter, doc: Doc): boolean {
  switch (filter.op) {
    case 'and':
      return filter.of.every((one) => matches(one, doc));
    case 'or':
      return filter.of.some((one) => matches(one, doc));
    case 'not':
      return !matches(filter.of, doc);
    case 'within':
      return within(filter, fieldOf(doc, filter.latitude), fieldOf(doc, filter.longitude));
    default:
      return matchesValue(filter, fieldOf(doc, filter.field));
  }
}

function matchesValue(filter: Extract<Filter, { field: string }>, value: unknown): boolean {
  switch (filter.op) {
    case 'eq':
      return value === filter.value;
    case 'ne':
      return value !== filter.value;
    case 'gt':
      return typeof value === typeof filter.value && compareValues(value, filter.value) > 0;
    case 'gte':
      return typeof value === typeof filter.value && compareValues(value, filter.value) >= 0;
    case 'lt':
      return typeof value === typeof filter.value && compareValues(value, filter.value) < 0;
    case 'lte':
      return typeof value === typeof filter.value && compareValues(value, filter.value) <= 0;
    case 'in':
      return filter.values.some((one: Scalar) => one === value);
    case 'has':
      return Array.isArray(value) && value.includes(filter.value);
    case 'contains':
      return typeof value === 'string' && filter.value.isWellFormed() && folded(value).includes(folded(filter.value));
    case 'startsWith':
      return typeof value === 'string' && filter.value.isWellFormed() && folded(value).startsWith(folded(filter.value));
    case 'isNull':
      return (value === null) === filter.value;
    default:
      throw new Error(`unknown operator in ${JSON.stringify(filter satisfies never)}`);
  }
}

const within = ({ box }: Extract<Filter, { op: 'within' }>, latitude: unknown, longitude: unknown): boolean =>
  typeof latitude === 'number' && typeof longitude === 'number' && isInBox(box, { latitude, longitude });

/** Order of `find`: by the sort fields in turn, null first when ascending, then by id. */
export function compareDocs(sort: readonly SortKey[]): (a: { id: string; doc: Doc }, b: { id: string; doc: Doc }) => number {
  return (a, b) => {
    for (const { field, direction } of sort) {
      const difference = compareValues(fieldOf(a.doc, field), fieldOf(b.doc, field));
      if (difference !== 0) return difference * direction;
    }
    return compareText(a.id, b.id);
  };
}
