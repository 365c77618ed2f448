import type { Under } from '../port.ts';
import type { Layout } from './columns.ts';
import { tableName } from './expressions.ts';
import { compileFilter } from './filter.ts';
import type { Parameters } from './parameters.ts';
import { collectionRow, textOf } from './row.ts';

/**
 * Condition on `parent`: what it hangs on is there and matches, looked up by key for each document that is otherwise found.
 * A page and a count stop when they are full, so they look up about as many as they answer, however many documents there are.
 */
export function compileUnder({ collection, key, filter }: Under, parent: Layout, layout: Layout, into: Parameters): string {
  const row = collectionRow(parent, 'parent');
  const onNothing = compileFilter({ op: 'isNull', field: key, value: true }, into, row);
  const matching = filter ? ` and ${compileFilter(filter, into, collectionRow(layout), 'checked')}` : '';
  // Without `offset 0` the planner may make a join of it that goes through the whole other collection first.
  return `(${onNothing} or exists (select from ${tableName(collection)} where id = ${textOf(key, row)} and body is not null${matching} offset 0))`;
}
