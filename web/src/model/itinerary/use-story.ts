import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useAccount } from '../account/account.query.ts';
import { outdatedBy } from '../queries/invalidation.ts';
import type { CachedLikes } from '../social/use-reaction.ts';
import { type Chapter, chaptersOf } from './chapters.ts';
import { changeItinerary, type ItineraryView, type WholeItinerary, wholeItinerary } from './itinerary.query.ts';
import { itineraryWrites } from './itinerary-writes.ts';

/** A private story has no likes or comments. */
export const allowsLikesAndComments = ({ visibility }: Pick<ItineraryView, 'visibility'>): boolean => visibility !== 'PRIVATE';

/** Cached likes of a story, which appear in the story and in every list that shows it. */
export const likesOfStory = (id: string): CachedLikes => ({
  queryKey: wholeItinerary(id).queryKey,
  add: (by) => changeItinerary(id, (itinerary) => ({ ...itinerary, likeCount: itinerary.likeCount + by })),
  outdates: outdatedBy({ kind: 'like', of: 'itinerary' }),
});

/** Hides or restores a story; only moderators may. */
export async function hideStory(id: string, hidden: boolean): Promise<void> {
  await itineraryWrites.patchItinerary({ params: { id }, body: { hidden } });
}

/** A story as its reader sees it. */
export interface Story {
  itinerary: WholeItinerary;
  chapters: readonly Chapter[];
  isOwner: boolean;
}

/** The story and the state of its request. */
export function useStory(id: string) {
  const query = useQuery(wholeItinerary(id));
  const account = useAccount();
  const itinerary = query.data;
  const isOwner = itinerary !== undefined && account.data?.id === itinerary.accountId;
  const story = useMemo<Story | null>(() => {
    if (!itinerary) return null;
    const { firstDate, days, stops } = itinerary;
    return { itinerary, isOwner, chapters: chaptersOf({ firstDate, days, stops, withSuggested: isOwner }) };
  }, [itinerary, isOwner]);
  return { query, story };
}
