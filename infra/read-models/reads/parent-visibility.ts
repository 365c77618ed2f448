import { isModerator, type Principal } from '../../identity/principal.ts';
import { matches } from '../../projection-store/memory-filter.ts';
import type { Doc, ProjectionStore, Under } from '../../projection-store/port.ts';
import type { Collection, Reach } from '../projection.ts';

/** What the documents of a collection must hang on for a principal to see them. Moderators see what hangs on anything, also on what is gone. */
export async function underOf(
  { under = [] }: Pick<Collection, 'under'>,
  principal: Principal,
  reach: Reach,
  locate: (collection: Collection) => Promise<string>,
): Promise<Under[]> {
  if (isModerator(principal)) return [];
  const located = under.map(async ({ collection, key }) => ({
    collection: await locate(collection),
    key,
    filter: collection.visibleTo(principal, reach),
  }));
  return Promise.all(located);
}

/** What is looked up where nothing hangs on anything: no id is empty. */
const nothing = [''];

/**
 * Those of some documents that hang on what is there and in sight: a look-up by key for each thing that they hang on.
 * An absent document takes as many look-ups as a private one, so that the time of an answer does not tell private from absent.
 */
export async function inSight(store: Pick<ProjectionStore, 'get'>, docs: Doc[], under: readonly Under[]): Promise<Doc[]> {
  let left = docs;
  for (const { collection, key, filter } of under) {
    const named = (doc: Doc): unknown => doc[key] ?? null;
    const ids = [...new Set(docs.map(named))].filter((id) => typeof id === 'string');
    const found = await store.get(collection, ids.length > 0 ? ids : nothing);
    const seen = new Set<unknown>(found.filter((doc) => !filter || matches(filter, doc)).map(({ id }) => id));
    left = left.filter((doc) => named(doc) === null || seen.has(named(doc)));
  }
  return left;
}
