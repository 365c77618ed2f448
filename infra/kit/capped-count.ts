import { totalCap } from '@waystory/proto/kit/list.ts';
import type { ProjectionStore, Selection } from '../projections/port.ts';

/** For how long a list that had more items than are counted is taken to have them still, milliseconds. */
const trust = 60_000;
const remembered = 1_000;

export type Count = (collection: string, condition: Selection) => Promise<number>;

/** Counts matching documents, exactly up to `totalCap`. What was found to be more is not counted again for a while: that is the dear case. */
export function cappedCount(store: Pick<ProjectionStore, 'count'>, now: () => number = Date.now): Count {
  const large = new Map<string, number>();
  return async (collection, condition) => {
    const key = () => `${collection} ${JSON.stringify(condition)}`;
    if (large.size > 0 && (large.get(key()) ?? 0) > now()) return totalCap + 1;
    const count = await store.count(collection, condition, totalCap + 1);
    if (count > totalCap) large.set(key(), now() + trust);
    if (large.size > remembered) large.delete(large.keys().next().value ?? '');
    return count;
  };
}
