import { historyPage } from '@waystory/infra/history/history.ts';
import type { OpenServices, ServiceParts } from '@waystory/infra/host/service.ts';
import { bind } from '@waystory/infra/http/route-handler.ts';
import { itineraryHistoryRoutes } from '@waystory/proto/operations/history.ts';
import { storyStream } from './story.stream.ts';

/** History of a story, for moderators. */
export async function openHistory({ engines: { events } }: Pick<OpenServices, 'engines'>): Promise<ServiceParts> {
  const routes = bind(itineraryHistoryRoutes, {
    listItineraryHistory: async ({ params, query }) => {
      return { body: await historyPage(events, { stream: storyStream, id: params.id, unknown: 'itinerary/unknown' }, query) };
    },
  });
  return { routes: [routes] };
}
