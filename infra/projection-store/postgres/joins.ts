import type { Box, Filter } from '@waystory/proto/kit/filter.ts';
import type { ParentMatch, Query } from '../port.ts';
import { collectionRow, type Layout, textOf } from './columns.ts';
import { keyField, type Parameters, tableName } from './expressions.ts';
import { compileFilter } from './filter.ts';

/**
 * Condition on `parent`: its own parent exists and matches, looked up by key per found document. Page and count stop when full, so they need about
 * one look-up per result, whatever the number of documents.
 */
export function compileParentMatch({ collection, key, filter }: ParentMatch, parent: Layout, layout: Layout, into: Parameters): string {
  const row = collectionRow(parent, 'parent');
  const onNothing = compileFilter({ op: 'isNull', field: key, value: true }, into, row);
  const matching = filter ? ` and ${compileFilter(filter, into, collectionRow(layout), 'checked')}` : '';
  // Without `offset 0` the planner may make a join of it that goes through the whole other collection first.
  return `(${onNothing} or exists (select from ${tableName(collection)} where id = ${textOf(key, row)} and body is not null${matching} offset 0))`;
}

/** Most hits for the plan that begins at them. The limit of a count is higher, because a count cannot stop early like a page. */
export const fewHits = { page: 5_000, count: 100_000 } as const;

/** Minimum extent of a box that counts as worldwide, degrees. */
const worldwide = { latitudes: 120, longitudes: 300 };

export interface ChildMatch {
  /** Goes before the statement. */
  prefix: string;
  /** Conditions on `parent`. Each document meets at most one; together they say what `childMatches` asks for. */
  alternatives: string[];
}

/**
 * Two plans for the same documents, chosen when the statement runs. Few hits lead to their parents by id. With many, parents are visited in order
 * until enough have one. Postgres cannot choose, as it takes every box for equally full.
 */
export function compileChildMatch(
  { collection, key, filter }: NonNullable<Query['childMatches']>,
  layout: Layout,
  into: Parameters,
  most: number,
): ChildMatch {
  // When nearly all documents match, visiting many hits first is wasted.
  const few = isWorldwide(filter) ? Math.min(most, fewHits.page) : most;
  const child = tableName(collection);
  const row = collectionRow(layout);
  const hit = `body is not null and ${compileFilter(filter, into, row)}`;
  const checked = `body is not null and ${compileFilter(filter, into, row, 'checked')}`;
  const prefix = `with hits as materialized (select ${textOf(key, row)} as key from ${child} where ${hit} limit ${few + 1}),
    hit_count as materialized (select count(*) <= ${few} as few from hits) `;
  // Without `offset 0` the planner would make a join of it that goes through all hits first.
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
