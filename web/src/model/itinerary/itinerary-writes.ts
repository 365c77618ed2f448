import { api } from '@waystory/client/api.ts';
import type { Day, dayRoutes } from '@waystory/proto/itineraries/day.ts';
import type { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import type { StopView, stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import type { Client } from '@waystory/proto/kit/client.ts';
import { invalidate } from '../queries/invalidation.ts';
import { keys } from '../queries/keys.ts';
import { queryClient } from '../query-client.ts';
import { changeItinerary, type ItineraryView, type WholeItinerary } from './itinerary.query.ts';

type Routes = typeof itineraryRoutes & typeof dayRoutes & typeof stopRoutes;
type WriteName =
  | ('createItinerary' | 'patchItinerary' | 'binItinerary' | 'unbinItinerary' | 'deleteItinerary')
  | ('addDay' | 'patchDay' | 'optimizeDay' | 'deleteDay')
  | ('addStop' | 'patchStop' | 'deleteStop' | 'decideStops');

/** Updates a cached itinerary whose visibility to others changed, and invalidates the queries that depend on it. */
function withdrawn<I extends Parameters<typeof putItinerary>[0]>(written: I): I {
  putItinerary(written);
  invalidate({ kind: 'audience', id: written.id });
  return written;
}

/** Writes to an itinerary, named like the routes. Each invalidates the dependent queries; most also put the answer into the cached itinerary. */
export const itineraryWrites: Pick<Client<Routes>, WriteName> = {
  createItinerary: async (sent) => {
    const written = await api.createItinerary(sent);
    invalidate({ kind: 'itinerary', id: written.id });
    if (written.stopIds.length > 0) invalidate({ kind: 'stop', itineraryId: written.id });
    return written;
  },
  patchItinerary: async (sent) => {
    const written = await api.patchItinerary(sent);
    putItinerary(written);
    const { visibility, hidden } = sent.body;
    invalidate({ kind: visibility === undefined && hidden === undefined ? 'itinerary' : 'audience', id: written.id });
    return written;
  },
  binItinerary: async (sent) => withdrawn(await api.binItinerary(sent)),
  unbinItinerary: async (sent) => withdrawn(await api.unbinItinerary(sent)),
  deleteItinerary: async (sent) => {
    const { id } = sent.params;
    await api.deleteItinerary(sent);
    queryClient.removeQueries({ queryKey: keys.allOfItinerary(id) });
    invalidate({ kind: 'audience', id });
  },
  addDay: async (sent) => {
    const written = await api.addDay(sent);
    putDay(written);
    invalidate({ kind: 'days', id: written.itineraryId });
    return written;
  },
  patchDay: async (sent) => {
    const written = await api.patchDay(sent);
    putDay(written);
    if (sent.body.stopIds) invalidate({ kind: 'order', itineraryId: written.itineraryId });
    return written;
  },
  optimizeDay: async (sent) => {
    const written = await api.optimizeDay(sent);
    const { itineraryId } = sent.params;
    invalidate({ kind: 'order', itineraryId });
    return written;
  },
  deleteDay: async (sent) => {
    await api.deleteDay(sent);
    invalidate({ kind: 'days', id: sent.params.itineraryId });
  },
  addStop: async (sent) => {
    const written = await api.addStop(sent);
    putStop(written);
    invalidate({ kind: 'stop', itineraryId: written.itineraryId });
    return written;
  },
  patchStop: async (sent) => {
    const written = await api.patchStop(sent);
    putStop(written);
    const { dayIds, index, ...text } = sent.body;
    invalidate({ kind: Object.keys(text).length > 0 ? 'stop' : 'order', itineraryId: written.itineraryId });
    return written;
  },
  deleteStop: async (sent) => {
    await api.deleteStop(sent);
    const { itineraryId, id } = sent.params;
    changeItinerary(itineraryId, (now) => ({ ...now, stops: now.stops.filter((stop) => stop.id !== id) }));
    invalidate({ kind: 'stop', itineraryId });
  },
  decideStops: async (sent) => {
    const written = await api.decideStops(sent);
    const { itineraryId } = sent.params;
    const decided = new Set(sent.body.stopIds);
    const accepted = new Set(written.accepted);
    changeItinerary(itineraryId, (now) => ({
      ...now,
      stops: now.stops
        .filter(({ id }) => accepted.has(id) || !decided.has(id))
        .map((stop) => (accepted.has(stop.id) ? { ...stop, state: 'ACCEPTED' } : stop)),
    }));
    invalidate({ kind: 'stop', itineraryId });
    return written;
  },
};

/** Updates a cached itinerary. Its days and stops take over its visibility. */
function putItinerary(written: ItineraryView): void {
  const { id, visibility, hidden } = written;
  changeItinerary(id, (now) => {
    const isSame = now.visibility === visibility && now.hidden === hidden;
    const shared = <E extends WholeItinerary['days'][number] | StopView>(one: E): E => (isSame ? one : { ...one, visibility, hidden });
    return { ...now, ...written, days: now.days.map(shared), stops: now.stops.map(shared) };
  });
}

const putDay = (written: Day): void => changeItinerary(written.itineraryId, (now) => ({ ...now, days: withOne(now.days, written) }));

const putStop = (written: StopView): void => changeItinerary(written.itineraryId, (now) => ({ ...now, stops: withOne(now.stops, written) }));

/** Replaces the item with the same id, or appends it. */
const withOne = <E extends { id: string }>(all: readonly E[], one: E): E[] =>
  all.some(({ id }) => id === one.id) ? all.map((other) => (other.id === one.id ? one : other)) : [...all, one];
