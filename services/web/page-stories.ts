import { createHash } from 'node:crypto';
import { cacheRegistry } from '@waystory/infra/cache-registry.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';
import type { PageApi } from './page-routes.ts';
import type { PageContent } from './story-screen.ts';

/** Longest story that is embedded in its page as JSON, bytes. The app fetches a longer one. */
export const longestEmbeddedBytes = 300_000;
/** Number of stops that the server renders of a longer story. */
const firstStops = 50;
/** Lifetime of the cached fact that a story is too long to embed, milliseconds; it saves a full read. */
const trust = 60_000;

/** Data for the page of a story or stop. */
export interface PageStory {
  /** Hash of the content. */
  revision: string;
  /** Content of the page; null when the story has no such stop. */
  reading(): PageContent | null;
  /** The story as JSON; null when it is longer than `longestEmbeddedBytes`. */
  embedded: string | null;
}

/** Reads the data of story pages. @throws ResponseError with the status of the API. */
export type ReadPageStory = (id: string, stopId: string | undefined) => Promise<PageStory>;

const revisionOf = (text: string): string => createHash('sha1').update(text).digest('base64url');

export function createPageStoryReader(api: PageApi, fetchInside: typeof fetch): ReadPageStory {
  /** Expiry times of long stories by id, milliseconds since 1970. */
  const long = cacheRegistry.cache<string, number>('long stories', { sizeOf: () => 8, isStale: (until) => until <= Date.now() });

  /** Response body without parsing, because a cached page needs only its hash. */
  async function wholeText(id: string): Promise<string> {
    const answer = await fetchInside(`/api/itineraries/${id}?include=days,stops`);
    if (!answer.ok) throw new ResponseError(answer.status, null);
    return answer.text();
  }
  const found = (reading: PageContent, parts: unknown): PageStory => ({
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
      if (text.length <= longestEmbeddedBytes)
        return { revision: revisionOf(text), reading: () => readingOf(JSON.parse(text), stopId), embedded: text };
      long.set(id, Date.now() + trust);
    }
    return part(id, stopId);
  };
}

function readingOf(story: PageContent['story'], stopId: string | undefined): PageContent | null {
  if (!stopId) return { story, stop: null };
  const stop = story.stops?.find((one) => one.id === stopId);
  return stop ? { story, stop } : null;
}
