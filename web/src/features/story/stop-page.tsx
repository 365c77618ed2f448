import { getRouteApi } from '@tanstack/react-router';
import { problemCode } from '@waystory/client/api.ts';
import { PageSkeleton } from '@waystory/ui/skeleton.tsx';
import { useTranslation } from 'react-i18next';
import { isId } from '../../lib/identifier.ts';
import { neighboursOf } from '../../model/itinerary/chapters.ts';
import { useStory } from '../../model/itinerary/use-story.ts';
import { StopView } from './stop-view.tsx';
import { StopMissing, StoryMissing, StoryUnreachable } from './story-states.tsx';

const route = getRouteApi('/itineraries/$itineraryId/stops/$stopId');

/** spec 2.1: page of one stop, or the reason why it is unavailable. */
export function StopPage() {
  const { itineraryId, stopId } = route.useParams();
  // All text namespaces of the page load together, so that no component suspends later.
  useTranslation(['story', 'social']);
  if (!isId(itineraryId)) return <StoryMissing what="badAddress" />;
  if (!isId(stopId)) return <StopMissing itineraryId={itineraryId} />;
  return <StopOf itineraryId={itineraryId} stopId={stopId} />;
}

/** Loads the whole story: the page shows neighbouring stops, and the back link needs no request. */
function StopOf({ itineraryId, stopId }: { itineraryId: string; stopId: string }) {
  const { query, story } = useStory(itineraryId);
  if (story) {
    const neighbours = neighboursOf(story.chapters, stopId);
    return neighbours ? <StopView key={stopId} story={story} {...neighbours} /> : <StopMissing itineraryId={itineraryId} />;
  }
  if (query.isPending) return <PageSkeleton />;
  if (problemCode(query.error) === 'itinerary/unknown') return <StoryMissing />;
  return <StoryUnreachable onRetry={() => void query.refetch()} retrying={query.isFetching} />;
}
