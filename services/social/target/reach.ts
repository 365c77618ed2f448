import type { Reach } from '@waystory/infra/read-models/projection.ts';
import type { Filter } from '@waystory/proto/kit/filter.ts';

/** Whether every document that matches has one of the values that the filter names for a field. */
function names(filter: Filter, field: string): boolean {
  switch (filter.op) {
    case 'eq':
    case 'in':
      return filter.field === field;
    case 'and':
      return filter.of.some((one) => names(one, field));
    case 'or':
      return filter.of.length > 0 && filter.of.every((one) => names(one, field));
    default:
      return false;
  }
}

/** Who names what a thing hangs on has its link, which is enough for what is unlisted; who looks through a list has not. */
export const reachOf = (filter: Filter | null | undefined, field: string): Reach => (filter && names(filter, field) ? 'linked' : 'listed');
