import { getRouteApi } from '@tanstack/react-router';
import { problemCode } from '@waystory/client/api.ts';
import { useTranslation } from 'react-i18next';
import { isId } from '../../lib/identifier.ts';
import { useStory } from '../../model/itinerary/use-story.ts';
import { StoryMissing, StorySkeleton, StoryUnreachable } from './story-states.tsx';
import { StoryView } from './story-view.tsx';

const route = getRouteApi('/itineraries/$id');

/** spec 2.1: page of an itinerary, or the reason why it is unavailable. */
export function ItineraryPage() {
  const { id } = route.useParams();
  // All text namespaces of the page load together, so that no component suspends later.
  useTranslation(['story', 'social']);
  if (!isId(id)) return <StoryMissing what="badAddress" />;
  return <StoryOf key={id} id={id} />;
}

function StoryOf({ id }: { id: string }) {
  const { query, story } = useStory(id);
  if (story) return <StoryView story={story} />;
  if (query.isPending) return <StorySkeleton />;
  if (problemCode(query.error) === 'itinerary/unknown') return <StoryMissing />;
  return <StoryUnreachable onRetry={() => void query.refetch()} retrying={query.isFetching} />;
}
