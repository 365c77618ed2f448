import type { LinkedCommand } from '@waystory/infra/commands/decider.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { HandlerServices, RouteRequest } from '@waystory/infra/http/route-handler.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import type { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import type { PlaceSearch } from '../place/place-search.ts';
import { type ResolvedPlace, resolvePlace, stopFieldsOf } from '../place/resolve-place.ts';
import { storyExtentOf } from '../stop/story-area.ts';
import type { InitialDay, InitialStop } from './itinerary.ts';
import { findMissingReferences } from './references.ts';

type CreateRequest = Pick<RouteRequest<typeof itineraryRoutes.createItinerary>, 'principal' | 'newId' | 'body'>;

/** A stop of the request. */
interface SentStop {
  sent: NonNullable<CreateRequest['body']['stops']>[number];
  dayIds: string[];
  /** Path in the request, for errors. */
  path: string;
}

/** Most stops whose places are resolved concurrently. */
const resolvedTogether = 16;

/** Days and stops of a new itinerary, with the commands that record its new places. */
export interface NewStoryParts {
  days: InitialDay[];
  stops: InitialStop[];
  links: LinkedCommand[];
}

/**
 * Resolves the days and stops of a new itinerary. Their ids derive from its id, so a repeated request creates the same story.
 * @throws Rejected of a place that cannot be resolved, with the `path` of its stop. EngineUnavailable.
 */
export async function newStoryParts(request: CreateRequest, services: HandlerServices, search: PlaceSearch): Promise<NewStoryParts> {
  const { days = [], daysCount = 0, stops = [] } = request.body;
  const ids = Array.from({ length: Math.max(daysCount, days.length) }, (_, index) => derivedId('day', request.newId, String(index + 1)));
  const sent = [
    ...ids.flatMap((dayId, day) => (days[day]?.stops ?? []).map((one, at) => ({ sent: one, dayIds: [dayId], path: `body.days.${day}.stops.${at}` }))),
    ...stops.map((one, at) => ({ sent: one, dayIds: [], path: `body.stops.${at}` })),
  ];
  const places = await resolvePlaces(sent, request, services, search);
  const placed = sent.flatMap((one, index) => {
    const resolved = places.get(one);
    return resolved ? [{ ...one, ...resolved, stopId: derivedId('stop', request.newId, String(index + 1)) }] : [];
  });
  return {
    days: ids.map((dayId, index) => {
      const { stops: _, ...day } = days[index] ?? {};
      return { dayId, ...day };
    }),
    stops: await Promise.all(placed.map((one) => initialStop(one, services))),
    links: placed.flatMap(({ links }) => links),
  };
}

async function initialStop(
  { sent, dayIds, path, stopId, place }: SentStop & ResolvedPlace & { stopId: string },
  { commands }: HandlerServices,
): Promise<InitialStop> {
  const { stop, origin } = stopFieldsOf(sent);
  return { stopId, stop: { ...stop, dayIds }, place, origin, dangling: await findMissingReferences(stop, commands), path };
}

/** Resolves words last, because stops with a known place tell which of several namesakes is meant. */
async function resolvePlaces(sent: readonly SentStop[], { principal, body }: CreateRequest, services: HandlerServices, search: PlaceSearch) {
  const places = new Map<SentStop, ResolvedPlace>();
  const areaOf = async () => {
    const located = [...places.values()].map(({ place }, index) => ({ ...place, isLocated: place.isLocated ?? true, index }));
    return storyExtentOf(located, body.countryIds ?? []);
  };
  const resolve = async (stop: SentStop): Promise<void> => {
    const resolving = resolvePlace({ principal, body: stop.sent }, services, { search, areaOf });
    places.set(stop, await resolving.catch((error: unknown) => refuseAt(stop.path, error)));
  };
  const { words = [], known = [] } = Object.groupBy(sent, (stop) => (stop.sent.locationQuery === undefined ? 'known' : 'words'));
  for (const group of [known, words])
    for (let from = 0; from < group.length; from += resolvedTogether) await Promise.all(group.slice(from, from + resolvedTogether).map(resolve));
  return places;
}

function refuseAt(path: string, error: unknown): never {
  throw error instanceof Rejected ? new Rejected(error.code, { ...error.data, path }) : error;
}
