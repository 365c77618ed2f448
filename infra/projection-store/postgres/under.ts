import type { Under } from '../port.ts';
import { tableName, textField } from './expressions.ts';
import { compileFilter, type Parameters } from './filter.ts';

/**
 * Condition on `parent`: what it hangs on is there and matches, looked up by key for each document that is otherwise found.
 * A page and a count stop when they are full, so they look up about as many as they answer, however many documents there are.
 */
export function compileUnder({ collection, key, filter }: Under, into: Parameters): string {
  const named = textField(key, 'parent.doc');
  const matching = filter ? ` and ${compileFilter(filter, into, 'checked')}` : '';
  // Without `offset 0` the planner may make a join of it that goes through the whole other collection first.
  return `(${named} is null or exists (select from ${tableName(collection)} where id = ${named} and doc is not null${matching} offset 0))`;
}
