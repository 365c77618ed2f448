import { useInfiniteQuery } from '@tanstack/react-query';
import type { PlaceOnMap } from '@waystory/proto/itineraries/story-place.ts';
import { searchResults } from './search.query.ts';

/** Places that the words name, best first; none before they are known. */
export function usePlacesOnMap(q: string): readonly PlaceOnMap[] {
  const { data, isPlaceholderData } = useInfiniteQuery(searchResults('places', q, {}));
  return (!isPlaceholderData && data?.pages[0]?.onMap) || [];
}
