import type { Filter } from '@waystory/proto/kit/filter.ts';

/** What is asked for, in parts that all must hold. */
const partsOf = (filter: Filter): Filter[] => (filter.op === 'and' ? filter.of.flatMap(partsOf) : [filter]);

/** An index finds what it asks for, or it asks for nothing else than who may see a document. */
const isPlain = (filter: Filter): boolean => (filter.op === 'and' ? filter.of.every(isPlain) : filter.op === 'eq' || filter.op === 'in');

/** Few documents have one and the same id in a field. */
const isKeyed = (filter: Filter): boolean => (filter.op === 'eq' || filter.op === 'in') && /^id$|Id$/.test(filter.field);

/** Whether a filter asks for what hangs on named documents, which an index finds by itself. */
export const asksByKey = (filter: Filter): boolean => partsOf(filter).some(isKeyed);

/**
 * A filter as filters of which a document meets at most one, each of them a range of an index: with an `or` in it none is read in order.
 * Answers the filter itself where there is nothing to gain.
 */
export function apart(filter: Filter): Filter[] {
  const parts = partsOf(filter);
  const choice = parts.find((part) => part.op === 'or' && part.of.length === 2 && part.of.every(isPlain));
  if (choice?.op !== 'or' || asksByKey(filter)) return [filter];
  const others = parts.filter((part) => part !== choice);
  return choice.of.map((one, index) => {
    const before = choice.of.slice(0, index).map((of): Filter => ({ op: 'not', of }));
    return { op: 'and', of: [one, ...before, ...others] };
  });
}
