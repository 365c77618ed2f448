import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../query-client.ts';
import { useOptimisticWrite } from './optimistic-write.ts';
import { myOpinion, sendOpinion } from './reaction.query.ts';
import { likeCountChange, type Opinion, type Reactable } from './reaction.ts';

/** Cached query with an item's like count, and the update of that count. */
export interface CachedLikes {
  queryKey: QueryKey;
  add: (by: number) => void;
  /** Other lists that show or sort by the likes. */
  outdates: readonly QueryKey[];
}

/** Message about a failed reaction. */
export function useReactionFailure(): (to: Opinion) => string {
  const { t } = useTranslation('social');
  return (to) => t(`reaction.failed.${to ?? 'none'}`);
}

/** The signed-in user's reaction to an itinerary or a stop, with a setter. */
export function useReaction(thing: Reactable, likes: CachedLikes) {
  const { person } = useAuth();
  const mine = myOpinion(thing);
  const opinion = useQuery({ ...mine, enabled: person !== null }).data ?? null;
  const react = useOptimisticWrite<Opinion>({
    key: `reaction ${thing.reactableType} ${thing.reactableId}`,
    queries: [mine.queryKey, likes.queryKey],
    outdates: likes.outdates,
    show: (to, from) => {
      queryClient.setQueryData(mine.queryKey, to);
      likes.add(likeCountChange(from, to));
    },
    send: (to, from) => sendOpinion(thing, to, from),
    failed: useReactionFailure(),
  });
  return { opinion, react };
}
