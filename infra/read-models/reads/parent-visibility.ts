import { isModerator, type Principal } from '../../identity/principal.ts';
import { matches } from '../../projection-store/memory-filter.ts';
import type { Doc, ParentMatch, ProjectionStore } from '../../projection-store/port.ts';
import type { Collection, Reach } from '../projection.ts';

/** Parent conditions under which a principal sees documents of a collection. Moderators see documents of any parent, even of a deleted one. */
export async function parentMatchesOf(
  { under = [] }: Pick<Collection, 'under'>,
  principal: Principal,
  reach: Reach,
  locate: (collection: Collection) => Promise<string>,
): Promise<ParentMatch[]> {
  if (isModerator(principal)) return [];
  const located = under.map(async ({ collection, key }) => ({
    collection: await locate(collection),
    key,
    filter: collection.visibleTo(principal, reach),
  }));
  return Promise.all(located);
}

/** Ids for a dummy look-up, which finds nothing, because no id is empty. */
const nothing = [''];

/**
 * Keeps documents with existing and visible parents: one look-up by key per kind of parent. An absent document takes as many look-ups as a private
 * one, so that response time does not distinguish them.
 */
export async function filterVisible(store: Pick<ProjectionStore, 'get'>, docs: Doc[], parentMatches: readonly ParentMatch[]): Promise<Doc[]> {
  let left = docs;
  for (const { collection, key, filter } of parentMatches) {
    const named = (doc: Doc): unknown => doc[key] ?? null;
    const ids = [...new Set(docs.map(named))].filter((id) => typeof id === 'string');
    const found = await store.get(collection, ids.length > 0 ? ids : nothing);
    const seen = new Set<unknown>(found.filter((doc) => !filter || matches(filter, doc)).map(({ id }) => id));
    left = left.filter((doc) => named(doc) === null || seen.has(named(doc)));
  }
  return left;
}
