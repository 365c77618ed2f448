import { queryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { embeddedJson } from '@waystory/client/config.ts';
import { auth } from '@waystory/client/identity/auth.ts';
import type { Day } from '@waystory/proto/itineraries/day.ts';
import type { itineraryView } from '@waystory/proto/itineraries/itinerary.ts';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import type { z } from 'zod';
import { readPagesUpTo } from '../queries/all-pages.ts';
import { keys } from '../queries/keys.ts';
import { queryClient } from '../query-client.ts';

/** An itinerary with author and countries, as returned by lists and writes. */
export type ItineraryView = Omit<z.output<typeof itineraryView>, 'days' | 'stops'>;

/** An itinerary with its days and all its stops. */
export interface WholeItinerary extends ItineraryView {
  days: readonly Day[];
  stops: readonly StopView[];
}

/** Stale time of an itinerary, milliseconds. Visiting a stop and going back sends no request. */
const fresh = 60_000;
/** Largest number of stop ids per list request. */
const mostNamed = 100;

const whole = ({ days = [], stops = [], ...itinerary }: z.output<typeof itineraryView>): WholeItinerary => ({ ...itinerary, days, stops });

/** Story embedded by the server, used once; later visits in this tab request it. */
let inPage = embeddedJson('story') as z.output<typeof itineraryView> | undefined; // written by the same release

function takeFromPage(id: string): WholeItinerary | undefined {
  if (inPage?.id !== id) return undefined;
  const itinerary = whole(inPage);
  inPage = undefined;
  return itinerary;
}

/**
 * An itinerary from one request or embedded in the page, in a single cache entry for readers and writers. The embedded itinerary is the view of a
 * visitor, so it is refetched when a user may be signed in.
 */
export const wholeItinerary = (id: string) =>
  queryOptions({
    queryKey: keys.itinerary(id),
    queryFn: async (): Promise<WholeItinerary> => {
      const answer = await api.getItinerary({ params: { id }, query: { include: 'days,stops' } });
      return latestOf(whole(answer), cached(id));
    },
    staleTime: fresh,
    initialData: () => takeFromPage(id),
    initialDataUpdatedAt: () => (auth.lastReader() === null ? Date.now() : 0),
  });

/** Prefetches the itinerary before its page when a user may be signed in. Errors are left to the page. */
export const prefetchItinerary = async (id: string): Promise<void> => {
  if (auth.lastReader() !== null) await queryClient.prefetchQuery(wholeItinerary(id));
};

const cached = (id: string): WholeItinerary | undefined => queryClient.getQueryData(wholeItinerary(id).queryKey);

/** Changes a cached itinerary. */
export function changeItinerary(id: string, change: (itinerary: WholeItinerary) => WholeItinerary): void {
  queryClient.setQueryData(wholeItinerary(id).queryKey, (now) => now && change(now));
}

/** A read in flight during a write may be older, so each record keeps its later version. */
export function latestOf(answer: WholeItinerary, previous: WholeItinerary | undefined): WholeItinerary {
  if (!previous) return answer;
  const { days, stops, ...itinerary } = answer;
  const { days: _days, stops: _stops, ...previousItinerary } = previous;
  return { ...later(itinerary, previousItinerary), days: eachLater(days, previous.days), stops: eachLater(stops, previous.stops) };
}

const later = <E extends { version: number }>(answer: E, previous: E | undefined): E =>
  previous && previous.version > answer.version ? previous : answer;

function eachLater<E extends { id: string; version: number }>(answer: readonly E[], previous: readonly E[]): E[] {
  const byId = new Map(previous.map((one) => [one.id, one]));
  return answer.map((one) => later(one, byId.get(one.id)));
}

/** Refetches the itinerary from the server. */
export async function refreshItinerary(id: string): Promise<WholeItinerary> {
  const query = { ...wholeItinerary(id), staleTime: 0, retry: false };
  // The answer to an earlier request may predate a write.
  if (queryClient.isFetching({ queryKey: query.queryKey }) > 0) await queryClient.fetchQuery(query).catch(() => null);
  return queryClient.fetchQuery(query);
}

/**
 * Refreshes an itinerary and its days after a write, but only the given and the unknown stops. All stops are read without a cached itinerary, in a
 * story with dates, or for more than 100 stops.
 */
export async function refreshAround(id: string, stopIds: readonly string[] = []): Promise<WholeItinerary> {
  const previous = cached(id);
  // With dates, a write to one stop may move the times of all others.
  if (!previous || previous.firstDate) return refreshItinerary(id);
  const { days = [], stops: _, ...itinerary } = await api.getItinerary({ params: { id }, query: { include: 'days' } });
  const [named, present] = [new Set(stopIds), new Set(previous.stops.map((stop) => stop.id))];
  const idsToLoad = itinerary.stopIds.filter((stopId) => named.has(stopId) || !present.has(stopId));
  if (idsToLoad.length > mostNamed) return refreshItinerary(id);
  const answered = idsToLoad.length > 0 ? await stopsNamed(id, idsToLoad) : [];
  const byId = new Map([...(cached(id) ?? previous).stops, ...answered].map((stop) => [stop.id, stop]));
  const stops = itinerary.stopIds.map((stopId) => byId.get(stopId)).filter((stop) => stop !== undefined);
  const now = latestOf({ ...itinerary, days, stops }, cached(id));
  queryClient.setQueryData(wholeItinerary(id).queryKey, now);
  return now;
}

async function stopsNamed(itineraryId: string, ids: readonly string[]): Promise<StopView[]> {
  const query = { filter: JSON.stringify({ id: ids }), limit: ids.length };
  return readPagesUpTo(ids.length, (after) => api.listItineraryStops({ params: { itineraryId }, query: { ...query, ...after } }));
}
