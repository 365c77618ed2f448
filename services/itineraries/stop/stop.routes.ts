import { CommandWithLinks } from '@waystory/infra/commands/decider.ts';
import { orThrow } from '@waystory/infra/errors.ts';
import { type BoundRoutes, bindRoutes, commandRouteHandler, type HandlerServices, type RouteRequest } from '@waystory/infra/http/route-handler.ts';
import { JsonBody, jsonOfPage, memoizePerDocument } from '@waystory/infra/read-models/reads/json-text.ts';
import type { ListOptions, Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import { boxOf } from '@waystory/proto/itineraries/bounds.ts';
import { type Stop, type stop, stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import type { ListQuery } from '@waystory/proto/kit/list.ts';
import { docIn, docsIn } from '../itinerary/doc-table.ts';
import { findMissingReferences } from '../itinerary/references.ts';
import { itineraries, stops } from '../itinerary/stories.projection.ts';
import { storyStream } from '../itinerary/story.stream.ts';
import type { StoryExtent } from '../place/place-choice.ts';
import type { PlaceSearch } from '../place/place-search.ts';
import { resolvePlace, stopFieldsOf } from '../place/resolve-place.ts';
import { locatedStopsFilter } from './stop.filters.ts';
import { type StopCommand, stopOf } from './stop.ts';
import { stopAnswer, stopViewBytes, stopViewOf, stopViewsOf } from './stop.view.ts';
import { storyExtentOf } from './story-area.ts';

const command = commandRouteHandler(storyStream);
/** A write whose reply does not have its relations yet. */
type Written<R extends keyof typeof stopRoutes> = Omit<(typeof stopRoutes)[R], 'reply'> & { reply: typeof stop };

/** spec 3: Stop projection. */
const asProjection = ({ id, placeId, itineraryId, title, countryCode, addressCountry, coordinates }: Stop) => ({
  stopId: id,
  placeId,
  itineraryId,
  title,
  countryCode,
  placeAddressCountryName: addressCountry,
  placeCoordinatesLatitude: coordinates.latitude,
  placeCoordinatesLongitude: coordinates.longitude,
});

const projectionBytes = memoizePerDocument((stop: Stop): number => JSON.stringify(asProjection(stop)).length);

async function listed(query: ListQuery, reads: Reads, options: Pick<ListOptions, 'where' | 'reach'> = {}) {
  const page = await reads.listShared(stops, query, { ...options, sizeOf: stopViewBytes });
  return { body: new JsonBody(jsonOfPage({ ...page, items: await stopViewsOf(page.items, reads) })) };
}

/** Adds a stop and its unrecorded place in one append: a refused stop leaves no place behind. */
async function addStop(
  request: RouteRequest<typeof stopRoutes.addStop>,
  services: HandlerServices,
  search: PlaceSearch,
): Promise<CommandWithLinks<StopCommand>> {
  const { principal, newId: stopId } = request;
  const { stop, origin } = stopFieldsOf(request.body);
  const resolving = resolvePlace(request, services, { search, areaOf: () => storyArea(request.params.itineraryId, null, services) }).catch(
    (error: unknown) => refuse(error, request, services),
  );
  const [{ place, links }, dangling] = await Promise.all([resolving, findMissingReferences(stop, services.commands)]);
  return new CommandWithLinks<StopCommand>({ type: 'AddStop', stopId, stop, place, origin, dangling, actor: principal }, links);
}

/** Extent of a story, without the stop `without` that is to be relocated. */
async function storyArea(itineraryId: string, without: string | null, { commands }: HandlerServices): Promise<StoryExtent> {
  const { state } = await commands.load(storyStream, itineraryId);
  const others = docsIn(state.stops).filter(({ id }) => id !== without);
  return storyExtentOf(others, state.itinerary?.countryIds ?? []);
}

/** Custom places are deleted after their story. When story and place are both missing, the story is reported. */
async function refuse(error: unknown, { params }: RouteRequest<typeof stopRoutes.addStop>, { commands }: HandlerServices): Promise<never> {
  orThrow((await commands.load(storyStream, params.itineraryId)).state.itinerary, 'itinerary/unknown');
  throw error;
}

const addOn = (search: PlaceSearch) =>
  command<Written<'addStop'>>(
    (request, services) => ({ id: request.params.itineraryId, command: () => addStop(request, services, search) }),
    (story, { newId }) => stopOf(story, newId),
  );

/** Changes a stop, and records its new place in the same append if it is not recorded yet. */
async function patchStop(
  { params, body: { place: reference, ...changes }, principal }: RouteRequest<typeof stopRoutes.patchStop>,
  services: HandlerServices,
  search: PlaceSearch,
): Promise<CommandWithLinks<StopCommand>> {
  const places = { search, areaOf: () => storyArea(params.itineraryId, params.id, services) };
  const resolving = reference ? resolvePlace({ principal, body: reference }, services, places) : null;
  const [resolved, dangling] = await Promise.all([resolving, findMissingReferences(changes, services.commands)]);
  const command: StopCommand = { type: 'PatchStop', stopId: params.id, changes, place: resolved?.place, dangling, actor: principal };
  return new CommandWithLinks(command, resolved?.links ?? []);
}

const patchOn = (search: PlaceSearch) =>
  command<Written<'patchStop'>>(
    (request, services) => ({ id: request.params.itineraryId, command: () => patchStop(request, services, search) }),
    (story, { params }) => stopOf(story, params.id),
  );

export function bindStopRoutes(search: PlaceSearch): BoundRoutes {
  const [add, patch] = [addOn(search), patchOn(search)];
  return bindRoutes(stopRoutes, {
    addStop: async (request, services) => stopAnswer(await add(request, services), services.reads),
    listItineraryStops: async ({ params, query }, { reads }) => {
      orThrow(await reads.one(itineraries, params.itineraryId), 'itinerary/unknown');
      return listed(query, reads, { where: eq('itineraryId', params.itineraryId), reach: 'linked' });
    },
    getItineraryStop: async ({ params }, { reads }) => ({
      body: await stopViewOf(orThrow(await reads.one(stops, params.id, { where: eq('itineraryId', params.itineraryId) }), 'stop/unknown'), reads),
    }),
    patchStop: async (request, services) => stopAnswer(await patch(request, services), services.reads),
    deleteStop: command(
      ({ params, principal }) => ({ id: params.itineraryId, command: { type: 'RemoveStop', stopId: params.id, actor: principal } }),
      () => undefined,
    ),
    decideStops: command(
      ({ params, body, principal }) => ({ id: params.itineraryId, command: { type: 'DecideStops', ...body, actor: principal } }),
      (story, { body }) => ({ accepted: body.stopIds.filter((id) => docIn(story.stops, id)?.state === 'ACCEPTED') }),
    ),
    listStops: ({ query }, { reads }) => listed(query, reads),
    getStop: async ({ params }, { reads }) => ({ body: await stopViewOf(orThrow(await reads.one(stops, params.id), 'stop/unknown'), reads) }),
    listStopProjections: async ({ query: { southWestLng, southWestLat, northEastLng, northEastLat, ...query } }, { reads }) => {
      const box = boxOf({ southWestLng, southWestLat, northEastLng, northEastLat });
      const page = await reads.listShared(stops, query, { where: locatedStopsFilter(box), sizeOf: projectionBytes });
      return { body: { ...page, items: page.items.map(asProjection) } };
    },
  });
}
