import type { SortKey } from '@waystory/proto/kit/filter.ts';
import type { Query, Selection } from '../port.ts';
import { keyField, keyOf, tableName } from './expressions.ts';
import { compileFilter, type Parameters, parameters, storable } from './filter.ts';
import { compileHaving, fewHits } from './having.ts';
import type { Statement } from './statement.ts';
import { compileUnder } from './under.ts';

/** Numbers of rows are written out: behind a parameter the planner would expect a tenth of the table. */
function rows(count: number): string {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`${count} is not a number of documents`);
  return String(count);
}

const orderBy = (sort: readonly SortKey[]): string =>
  [...sort.map(({ field, direction }) => `${keyField(field)} ${direction === 1 ? 'asc' : 'desc'}`), 'parent.id'].join(', ');

/** Conditions of which a document meets at most one; the `prefix` goes before the statement that uses them. */
function conditions({ filter, having, under = [] }: Selection, into: Parameters, few: number): { prefix: string; alternatives: string[] } {
  const filters = filter ? [compileFilter(filter, into)] : [];
  const own = ['parent.doc is not null', ...filters, ...under.map((one) => compileUnder(one, into))].join(' and ');
  if (!having) return { prefix: '', alternatives: [own] };
  const { prefix, alternatives } = compileHaving(having, into, few);
  return { prefix, alternatives: alternatives.map((alternative) => `${own} and ${alternative}`) };
}

/** The documents of a page, in order. */
export function findStatement(collection: string, query: Query): Statement {
  const into = parameters();
  const { prefix, alternatives } = conditions(query, into, fewHits.page);
  const table = `${tableName(collection)} parent`;
  const order = orderBy(query.sort);
  const page = `limit ${rows(query.limit)}${query.offset ? ` offset ${into.add(query.offset, 'bigint')}` : ''}`;
  const [only = '', ...others] = query.after ? afterAlternatives(alternatives, query.sort, query.after, into) : alternatives;
  if (others.length === 0) return { text: `${prefix}select doc from ${table} where ${only} order by ${order} ${page}`, values: into.values };
  const enough = rows(query.limit + (query.offset ?? 0));
  const parts = [only, ...others].map((where) => `(select id, doc from ${table} where ${where} order by ${order} limit ${enough})`);
  return { text: `${prefix}select doc from (${parts.join(' union all ')}) parent order by ${order} ${page}`, values: into.values };
}

/**
 * What lies after a document: same values and a later id, or same values but for a later last one, and so on.
 * Each is one range of an index, however many documents share a value; a single condition with `or` would be none.
 */
function afterAlternatives(alternatives: string[], sort: readonly SortKey[], after: NonNullable<Query['after']>, into: Parameters): string[] {
  const values = sort.map((_, index) => into.add(JSON.stringify(keyOf(after.values[index])), 'jsonb'));
  const same = sort.map(({ field }, index) => `${keyField(field)} = ${values[index]}`);
  const beyond = sort.map(({ field, direction }, index) => `${keyField(field)} ${direction === 1 ? '>' : '<'} ${values[index]}`);
  const byId = `parent.id > ${into.add(after.id, 'text')}`;
  const ranges = [...beyond, byId].map((last, index) => [...same.slice(0, index), last].join(' and ')).reverse();
  return alternatives.flatMap((alternative) => ranges.map((range) => `${alternative} and ${range}`));
}

/** The number of matching documents in a column `count`, at most `cap`. */
export function countStatement(collection: string, query: Selection, cap: number): Statement {
  const into = parameters();
  const { prefix, alternatives } = conditions(query, into, fewHits.count);
  const parts = alternatives.map((where) => `(select from ${tableName(collection)} parent where ${where} limit ${rows(cap)})`);
  return { text: `${prefix}select count(*)::float8 as count from (${parts.join(' union all ')}) found`, values: into.values };
}

/**
 * A page and the number of matching documents, at most `cap`, in the columns `docs` and `count` of one row.
 * From few hits both take the same documents; where hits are many, a page and a count each stop when they are full.
 */
export function pageStatement(collection: string, query: Query & Required<Pick<Query, 'having'>>, cap: number): Statement {
  const into = parameters();
  const { prefix, alternatives } = conditions(query, into, fewHits.count);
  const [near = '', walked = ''] = alternatives;
  const table = `${tableName(collection)} parent`;
  const keys = query.sort.map(({ field }, index) => `, ${keyField(field)} as key${index}`).join('');
  const order = [...query.sort.map(({ direction }, index) => `key${index} ${direction === 1 ? 'asc' : 'desc'}`), 'id'].join(', ');
  const page = `limit ${rows(query.limit)} offset ${into.add(query.offset ?? 0, 'bigint')}`;
  const text = `${prefix}, matching as materialized (select id${keys} from ${table} where ${near}),
    page as materialized (
      (select * from matching order by ${order} ${page}) union all (select id${keys} from ${table} where ${walked} order by ${orderBy(query.sort)} ${page})
    )
    select (select count(*) from (select from matching limit ${rows(cap)}) few_matching)::float8
        + (select count(*) from (select from ${table} where ${walked} limit ${rows(cap)}) many_matching)::float8 as count,
      coalesce((select json_agg(doc order by ${order}) from page join ${table} using (id)), '[]') as docs`;
  return { text, values: into.values };
}

/** Ids that a document can have at all; Postgres refuses the others even in a question. */
export const possibleIds = (ids: readonly string[]): string[] => ids.filter(storable);
