import { orThrow } from '@waystory/infra/errors.ts';
import { bindRoutes, commandRouteHandler } from '@waystory/infra/http/route-handler.ts';
import { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import { requireChangeableItinerary } from '../itinerary/itinerary.ts';
import { days, itineraries } from '../itinerary/stories.projection.ts';
import { storyStream } from '../itinerary/story.stream.ts';
import { withSeenStops } from '../stop/stop.view.ts';
import { dayOf, optimizedDay } from './day.ts';

const command = commandRouteHandler(storyStream);

export const routes = bindRoutes(dayRoutes, {
  addDay: command(
    ({ params, body, newId, principal }) => ({ id: params.itineraryId, command: { type: 'AddDay', dayId: newId, day: body, actor: principal } }),
    (story, { newId }) => dayOf(story, newId),
  ),
  listDays: async ({ params, query }, { reads }) => {
    orThrow(await reads.one(itineraries, params.itineraryId), 'itinerary/unknown');
    const page = await reads.list(days, query, { where: eq('itineraryId', params.itineraryId), reach: 'linked' });
    return { body: { ...page, items: await withSeenStops(page.items, reads) } };
  },
  getDay: async ({ params }, { reads }) => {
    const day = await reads.one(days, params.id, { where: eq('itineraryId', params.itineraryId) });
    const [seen = null] = await withSeenStops(day ? [day] : [], reads);
    return { body: orThrow(seen, 'day/unknown') };
  },
  patchDay: command(
    ({ params, body, principal }) => ({ id: params.itineraryId, command: { type: 'PatchDay', dayId: params.id, changes: body, actor: principal } }),
    (story, { params }) => dayOf(story, params.id),
  ),
  previewDayOrder: async ({ params, body, principal }, { commands }) => {
    const { state } = await commands.load(storyStream, params.itineraryId);
    // Callers who may not change the itinerary get no order of its days.
    requireChangeableItinerary(state, principal);
    return { body: { dayId: params.id, ...optimizedDay(state, params.id, body) } };
  },
  optimizeDay: async (request, services) => {
    const { params, body } = request;
    const before = (await services.commands.load(storyStream, params.itineraryId)).state;
    requireChangeableItinerary(before, request.principal);
    const { stopIds: _, ...found } = optimizedDay(before, params.id, body);
    const { body: day, ...answer } = await optimize(request, services);
    return { ...answer, body: { dayId: params.id, stopIds: day.stopIds, ...found } };
  },
  deleteDay: command(
    ({ params, principal }) => ({ id: params.itineraryId, command: { type: 'RemoveDay', dayId: params.id, actor: principal } }),
    () => undefined,
  ),
});

const optimize = command<Route & Pick<typeof dayRoutes.patchDay, 'reply'> & Pick<typeof dayRoutes.optimizeDay, 'params' | 'body'>>(
  ({ params, body: rules, principal: actor }) => ({ id: params.itineraryId, command: { type: 'OptimizeDay', dayId: params.id, rules, actor } }),
  (story, { params }) => dayOf(story, params.id),
);
