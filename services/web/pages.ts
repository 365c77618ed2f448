import type { CountryInView } from '@waystory/proto/itineraries/stop-map.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';
import { z } from 'zod';
import { itineraryHead, type PageHead, stopHead } from './page-head.ts';
import type { PageApi } from './page-routes.ts';
import type { PageStory, ReadPageStory } from './page-stories.ts';
import type { PageContent } from './story-screen.ts';

/** Data sources of pages. */
interface PageSources {
  api: PageApi;
  stories: ReadPageStory;
}

/** A page other than that of a story or a stop: its metadata and its status. */
export interface Page {
  head: PageHead;
  status: 200 | 404;
  /** Home page only: the countries with the most stories, rendered and embedded, so that the app need not fetch them. */
  countries?: readonly CountryInView[];
}

/** Page of a story or one of its stops, readable with the link. */
interface StoryPage {
  story: PageStory;
  /** Content of the page, called only when this revision is not cached; a 404 page when the story has no such stop. */
  content(): { head: PageHead; reading: PageContent } | Page;
}

/** Number of country cards in the page: those of the first screen, and more to scroll to. */
const firstCards = 24;

const fixed: Readonly<Record<string, readonly [title: string, description: string]>> = {
  '/help': ['Help · Waystory', 'How to explore the map, read stories and write your own.'],
  '/terms': ['Terms · Waystory', 'The terms under which Waystory is used.'],
  '/privacy': ['Privacy · Waystory', 'What Waystory stores, why, and how to have it removed.'],
  '/search': ['Search · Waystory', 'Find itineraries, places and people.'],
  '/itineraries/create': ['Write a story · Waystory', 'Tell a trip as a story of days and stops on the map.'],
};

const website = (path: string, title: string, description: string): PageHead => ({ title, description, path, image: null, type: 'website' });

const plain = (path: string): Page => {
  const [title, description] = fixed[path] ?? ['Waystory', 'Travel stories on a world map.'];
  return { head: { ...website(path, title, description), unlisted: !fixed[path] }, status: 200 };
};

const missing = (path: string): Page => ({
  head: { ...website(path, 'Not found · Waystory', 'This story is private, was deleted, or was never here.'), unlisted: true },
  status: 404,
});

async function home(api: PageApi): Promise<Page> {
  const { items } = await api.listCountriesInView({});
  return {
    head: website('/', 'Waystory: travel stories on a world map', 'Explore trips told as stories: day by day, stop by stop, on a world map.'),
    status: 200,
    countries: items.slice(0, firstCards),
  };
}

const isId = (text: string | undefined): text is string => z.uuid().safeParse(text).success;

async function storyPage(path: string, id: string, stopId: string | undefined, stories: ReadPageStory): Promise<StoryPage> {
  const story = await stories(id, stopId);
  const content = () => {
    const reading = story.reading();
    if (!reading) return missing(path);
    return { head: reading.stop ? stopHead(reading.stop, reading.story) : itineraryHead(reading.story), reading };
  };
  return { story, content };
}

async function userPage(path: string, id: string, api: PageApi): Promise<Page> {
  const { userName, aboutMe, avatarUrl } = await api.getAccount({ params: { id } });
  const name = userName ? `@${userName}` : 'A traveller';
  const head = website(path, `${name} · Waystory`, aboutMe ?? `Travel stories of ${name}.`);
  return { head: { ...head, image: avatarUrl }, status: 200 };
}

/**
 * The page at a path; status 404 when the API answers 404. When the API fails otherwise, the page has default metadata and status 200, so that search
 * engines keep it.
 */
export async function pageAt(path: string, { api, stories }: PageSources): Promise<Page | StoryPage> {
  const trimmed = path.replace(/\/+$/, '') || '/';
  const [, id, stopId] = /^\/itineraries\/([^/]+)(?:\/stops\/([^/]+))?$/.exec(trimmed) ?? [];
  const userId = /^\/users\/([^/]+)$/.exec(trimmed)?.[1];
  try {
    if (isId(userId)) return await userPage(trimmed, userId, api);
    if (trimmed === '/') return await home(api);
    if (isId(id) && (stopId === undefined || isId(stopId))) return await storyPage(trimmed, id, stopId, stories);
    if ((id !== undefined && !fixed[trimmed]) || userId !== undefined) return missing(trimmed);
  } catch (error) {
    if (error instanceof ResponseError && error.status === 404) return missing(trimmed);
    const { head, status } = plain(trimmed);
    return { head: { ...head, unlisted: false }, status };
  }
  return plain(trimmed);
}
