import { usualLimit } from '@waystory/proto/assistant/mcp/story-card.ts';
import { mentionOf, type RunRead, storyOf } from './read-context.ts';

export const search: RunRead<'search'> = async ({ query: q, country, limit }, context) => {
  const page = { q, limit: String(limit ?? usualLimit) };
  const [stories, stops] = await Promise.all([
    context.api.searchItineraries({ query: page }),
    context.api.searchStops({ query: { ...page, ...(country && { country }) } }),
  ]);
  return {
    stories: stories.results.map(({ entity }) => storyOf(entity, context)),
    stops: stops.results.map(({ entity }) => mentionOf(entity)),
  };
};
