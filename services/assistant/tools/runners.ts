import { Rejected } from '@waystory/infra/errors.ts';
import type { ToolName } from '@waystory/proto/assistant/tools/registry.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';
import { fetchPage, type PageSource } from '../web-browser/fetch-page.ts';
import { readPage } from '../web-browser/read-page.ts';
import { googleSearchWith, type SearchSettings } from './google-search.ts';
import { lookupLocation, placeSourceOf } from './lookup-location.ts';
import { farthestKm, kmFromNearest, neighboursOf, placedStopOf, withoutCustomNames } from './placed-stop.ts';
import { omitNulls, type RunTool } from './tool-context.ts';

/** Only looked-up places are accepted, because a model may invent an id. */
const addStop: RunTool<'add_stop'> = async ({ itineraryId, dayId, placeId, ...written }, { api, key, places }) => {
  const mapboxId = places.get(placeId);
  if (mapboxId === undefined) throw new Rejected('place/not-looked-up');
  const neighbours = await neighboursOf(api, itineraryId, [dayId]);
  const place = mapboxId === null ? { placeId } : { mapboxId };
  const body = { ...omitNulls(written), ...place, dayIds: [dayId], state: 'SUGGESTED' as const };
  const stop = await api.addStop({ params: { itineraryId }, body, idempotencyKey: key });
  const others = neighbours.filter(({ id }) => id !== stop.id);
  const km = kmFromNearest(stop.place.coordinates, others);
  if (km !== null && km > farthestKm) {
    await api.deleteStop({ params: { itineraryId, id: stop.id } });
    throw new Rejected('place/far-away', { km });
  }
  return placedStopOf(stop, others, placeSourceOf(mapboxId));
};

type Runners = { [N in ToolName]: RunTool<N> };

/** Runs the tools of the vocabulary. Writes use the call's idempotency key, so that a repeated call changes nothing twice. */
export const toolRunnersWith = (search: SearchSettings | null, pages: PageSource): Runners => ({
  add_stop: addStop,
  google_search: googleSearchWith(search),
  lookup_location: lookupLocation,

  // Private, because only the owner may publish a plan.
  create_itinerary: async (args, { api, key }) => {
    const { id, title } = await api.createItinerary({ body: { ...omitNulls(args), visibility: 'PRIVATE' }, idempotencyKey: key });
    return { id, title };
  },

  update_itinerary: async ({ itineraryId, ...changes }, { api }) => {
    const { id, title } = await api.patchItinerary({ params: { id: itineraryId }, body: omitNulls(changes) });
    return { id, title };
  },

  add_day: async ({ itineraryId, ...day }, { api, key }) => {
    const { id, number } = await api.addDay({ params: { itineraryId }, body: omitNulls(day), idempotencyKey: key });
    return { id, number };
  },

  optimize_route: async ({ itineraryId, dayId, ...rules }, { api, key }) =>
    api.optimizeDay({ params: { itineraryId, id: dayId }, body: omitNulls(rules), idempotencyKey: key }),

  update_stop: async ({ itineraryId, stopId, dayId, ...written }, { api }) => {
    const params = { itineraryId, id: stopId };
    const stop = await api.patchStop({ params, body: { ...omitNulls(written), ...(dayId && { dayIds: [dayId] }) } });
    const [named = stop] = await withoutCustomNames(api, [stop]);
    return placedStopOf(named, await neighboursOf(api, itineraryId, stop.dayIds, stopId), 'RECORDED');
  },

  // Idempotent: a stop that is gone already is a success, because a call may be repeated.
  remove_stop: async ({ itineraryId, stopId }, { api }) => {
    await api.deleteStop({ params: { itineraryId, id: stopId } }).catch((error: unknown) => {
      if (!(error instanceof ResponseError && error.problem?.code === 'stop/unknown')) throw error;
    });
    return { id: stopId };
  },

  web_browser: async ({ url }) => {
    const page = await fetchPage(url, pages);
    return { url: page.url, ...(await readPage(page)) };
  },
});
