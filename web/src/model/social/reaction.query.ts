import { queryOptions } from '@tanstack/react-query';
import { api, problemCode } from '@waystory/client/api.ts';
import { myAccount } from '../account/account.query.ts';
import { keys } from '../queries/keys.ts';
import { queryClient } from '../query-client.ts';
import type { Opinion, Reactable } from './reaction.ts';

/** Stale time of a reaction, milliseconds: other tabs of the same person rarely change it. */
const fresh = 60_000;

/** The signed-in user's reactions to items of one type, by id; requires a sign-in. */
export async function opinionsOf(reactableType: Reactable['reactableType'], ids: readonly string[]): Promise<ReadonlyMap<string, Opinion>> {
  if (ids.length === 0) return new Map();
  const { id: accountId } = await queryClient.ensureQueryData(myAccount);
  const filter = JSON.stringify({ reactableType, reactableId: ids, accountId });
  const { items } = await api.listReactions({ query: { filter, limit: ids.length } });
  return new Map(items.map(({ reactableId, reactionType }) => [reactableId, reactionType]));
}

/** The signed-in user's reaction to one item; null without one. */
export const myOpinion = ({ reactableType, reactableId }: Reactable) =>
  queryOptions({
    queryKey: keys.opinion(reactableType, reactableId),
    queryFn: async (): Promise<Opinion> => (await opinionsOf(reactableType, [reactableId])).get(reactableId) ?? null,
    staleTime: fresh,
  });

/** Number of likes of a stop, from a separate request, because stops do not contain it. */
export const stopLikes = (stopId: string) =>
  queryOptions({
    queryKey: keys.stopLikes(stopId),
    queryFn: async () => {
      const filter = JSON.stringify({ reactableType: 'stop', reactableId: stopId, reactionType: 'like' });
      return (await api.listReactions({ query: { filter, limit: 1 } })).total;
    },
    staleTime: fresh,
  });

/** Sends the change from one reaction to another; null means no reaction. */
export async function sendOpinion(thing: Reactable, to: Opinion, from: Opinion): Promise<void> {
  if (to) await api.createReaction({ body: { ...thing, reactionType: to } });
  else if (from) await api.deleteReaction({ params: { ...thing, reactionType: from } }).catch(ignoreNotFound);
}

/** Ignores the error for a reaction that another tab has removed. */
function ignoreNotFound(error: unknown): void {
  if (problemCode(error) !== 'reaction/unknown') throw error;
}
