import type { estypes } from '@elastic/elasticsearch';
import type { Box, Filter, Scalar } from '@waystory/proto/kit/filter.ts';
import { type IndexSpec, longestFilterText } from '../port.ts';
import { isText } from './index.ts';

export type Condition = estypes.QueryDslQueryContainer;
type Kinds = IndexSpec['filters'];

/** Most automaton states of a `contains` filter, because their number grows with the square of a repetitive text. */
const mostStates = 100_000;

const everything: Condition = { match_all: {} };
const nothing: Condition = { match_none: {} };
const not = (condition: Condition): Condition => ({ bool: { must_not: [condition] } });
const all = (conditions: Condition[]): Condition => ({ bool: { filter: conditions } });
const any = (conditions: Condition[]): Condition => ({ bool: { should: conditions, minimum_should_match: 1 } });

/** Lower case per character, as in the projections: of a mapping to two characters, only the first is used. */
export const caseFolded = (text: string): string => Array.from(text, (character) => Array.from(character.toLowerCase())[0]).join('');

/** Condition equivalent to the filter; `kinds` are the kinds of the fields. */
export function compileFilter(filter: Filter, kinds: Kinds): Condition {
  switch (filter.op) {
    case 'and':
      return filter.of.length === 0 ? everything : all(filter.of.map((one) => compileFilter(one, kinds)));
    case 'or':
      return filter.of.length === 0 ? nothing : any(filter.of.map((one) => compileFilter(one, kinds)));
    case 'not':
      return not(compileFilter(filter.of, kinds));
    case 'eq':
      return isAnyOf(filter.field, [filter.value], kinds);
    case 'ne':
      return not(isAnyOf(filter.field, [filter.value], kinds));
    case 'in':
      return isAnyOf(filter.field, filter.values, kinds);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return compare(filter.op, filter.field, filter.value, kinds);
    case 'has':
      return kindOf(filter.field, kinds) === 'set' && isTerm(filter.value) ? { term: { [pathOf(filter.field)]: filter.value } } : nothing;
    case 'contains':
    case 'startsWith':
      return like(filter, kinds);
    case 'isNull':
      return filter.value ? not(isPresent(filter.field)) : isPresent(filter.field);
    case 'within':
      return within(filter, kinds);
    default:
      throw new Error(`unknown operator in ${JSON.stringify(filter satisfies never)}`);
  }
}

const kindOf = (field: string, kinds: Kinds) => (Object.hasOwn(kinds, field) ? kinds[field] : undefined);
/** Path of a filter field in a document. */
export const pathOf = (field: string): string => `fields.${field}`;
const isPresent = (field: string): Condition => ({ term: { present: field } });

/** True when a document could hold this text. */
const isTerm = (value: Scalar): value is string => typeof value === 'string' && value.isWellFormed() && Array.from(value).length <= longestFilterText;

function isAnyOf(field: string, values: readonly Scalar[], kinds: Kinds): Condition {
  if (field === 'id') return { terms: { id: values.filter(isTerm) } };
  const kind = kindOf(field, kinds);
  if (isText(kind)) return { terms: { [pathOf(field)]: values.filter(isTerm) } };
  if (kind === 'number') return { terms: { [pathOf(field)]: values.filter((value) => typeof value === 'number' && Number.isFinite(value)) } };
  if (kind === 'flag') return { terms: { [pathOf(field)]: values.filter((value) => typeof value === 'boolean') } };
  return nothing;
}

/** Condition: the document has a position in a bounding box; no document for null. The engine accepts a western edge east of the eastern edge. */
export function hasPositionIn(box: Box | null): Condition {
  if (!box) return nothing;
  const { south: bottom, west: left, north: top, east: right } = box;
  return { geo_bounding_box: { points: { top, left, bottom, right } } };
}

type Comparison = 'gt' | 'gte' | 'lt' | 'lte';

function compare(op: Comparison, field: string, value: Scalar, kinds: Kinds): Condition {
  const kind = kindOf(field, kinds);
  const upwards = op === 'gt' || op === 'gte';
  if (typeof value === 'string' && isText(kind)) {
    // A text longer than every stored text compares like its prefix, and Lucene limits the length of terms.
    const comparable = Array.from(value)
      .slice(0, longestFilterText + 1)
      .join('');
    if (comparable.isWellFormed()) return { range: { [pathOf(field)]: { [op]: comparable } } };
    // A value with a lone surrogate equals no stored text. It sorts just below its prefix followed by U+E000, which therefore becomes the bound.
    const next = `${comparable.slice(0, comparable.search(/[\ud800-\udfff]/u))}\ue000`;
    return { range: { [pathOf(field)]: { [upwards ? 'gte' : 'lt']: next } } };
  }
  if (typeof value === 'number' && kind === 'number') {
    if (Number.isFinite(value)) return { range: { [pathOf(field)]: { [op]: value } } };
    return upwards === value < 0 ? isPresent(field) : nothing;
  }
  if (typeof value === 'boolean' && kind === 'flag') {
    const compares = { gt: (one: boolean) => one > value, gte: (one: boolean) => one >= value, lt: (one: boolean) => one < value };
    const wanted = [false, true].filter(op === 'lte' ? (one) => one <= value : compares[op]);
    return { terms: { [pathOf(field)]: wanted } };
  }
  return nothing;
}

function like({ op, field, value }: Extract<Filter, { op: 'contains' | 'startsWith' }>, kinds: Kinds): Condition {
  if (!isText(kindOf(field, kinds)) || !isTerm(value)) return nothing;
  const [path, folded] = [`folded.${field}`, caseFolded(value)];
  if (op === 'startsWith') return { prefix: { [path]: { value: folded } } };
  // All characters except letters, digits and spaces are escaped, because any character may be escaped.
  const anywhere = `.*${folded.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')}.*`;
  return { regexp: { [path]: { value: anywhere, flags: 'NONE', max_determinized_states: mostStates } } };
}

function within({ latitude, longitude, box }: Extract<Filter, { op: 'within' }>, kinds: Kinds): Condition {
  if (kindOf(latitude, kinds) !== 'number' || kindOf(longitude, kinds) !== 'number') return nothing;
  const { south, west, north, east } = box;
  const lies = (field: string, from: number, to: number): Condition =>
    from <= to ? { range: { [pathOf(field)]: { gte: from, lte: to } } } : nothing;
  const along = west <= east ? lies(longitude, west, east) : any([lies(longitude, west, 180), lies(longitude, -180, east)]);
  return all([lies(latitude, south, north), along]);
}
