import { queryOptions, useQuery } from '@tanstack/react-query';
import type { itineraryView } from '@waystory/proto/itineraries/itinerary.ts';
import { useMemo } from 'react';
import type { z } from 'zod';
import { api } from '../../client/api.ts';
import { embedded } from '../../client/config.ts';
import { auth } from '../../client/identity/auth.ts';
import { useAccount } from '../../model/account/account.query.ts';
import { forgetLists } from '../../model/editing/edited-story.query.ts';
import { queryClient } from '../../model/query-client.ts';
import type { LikesPlace } from '../../model/social/use-reaction.ts';
import { type Chapter, chaptersOf } from './chapters.ts';

/** An itinerary with its author, countries, days and stops. */
export type StoryView = z.output<typeof itineraryView>;

/** As long as a story that was read is taken for the present one, milliseconds: the way from it to a stop and back asks nothing. */
const fresh = 60_000;

/** What the server put into the page, once: later visits of this tab ask anew. */
let inPage: StoryView | undefined = embedded('story') as StoryView | undefined; // written by the same release

function takeFromPage(id: string): StoryView | undefined {
  if (inPage?.id !== id) return undefined;
  const story = inPage;
  inPage = undefined;
  return story;
}

/** A whole story in one request, or with the page. The page has it as a visitor sees it, so whoever may be somebody asks again. */
export const storyQuery = (id: string) =>
  queryOptions({
    queryKey: ['itinerary', id, 'story'],
    queryFn: () => api.getItinerary({ params: { id }, query: { include: 'days,stops' } }),
    staleTime: fresh,
    initialData: () => takeFromPage(id),
    initialDataUpdatedAt: () => (auth.lastReader() === null ? Date.now() : 0),
  });

const rewrite = (id: string, change: (story: StoryView) => StoryView): void => {
  queryClient.setQueryData(storyQuery(id).queryKey, (story) => story && change(story));
};

/** Its likes are part of the story, and of every list that shows it. */
export const likesOfStory = (id: string): LikesPlace => ({
  queryKey: storyQuery(id).queryKey,
  add: (by) => rewrite(id, (story) => ({ ...story, likeCount: story.likeCount + by })),
  outdates: [['itineraries-in-view'], ['first-tour'], ['place-itineraries'], ['itineraries', 'of'], ['cards'], ['stories-of'], ['search']],
});

/** Takes a story out of sight or brings it back; only moderators may. */
export async function hideStory(id: string, hidden: boolean): Promise<void> {
  const { version, updatedAt } = await api.patchItinerary({ params: { id }, body: { hidden } });
  rewrite(id, (story) => ({ ...story, hidden, version, updatedAt }));
  void forgetLists();
}

/** A story as its reader may see it. */
export interface Story {
  itinerary: StoryView;
  chapters: readonly Chapter[];
  isOwner: boolean;
}

/** The story and the state of its request. */
export function useStory(id: string) {
  const query = useQuery(storyQuery(id));
  const account = useAccount();
  const itinerary = query.data;
  const isOwner = itinerary !== undefined && account.data?.id === itinerary.accountId;
  const story = useMemo<Story | null>(() => {
    if (!itinerary) return null;
    const { days = [], stops = [] } = itinerary;
    return { itinerary, isOwner, chapters: chaptersOf({ days, stops, withSuggested: isOwner }) };
  }, [itinerary, isOwner]);
  return { query, story };
}
