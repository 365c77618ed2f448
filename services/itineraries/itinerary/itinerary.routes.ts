import { CommandWithLinks } from '@waystory/infra/commands/decider.ts';
import { ifAvailable, orThrow } from '@waystory/infra/errors.ts';
import { historyPage } from '@waystory/infra/history/history.ts';
import type { OpenServices, ServiceParts } from '@waystory/infra/host/service.ts';
import { type BoundRoutes, bindRoutes, commandRouteHandler, type RouteResponse, requireAccountId } from '@waystory/infra/http/route-handler.ts';
import { JsonBody, jsonOfPage, jsonWithLists } from '@waystory/infra/read-models/reads/json-text.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import { maxDays } from '@waystory/proto/itineraries/day.ts';
import { type Itinerary, type itinerary, itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { maxStops } from '@waystory/proto/itineraries/stop.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { itineraryHistoryRoutes } from '@waystory/proto/operations/history.ts';
import type { PlaceSearch } from '../place/place-search.ts';
import { stopViewsOf, withSeenStops } from '../stop/stop.view.ts';
import type { ItineraryCommand } from './itinerary.ts';
import { cardBytes, cardsOf, itineraryAnswer, itineraryViewsOf } from './itinerary.view.ts';
import { newStoryParts } from './new-story.ts';
import { findMissingReferences } from './references.ts';
import { days, itineraries, likes, stops } from './stories.projection.ts';
import { storyStream } from './story.stream.ts';
import type { Story } from './story.ts';

const command = commandRouteHandler(storyStream);
const itineraryOf = ({ itinerary }: Story): Itinerary => orThrow(itinerary, 'itinerary/unknown');
/** A write whose reply does not have its relations yet. */
type Written<R extends keyof typeof itineraryRoutes> = Omit<(typeof itineraryRoutes)[R], 'reply'> & { reply: typeof itinerary };

const createOn = (search: PlaceSearch) =>
  command<Written<'createItinerary'>>((request, services) => {
    const { accountId = requireAccountId(request), daysCount: _c, days: _d, stops: _s, ...itinerary } = request.body;
    const make = async () => {
      const [dangling, { links, ...parts }] = await Promise.all([
        findMissingReferences(itinerary, services.commands),
        newStoryParts(request, services, search),
      ]);
      return new CommandWithLinks<ItineraryCommand>(
        { type: 'CreateItinerary', accountId, itinerary, ...parts, dangling, actor: request.principal },
        links,
      );
    };
    return { id: request.newId, command: make };
  }, itineraryOf);

const patch = command<Written<'patchItinerary'>>(
  ({ params, body: changes, principal: actor }, { commands }) => ({
    id: params.id,
    command: async () => ({ type: 'PatchItinerary', changes, dangling: await findMissingReferences(changes, commands), actor }),
  }),
  itineraryOf,
);

const moveBin = (type: 'BinItinerary' | 'UnbinItinerary') =>
  command<Written<'binItinerary'>>(({ params, principal: actor }) => ({ id: params.id, command: { type, actor } }), itineraryOf);
const [putIntoBin, takeOutOfBin] = [moveBin('BinItinerary'), moveBin('UnbinItinerary')];

/** Adds the likes to the answer to a write: they are not in the stream of the story. */
async function withLikes(id: string, answer: Promise<RouteResponse<Itinerary>>, reads: Reads) {
  const [counted, { body, ...rest }] = await Promise.all([ifAvailable(reads.one(likes, id)), answer]);
  return itineraryAnswer({ ...rest, body: { ...body, likeCount: counted?.likeCount ?? 0 } }, reads);
}

/** @param search Resolves the places of a new itinerary's stops. */
export function itineraryRoutesOn(search: PlaceSearch): BoundRoutes {
  const create = createOn(search);
  return bindRoutes(itineraryRoutes, {
    createItinerary: async (request, services) => itineraryAnswer(await create(request, services), services.reads),
    listItineraries: async ({ query }, { reads }) => {
      const page = await reads.listShared(itineraries, query);
      return { body: new JsonBody(jsonOfPage({ ...page, items: await itineraryViewsOf(await withSeenStops(page.items, reads), reads) })) };
    },
    getItinerary: async ({ params, query: { include = [] } }, { reads }) => {
      const ofThis = eq('itineraryId', params.id);
      const none = { limit: 0 };
      const [[itinerary], itsDays, itsStops] = await reads.allShared([
        { collection: itineraries, where: eq('id', params.id), limit: 1 },
        { collection: days, where: ofThis, sort: [{ field: 'number', direction: 1 }], limit: maxDays, ...(!include.includes('days') && none) },
        { collection: stops, where: ofThis, sort: [{ field: 'index', direction: 1 }], limit: maxStops, ...(!include.includes('stops') && none) },
      ]);
      const story = orThrow(itinerary, 'itinerary/unknown');
      const [[shown = story], shownDays, stopViews] = await Promise.all([
        withSeenStops([story], reads),
        withSeenStops(itsDays, reads),
        stopViewsOf(itsStops, reads),
      ]);
      const [view] = await itineraryViewsOf([shown], reads);
      const lists = { ...(include.includes('days') && { days: shownDays }), ...(include.includes('stops') && { stops: stopViews }) };
      return { body: new JsonBody(jsonWithLists(orThrow(view, 'itinerary/unknown'), lists)), version: story.version };
    },
    patchItinerary: async (request, services) => withLikes(request.params.id, patch(request, services), services.reads),
    binItinerary: async (request, services) => withLikes(request.params.id, putIntoBin(request, services), services.reads),
    unbinItinerary: async (request, services) => withLikes(request.params.id, takeOutOfBin(request, services), services.reads),
    deleteItinerary: command(
      ({ params, query: { reason }, principal }) => ({ id: params.id, command: { type: 'DeleteItinerary', reason, actor: principal } }),
      () => undefined,
    ),
    listItineraryProjections: async ({ query }, { reads }) => {
      const page = await reads.listShared(itineraries, query, { sizeOf: cardBytes });
      return { body: new JsonBody(jsonOfPage({ ...page, items: await cardsOf(page.items, reads) })) };
    },
  });
}

/** History of a story, for moderators. */
export async function openItineraryHistory({ engines: { events } }: Pick<OpenServices, 'engines'>): Promise<ServiceParts> {
  const routes = bindRoutes(itineraryHistoryRoutes, {
    listItineraryHistory: async ({ params, query }) => {
      return { body: await historyPage(events, { stream: storyStream, id: params.id, unknown: 'itinerary/unknown' }, query) };
    },
  });
  return { routes: [routes] };
}
