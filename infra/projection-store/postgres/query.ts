import type { Box, Filter, SortKey } from '@waystory/proto/kit/filter.ts';
import type { CollectionQuery, ParentMatch, Query, Selection } from '../port.ts';
import {
  collectionRow,
  isStorable,
  keyField,
  type Layout,
  type Parameters,
  parameters,
  type SortExpression,
  sortKey,
  tableName,
  textExpressionOf,
} from './expressions.ts';
import { compileFilter, disjointFilters, excludesTombstones } from './filter.ts';
import type { Statement } from './statement.ts';

/** Returns the columns of a collection; called for every collection of `collectionsOf`. */
export type LayoutOf = (collection: string) => Layout;

/** Collections that a query reads. */
export const collectionsOf = (collection: string, { childMatches, parentMatches = [] }: Selection): string[] => [
  collection,
  ...(childMatches ? [childMatches.collection] : []),
  ...parentMatches.map((one) => one.collection),
];

/** Row limits are literals: for a parameter the planner would assume a tenth of the table. */
function rows(count: number): string {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`${count} is not a number of documents`);
  return String(count);
}

type Sorted = SortExpression & Pick<SortKey, 'direction'>;

const sortKeys = (sort: readonly SortKey[], layout: Layout): Sorted[] => {
  const row = collectionRow(layout, 'parent');
  return sort.map(({ field, direction }) => ({ ...sortKey(field, row), direction }));
};
/** Sort expression with null below all values, which is not the default of SQL. */
const ordered = (expression: string, direction: 1 | -1): string => `${expression} ${direction === 1 ? 'asc nulls first' : 'desc nulls last'}`;
const orderBy = (keys: readonly Sorted[]): string => [...keys.map(({ sql, direction }) => ordered(sql, direction)), 'parent.id'].join(', ');
/** Sort keys as columns of a subquery, by which the outer query sorts. */
const keyColumns = (keys: readonly Sorted[]): string => keys.map(({ sql }, index) => `, ${sql} as key${index}`).join('');
const orderByColumns = (keys: readonly Sorted[]): string =>
  [...keys.map(({ direction }, index) => ordered(`key${index}`, direction)), 'id'].join(', ');

/** Disjoint conditions of a query, and the `prefix` that precedes its statement. */
function conditions(
  collection: string,
  { filter, childMatches, parentMatches = [] }: Selection,
  layoutOf: LayoutOf,
  into: Parameters,
  few: number,
  inOrder = false,
): { prefix: string; alternatives: string[] } {
  const layout = layoutOf(collection);
  const row = collectionRow(layout, 'parent');
  const parents = parentMatches.map((one) => compileParentMatch(one, layout, layoutOf(one.collection), into));
  const there = filter && excludesTombstones(filter) ? [] : ['parent.body is not null'];
  const met = (one: Filter | null): string => [...there, ...(one ? [compileFilter(one, into, row)] : []), ...parents].join(' and ');
  if (!childMatches) return { prefix: '', alternatives: filter && inOrder ? disjointFilters(filter).map(met) : [met(filter)] };
  const own = met(filter);
  const { prefix, alternatives } = compileChildMatch(childMatches, layoutOf(childMatches.collection), into, few);
  return { prefix, alternatives: alternatives.map((alternative) => `${own} and ${alternative}`) };
}

/** Statement for the documents of a page, in order. */
export function findStatement(collection: string, query: Query, layoutOf: LayoutOf): Statement {
  const into = parameters();
  return { text: selected(collection, query, layoutOf, into, ['body']), values: into.values };
}

/**
 * Statement for revisions and ids of the documents that answer each query, in one row with a column per query, for `splitRevisions`. Cached documents
 * need not be read.
 */
export function revisionsStatement(questions: readonly CollectionQuery[], layoutOf: LayoutOf): Statement {
  const into = parameters();
  const columns = questions.map(({ collection, query }, index) => {
    const rows = selected(collection, query, layoutOf, into, ['id', 'rev']);
    return `(select count(*) || E'\\n' || string_agg(rev || ' ' || id, E'\\n') from (${rows}) found) as "${index}"`;
  });
  return { text: `select ${columns.join(', ')}`, values: into.values };
}

/** Revisions and ids in a column; null when an id contains a line break, which makes the text ambiguous. */
export function splitRevisions(column: string | null | undefined): string[] | null {
  const [count, ...found] = column?.split('\n') ?? ['0'];
  return Number(count) === found.length ? found : null;
}

/** SQL of a page, in order. @param wanted Columns to select. */
function selected(collection: string, query: Query, layoutOf: LayoutOf, into: Parameters, wanted: readonly string[]): string {
  const { prefix, alternatives } = conditions(collection, query, layoutOf, into, fewHits.page, query.sort.length > 0);
  const table = `${tableName(collection)} parent`;
  const keys = sortKeys(query.sort, layoutOf(collection));
  const order = orderBy(keys);
  const page = `limit ${rows(query.limit)}${query.offset ? ` offset ${into.add(query.offset, 'bigint')}` : ''}`;
  const [only = '', ...others] = query.after ? afterAlternatives(alternatives, keys, query.after, into) : alternatives;
  if (others.length === 0) return `${prefix}select ${wanted.join()} from ${table} where ${only} order by ${order} ${page}`;
  const enough = rows(query.limit + (query.offset ?? 0));
  const columns = `${[...new Set(['id', ...wanted])].join(', ')}${keyColumns(keys)}`;
  const parts = [only, ...others].map((where) => `(select ${columns} from ${table} where ${where} order by ${order} limit ${enough})`);
  return `${prefix}select ${wanted.join()} from (${parts.join(' union all ')}) parts order by ${orderByColumns(keys)} ${page}`;
}

/**
 * Conditions for documents after a cursor: equal values and a higher id, or equal values except a later last value, and so on. Each is one index
 * range, however many documents share a value; a single condition with `or` would not be.
 */
function afterAlternatives(alternatives: string[], keys: readonly Sorted[], after: NonNullable<Query['after']>, into: Parameters): string[] {
  const same: string[] = [];
  const ranges: string[] = [];
  for (const [index, key] of keys.entries()) {
    const { equal, beyond } = around(key, key.of(after.values[index]), into);
    ranges.push(...beyond.map((last) => [...same, last].join(' and ')));
    same.push(equal);
  }
  ranges.push([...same, `parent.id > ${into.add(after.id, 'text')}`].join(' and '));
  ranges.reverse();
  return alternatives.flatMap((alternative) => ranges.map((range) => `${alternative} and ${range}`));
}

/** Condition for an equal key, and ranges of later keys. Null, where it sorts last, is a separate range. */
function around({ sql, type, direction, nullable }: Sorted, value: unknown, into: Parameters): { equal: string; beyond: string[] } {
  if (value === null) return { equal: `${sql} is null`, beyond: direction === 1 ? [`${sql} is not null`] : [] };
  const bound = into.add(value, type);
  const beyond = direction === 1 ? [`${sql} > ${bound}`] : [...(nullable ? [`${sql} is null`] : []), `${sql} < ${bound}`];
  return { equal: `${sql} = ${bound}`, beyond };
}

/** Statement for the number of matching documents, at most `cap`, in the column `count`. */
export function countStatement(collection: string, query: Selection, cap: number, layoutOf: LayoutOf): Statement {
  const into = parameters();
  const { prefix, alternatives } = conditions(collection, query, layoutOf, into, fewHits.count);
  const parts = alternatives.map((where) => `(select from ${tableName(collection)} parent where ${where} limit ${rows(cap)})`);
  return { text: `${prefix}select count(*)::float8 as count from (${parts.join(' union all ')}) found`, values: into.values };
}

/**
 * Statement for one row with the columns `docs`, a page as a JSON array, and `count`, the number of matching documents, at most `cap`. With few
 * matching children, page and count use the same documents. With many, each stops when it is full.
 */
export function pageStatement(collection: string, query: Query & Required<Pick<Query, 'childMatches'>>, cap: number, layoutOf: LayoutOf): Statement {
  const into = parameters();
  const { prefix, alternatives } = conditions(collection, query, layoutOf, into, fewHits.count);
  const [near = '', walked = ''] = alternatives;
  const table = `${tableName(collection)} parent`;
  const keys = sortKeys(query.sort, layoutOf(collection));
  const columns = `id${keyColumns(keys)}`;
  const order = orderByColumns(keys);
  const page = `limit ${rows(query.limit)} offset ${into.add(query.offset ?? 0, 'bigint')}`;
  const text = `${prefix}, matching as materialized (select ${columns} from ${table} where ${near}),
    page as materialized (
      (select * from matching order by ${order} ${page}) union all (select ${columns} from ${table} where ${walked} order by ${orderBy(keys)} ${page})
    )
    select (select count(*) from (select from matching limit ${rows(cap)}) few_matching)::float8
        + (select count(*) from (select from ${table} where ${walked} limit ${rows(cap)}) many_matching)::float8 as count,
      (select '[' || coalesce(string_agg(body, ',' order by ${order}), '') || ']' from page join ${table} using (id)) as docs`;
  return { text, values: into.values };
}

/** Ids that a document can have; Postgres refuses others even in a query. */
export const possibleIds = (ids: readonly string[]): string[] => ids.filter(isStorable);

/**
 * Condition on `parent`: it has no parent of its own, or that one exists and matches. The parent is looked up by key per found document. Page and
 * count stop when full, so they need about one look-up per result, whatever the number of documents.
 */
function compileParentMatch({ collection, key, filter }: ParentMatch, parent: Layout, layout: Layout, into: Parameters): string {
  const row = collectionRow(parent, 'parent');
  const onNothing = compileFilter({ op: 'isNull', field: key, value: true }, into, row);
  const matching = filter ? ` and ${compileFilter(filter, into, collectionRow(layout), 'checked')}` : '';
  // `offset 0` prevents a join, for which the planner would first read the whole other collection.
  return `(${onNothing} or exists (select from ${tableName(collection)} where id = ${textExpressionOf(key, row)} and body is not null${matching} offset 0))`;
}

/** Most matching children for the plan that begins with them. The limit of a count is higher, because a count cannot stop early like a page. */
const fewHits = { page: 5_000, count: 100_000 } as const;

/** Minimum extent of a worldwide bounding box, degrees. */
const worldwide = { latitudes: 120, longitudes: 300 };

interface ChildMatch {
  /** SQL before the statement. */
  prefix: string;
  /** Disjoint conditions on `parent`, whose union is `childMatches`. */
  alternatives: string[];
}

/**
 * Two plans for the same documents, chosen at run time. With few matching children, their parents are found by id. With many, parents are read in
 * order until enough match. Postgres cannot choose, because it assumes the same selectivity for every bounding box.
 */
function compileChildMatch(
  { collection, key, filter }: NonNullable<Query['childMatches']>,
  layout: Layout,
  into: Parameters,
  most: number,
): ChildMatch {
  // For a worldwide box, nearly all documents match, so reading many children first would be wasted.
  const few = isWorldwide(filter) ? Math.min(most, fewHits.page) : most;
  const child = tableName(collection);
  const row = collectionRow(layout);
  const hit = `body is not null and ${compileFilter(filter, into, row)}`;
  const checked = `body is not null and ${compileFilter(filter, into, row, 'checked')}`;
  const prefix = `with hits as materialized (select ${textExpressionOf(key, row)} as key from ${child} where ${hit} limit ${few + 1}),
    hit_count as materialized (select count(*) <= ${few} as few from hits) `;
  // `offset 0` prevents a join, for which the planner would first read all matching children.
  const column = row.column(key);
  const points = column?.kind === 'text' ? `${column.sql} = parent.id` : `${keyField(key, row.document)} = to_jsonb(parent.id)`;
  const walked = `exists (select from ${child} where ${points} and ${checked} offset 0)`;
  return {
    prefix,
    alternatives: ['(select few from hit_count) and parent.id in (select key from hits)', `not (select few from hit_count) and ${walked}`],
  };
}

function isWorldwide(filter: Filter): boolean {
  const boxes = boxesOf(filter);
  return (
    boxes.length > 0 &&
    boxes.every(({ south, west, north, east }) => {
      const longitudes = west <= east ? east - west : 360 - (west - east);
      return longitudes >= worldwide.longitudes && north - south >= worldwide.latitudes;
    })
  );
}

const boxesOf = (filter: Filter): Box[] => (filter.op === 'within' ? [filter.box] : filter.op === 'and' ? filter.of.flatMap(boxesOf) : []);
