import { createHash } from 'node:crypto';
import { callerMemory } from '@waystory/infra/caller-memory.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';
import type { PageApi } from './page-routes.ts';
import type { Reading } from './story-screen.ts';

/** Longest story that is put into its page whole, bytes; of a longer one the app asks for the rest. */
export const mostEmbedded = 300_000;
/** Stops of a longer story that its page is drawn with. */
const firstStops = 50;
/** How long a story is taken to be long without reading all of it, milliseconds. */
const trust = 60_000;

/** A story as its page has it. */
export interface PageStory {
  /** Another text when anything of it is another. */
  revision: string;
  /** Null when there is no such stop in it. */
  reading(): Reading | null;
  /** The whole story as JSON for the app; null when it is too long for that. */
  embedded: string | null;
}

/** Reads stories for pages. Fails with ResponseError as the API answers. */
export type PageStories = (id: string, stopId: string | undefined) => Promise<PageStory>;

const revisionOf = (text: string): string => createHash('sha1').update(text).digest('base64url');

export function pageStories(api: PageApi, fetchInside: typeof fetch): PageStories {
  /** Until when each is taken to be long, milliseconds since 1970. */
  const long = callerMemory.cache<string, number>('long stories', { sizeOf: () => 8, isStale: (until) => until <= Date.now() });

  /** As text: a page that is kept needs no more of it than its revision. */
  async function wholeText(id: string): Promise<string> {
    const answer = await fetchInside(`/api/itineraries/${id}?include=days,stops`);
    if (!answer.ok) throw new ResponseError(answer.status, null);
    return answer.text();
  }
  const found = (reading: Reading, parts: unknown): PageStory => ({
    revision: revisionOf(JSON.stringify(parts)),
    reading: () => reading,
    embedded: null,
  });

  async function part(id: string, stopId: string | undefined): Promise<PageStory> {
    const params = { itineraryId: id };
    if (stopId) {
      const [story, stop] = await Promise.all([
        api.getItinerary({ params: { id }, query: {} }),
        api.getItineraryStop({ params: { ...params, id: stopId } }),
      ]);
      return found({ story, stop }, [story, stop]);
    }
    const [itinerary, { items: days }, { items: stops }] = await Promise.all([
      api.getItinerary({ params: { id }, query: {} }),
      api.listDays({ params, query: { limit: 100 } }),
      api.listItineraryStops({ params, query: { limit: firstStops } }),
    ]);
    const story = { ...itinerary, days, stops };
    return found({ story, stop: null }, story);
  }

  return async (id, stopId) => {
    if ((long.get(id) ?? 0) <= Date.now()) {
      const text = await wholeText(id);
      if (text.length <= mostEmbedded) return { revision: revisionOf(text), reading: () => readingOf(JSON.parse(text), stopId), embedded: text };
      long.set(id, Date.now() + trust);
    }
    return part(id, stopId);
  };
}

function readingOf(story: Reading['story'], stopId: string | undefined): Reading | null {
  if (!stopId) return { story, stop: null };
  const stop = story.stops?.find((one) => one.id === stopId);
  return stop ? { story, stop } : null;
}
