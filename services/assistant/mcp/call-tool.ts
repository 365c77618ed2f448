import { aborted } from '@waystory/infra/aborted.ts';
import { Rejected } from '@waystory/infra/errors.ts';
import type { ClientFor } from '@waystory/infra/host/service.ts';
import { derivedId, newId } from '@waystory/infra/identifier.ts';
import type { Workflows } from '@waystory/infra/workflows/port.ts';
import { StepFailed } from '@waystory/infra/workflows/workflow.ts';
import { defaultRadiusKilometres } from '@waystory/proto/assistant/mcp/near.ts';
import {
  isReadTool,
  type OfferedToolName,
  offeredTools,
  type ReadArgs,
  type ReadResult,
  type ReadToolName,
} from '@waystory/proto/assistant/mcp/offered.ts';
import { defaultListLimit, type stopSummary, type storyCard } from '@waystory/proto/assistant/mcp/story-card.ts';
import { failureOf, type ToolFailure } from '@waystory/proto/assistant/tools/tool.ts';
import type { itineraryCard } from '@waystory/proto/itineraries/itinerary.ts';
import { itinerarySearchRoutes } from '@waystory/proto/itineraries/itinerary-search.ts';
import { type StopView, stopTable } from '@waystory/proto/itineraries/stop.ts';
import { stopMapRoutes } from '@waystory/proto/itineraries/stop-map.ts';
import { toolCallCause } from '@waystory/proto/kit/cause.ts';
import type { Client } from '@waystory/proto/kit/client.ts';
import { toolFieldsOf } from '@waystory/proto/kit/described-field.ts';
import { earthRadiusKilometres, kilometresBetween, wrapLongitude } from '@waystory/proto/kit/distance.ts';
import { commonErrors } from '@waystory/proto/kit/error.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { z } from 'zod';
import { placeIdOf } from '../tools/lookup-location.ts';
import type { ToolActivities } from '../tools/tool-call.activities.ts';
import { type ToolCall, toolCallWorkflow } from '../tools/tool-call.workflow.ts';
import { plannerRoutes } from '../tools/tool-context.ts';
import { checkedArguments, failureOfError, isTransient } from '../tools/tool-failure.ts';
import type { WaitingCall } from './abandoned-calls.ts';

/** Most stops of the bounding box that are compared by distance. In a box with more stops, only the latest are compared. */
const mostNearStops = 1_000;

const kmPerDegree = (Math.PI * earthRadiusKilometres) / 180;

/** Corners of a box around a circle, as query parameters. Near a pole it spans all longitudes. */
export function boxAround({ latitude, longitude }: Coordinates, km: number) {
  const north = Math.min(90, latitude + km / kmPerDegree);
  const south = Math.max(-90, latitude - km / kmPerDegree);
  const narrowest = Math.cos((Math.max(Math.abs(north), Math.abs(south)) * Math.PI) / 180);
  const east = narrowest * kmPerDegree * 180 <= km ? 180 : km / kmPerDegree / narrowest;
  const [west, far] = east === 180 ? [-180, 180] : [wrapLongitude(longitude - east), wrapLongitude(longitude + east)];
  const text = (degrees: number): string => degrees.toFixed(6);
  return { southWestLng: text(west), southWestLat: text(south), northEastLng: text(far), northEastLat: text(north) };
}

const near: RunRead<'near'> = async ({ latitude, longitude, radiusKm, limit }, context) => {
  const { api } = context;
  const point = { latitude, longitude };
  const radius = radiusKm ?? defaultRadiusKilometres;
  const box = boxAround(point, radius);
  const most = limit ?? defaultListLimit;
  const [{ label }, around, stories] = await Promise.all([
    api.nearestPlace({ query: { lat: String(latitude), lng: String(longitude) } }),
    api.listStopProjections({ query: { ...box, limit: String(mostNearStops) } }),
    api.listItinerariesByBounds({ query: { ...box, limit: String(most) } }),
  ]);
  const distances = around.items.map(({ stopId, placeCoordinatesLatitude, placeCoordinatesLongitude }) => ({
    id: stopId,
    km: kilometresBetween(point, { latitude: placeCoordinatesLatitude, longitude: placeCoordinatesLongitude }),
  }));
  const nearest = distances
    .filter(({ km }) => km <= radius)
    .sort((a, b) => a.km - b.km)
    .slice(0, most);
  const ids = nearest.map(({ id }) => id);
  const { items } = ids.length > 0 ? await api.listStops({ query: { filter: JSON.stringify({ id: ids }) } }) : { items: [] };
  return {
    label,
    stops: nearest.flatMap(({ id, km }) =>
      items.filter((stop) => stop.id === id).map((stop) => ({ ...stopSummaryOf(stop), km: Math.round(km * 10) / 10 })),
    ),
    stories: stories.items.map((card) => storyCardOf(card, context)),
  };
};

/** Routes that the read tools of MCP clients (other assistants) call with the user's rights. */
const readRoutes = { ...plannerRoutes, ...itinerarySearchRoutes, ...stopMapRoutes };

interface ReadContext {
  api: Client<typeof readRoutes>;
  /** Account of the user. */
  accountId: string;
  /** Public address of the product. */
  origin: string;
}

/** Executes a read. @throws ResponseError. */
type RunRead<N extends ReadToolName> = (args: ReadArgs<N>, context: ReadContext) => Promise<ReadResult<N>>;

type CardFields = Pick<z.output<typeof itineraryCard>, 'id' | 'title' | 'accountUserName' | 'daysCount' | 'stopsCount' | 'likeCount'>;

/** A card or itinerary as a list item. */
export const storyCardOf = (
  { id, title, accountUserName, daysCount, stopsCount, likeCount }: CardFields,
  { origin }: Pick<ReadContext, 'origin'>,
): z.output<typeof storyCard> => ({
  ...{ itineraryId: id, title, author: accountUserName, daysCount, stopsCount, likeCount },
  url: `${origin}/itineraries/${id}`,
});

export const stopSummaryOf = ({ id, itineraryId, title, highlight, place }: StopView): z.output<typeof stopSummary> => ({
  ...{ stopId: id, itineraryId, title, highlight },
  ...{ placeId: place.id, placeName: place.placeName, coordinates: place.coordinates },
});

type StoryStop = ReadResult<'get_story'>['withoutDay'][number];

const toolFields = toolFieldsOf(stopTable);
const shortFields = toolFields.filter((name) => stopTable[name].kind !== 'text');

/** A stop for a model. Long texts are left out unless one day is requested, because a thousand stops would fill the context window. */
function stopOf(stop: StopView, isWhole: boolean): StoryStop {
  const { id, state, place } = stop;
  const told = Object.fromEntries((isWhole ? toolFields : shortFields).map((name) => [name, stop[name]]));
  return {
    ...(told as Pick<StopView, (typeof shortFields)[number]>), // the fields of these names
    ...{ stopId: id, state, placeId: place.id, placeName: place.placeName, coordinates: place.coordinates },
  };
}

const getStory: RunRead<'get_story'> = async ({ itineraryId, dayId }, context) => {
  const story = await context.api.getItinerary({ params: { id: itineraryId }, query: { include: 'days,stops' } });
  const { days = [], stops = [], accountId, visibility, shortDescription, description, highlights, countries } = story;
  const chosen = dayId ? days.filter(({ id }) => id === dayId) : days;
  if (dayId && chosen.length === 0) throw new Rejected('day/unknown');
  const byId = new Map(stops.map((stop) => [stop.id, stop]));
  const inDay = (ids: readonly string[]): StoryStop[] =>
    ids.flatMap((id) => {
      const stop = byId.get(id);
      return stop ? [stopOf(stop, Boolean(dayId))] : [];
    });
  return {
    ...storyCardOf(story, context),
    ...{ isMine: accountId === context.accountId, visibility, shortDescription, description, highlights },
    countries: countries.map(({ name }) => name),
    days: chosen.map(({ id, number, title, stopIds }) => ({ dayId: id, number, title, stops: inDay(stopIds) })),
    withoutDay: dayId ? [] : stops.filter(({ dayIds }) => dayIds.length === 0).map((stop) => stopOf(stop, false)),
  };
};

const mostStops = 10;

const getPlace: RunRead<'get_place'> = async ({ placeId }, { api }) => {
  const filter = JSON.stringify({ placeId, state: 'ACCEPTED' });
  const [place, stops] = await Promise.all([
    api.getPlace({ params: { id: placeId } }),
    api.listStops({ query: { filter, limit: String(mostStops) } }),
  ]);
  const { name, otherNames, placeName, featureType, poiCategories, coordinates, address, wikidataId } = place;
  return {
    ...{ placeId, name, otherNames, placeName, featureType, categories: poiCategories, coordinates, address, wikidataId },
    stops: stops.items.map(stopSummaryOf),
  };
};

const search: RunRead<'search'> = async ({ query: q, country, limit }, context) => {
  const page = { q, limit: String(limit ?? defaultListLimit) };
  const [stories, stops] = await Promise.all([
    context.api.searchItineraries({ query: page }),
    context.api.searchStops({ query: { ...page, ...(country && { country }) } }),
  ]);
  return {
    stories: stories.results.map(({ entity }) => storyCardOf(entity, context)),
    stops: stops.results.map(({ entity }) => stopSummaryOf(entity)),
  };
};

const reads: { [N in ReadToolName]: RunRead<N> } = { search, get_story: getStory, get_place: getPlace, near };

export interface CallServices {
  clientFor: ClientFor;
  workflows: Workflows;
  runTool: ToolActivities['runTool'];
  /** Public address of the product. */
  origin: string;
}

export interface McpCall {
  name: OfferedToolName;
  args: unknown;
  /** Idempotency key of the caller. */
  key: string | null;
  waiting: WaitingCall;
}

/** Executes a call of another assistant for a user, without that user's roles. Returns its result or failure. */
export async function callTool({ name, args, key, waiting }: McpCall, accountId: string, services: CallServices): Promise<unknown> {
  const checked = checkedArguments(offeredTools[name], args ?? {});
  if ('failure' in checked) return checked.failure;
  try {
    if (isReadTool(name)) return await read(name, checked.args as ReadArgs<ReadToolName>, accountId, services); // as: arguments of the same tool
    const call = toolCallOf(name, checked.args, accountId);
    if (offeredTools[name].effect === 'read') return await services.runTool({ ...call, key: newId() });
    return await write(call, key, waiting, services);
  } catch (error) {
    return error instanceof StepFailed || isTransient(error) ? unavailable : failureOfError(error);
  }
}

/** Longest wait for a call, below the clients' timeouts, milliseconds. */
const patience = 45_000;
const slow: ToolFailure = failureOf('tool/slow', 'This takes long, and goes on by itself. Look with get_story before you call it again.');
const givenUp: ToolFailure = failureOf('tool/given-up', 'The caller stopped waiting before anything was written. Nothing was changed.');
const unavailable: ToolFailure = failureOf('engine/unavailable', commonErrors['engine/unavailable']);

const read = <N extends ReadToolName>(name: N, args: ReadArgs<N>, accountId: string, { clientFor, origin }: CallServices): Promise<unknown> =>
  reads[name](args, { api: clientFor(readRoutes, { delegatedBy: accountId }), accountId, origin });

/** The call in the form of the product's own assistant. A `placeId` that is derived from `mapboxId` proves that the place was looked up. */
function toolCallOf(tool: string, { mapboxId, ...args }: Record<string, unknown>, accountId: string): ToolCall {
  const call = { tool, args, accountId, roles: [] };
  if (typeof args.placeId !== 'string') return { ...call, places: {} };
  if (typeof mapboxId === 'string' && placeIdOf(mapboxId) !== args.placeId) throw new Rejected('place/not-looked-up');
  return { ...call, places: { [args.placeId]: typeof mapboxId === 'string' ? mapboxId : null } };
}

/** Executes a write as a workflow run, once and independent of this process, like a call in a conversation. */
async function write(call: ToolCall, key: string | null, waiting: WaitingCall, { workflows }: CallServices): Promise<unknown> {
  const run =
    key === null
      ? waiting.runOf(call.accountId, call.tool, call.args, () => toolCallCause('mcp', newId()))
      : toolCallCause('mcp', derivedId('mcp', call.accountId, call.tool, key));
  if (!waiting.isWaitedFor) return givenUp;
  await workflows.start(toolCallWorkflow, run, call);
  const answer = await Promise.race([workflows.result(run), aborted(AbortSignal.timeout(patience)).then(() => slow)]);
  if (answer === slow) waiting.abandon();
  return answer;
}
