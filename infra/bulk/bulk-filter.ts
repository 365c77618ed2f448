import { allOf, type Filter } from '@waystory/proto/kit/filter.ts';
import { Rejected } from '../errors.ts';
import type { Principal } from '../identity/principal.ts';
import type { Reads } from '../read-models/reads/read-side.ts';
import type { BulkTarget } from './bulk-target.ts';

/** Condition of a bulk call: the caller's filter within the target's own limits. */
export const conditionOf = (target: BulkTarget, asked: Filter, principal: Principal): Filter => allOf(asked, target.where(principal)) ?? asked;

/** True when the filter names a value shared by all matches, which proves that its author meant them. */
export function isSpecific(filter: Filter): boolean {
  switch (filter.op) {
    case 'and':
      return filter.of.some(isSpecific);
    case 'or':
      return filter.of.length > 0 && filter.of.every(isSpecific);
    case 'eq':
      return typeof filter.value !== 'boolean';
    case 'contains':
    case 'startsWith':
      return filter.value.trim() !== '';
    case 'in':
    case 'has':
      return true;
    case 'not':
    case 'ne':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
    case 'isNull':
    case 'within':
      return false;
    default:
      return filter satisfies never;
  }
}

/**
 * Refuses a filter that matches everything by accident (decision 0013).
 * @throws Rejected `bulk/matches-everything`.
 */
export async function refuseEverything(target: BulkTarget, asked: Filter, matched: number, reads: Reads): Promise<void> {
  if (matched === 0 || target.partsOfOne || isSpecific(asked)) return;
  if (matched >= (await reads.count(target.collection, null))) throw new Rejected('bulk/matches-everything', { matched });
}
