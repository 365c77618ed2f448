import type { Reach } from '@waystory/infra/read-models/projection.ts';
import type { Filter } from '@waystory/proto/kit/filter.ts';

/** True when each match has one of the values that the filter names for the field. */
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

/** A caller who names the target has its link and may read unlisted things; a caller who browses a list may not. */
export const reachOf = (filter: Filter | null | undefined, field: string): Reach => (filter && names(filter, field) ? 'linked' : 'listed');
