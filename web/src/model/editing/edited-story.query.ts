import { queryOptions } from '@tanstack/react-query';
import type { Day } from '@waystory/proto/itineraries/day.ts';
import type { itineraryView } from '@waystory/proto/itineraries/itinerary.ts';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import type { z } from 'zod';
import { api } from '../../client/api.ts';
import { queryClient } from '../query-client.ts';

export type ItineraryView = Omit<z.output<typeof itineraryView>, 'days' | 'stops'>;

/** An itinerary with its days and all of its stops, as its writer sees it. */
export interface Story {
  itinerary: ItineraryView;
  days: Day[];
  stops: StopView[];
}

/** The story that is being written, in one request. */
export const editedStory = (id: string) =>
  queryOptions({
    queryKey: ['itineraries', id, 'edit'] as const,
    queryFn: async (): Promise<Story> => {
      const { days = [], stops = [], ...itinerary } = await api.getItinerary({ params: { id }, query: { include: 'days,stops' } });
      return { itinerary, days, stops };
    },
  });

/** The story as it is on the server now, also for every screen that shows it. */
export async function refreshStory(id: string): Promise<Story> {
  const story = await queryClient.fetchQuery({ ...editedStory(id), staleTime: 0, retry: false });
  void forgetLists();
  return story;
}

/** What writing to a story does not change. */
const constant = new Set(['account', 'countries', 'config', 'image', 'preview-images']);

/** Lists of itineraries that other screens hold are asked for again when they are next looked at. */
export const forgetLists = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [first, , last] }) => !constant.has(String(first)) && !(first === 'itineraries' && last === 'edit'),
    refetchType: 'none',
  });

/** What a write answered, in the place of what was there. */
export function replaceInStory(id: string, change: (story: Story) => Story): void {
  queryClient.setQueryData(editedStory(id).queryKey, (story) => story && change(story));
}
