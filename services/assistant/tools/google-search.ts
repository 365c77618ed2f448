import type { Config } from '@waystory/infra/config.ts';
import { EngineUnavailable } from '@waystory/infra/errors.ts';
import { z } from 'zod';
import type { RunTool } from './tool-context.ts';

/** Programmable Search JSON API. */
const endpoint = 'https://customsearch.googleapis.com/customsearch/v1';
const usualLimit = 5;
/** Timeout of a search, milliseconds. */
const patience = 8_000;

const reply = z.object({ items: z.array(z.object({ title: z.string(), link: z.string(), snippet: z.string().default('') })).default([]) });

export interface SearchSettings {
  key: string;
  /** Id of the programmable search engine. */
  engine: string;
  fetch?: typeof fetch;
}

/** Settings from the configuration; null when incomplete. */
export const searchSettings = ({ GOOGLE_SEARCH_KEY: key, GOOGLE_SEARCH_ENGINE: engine }: Config): SearchSettings | null =>
  key && engine ? { key, engine } : null;

/** Searches the web, or answers that no search is configured. */
export function googleSearchWith(settings: SearchSettings | null): RunTool<'google_search'> {
  return async ({ query, limit }) => {
    if (!settings) return { configured: false, results: [] };
    const { key, engine, fetch: send = fetch } = settings;
    const parameters = new URLSearchParams({ key, cx: engine, q: query, num: String(limit ?? usualLimit) });
    try {
      const response = await send(`${endpoint}?${parameters}`, { signal: AbortSignal.timeout(patience) });
      if (!response.ok) throw new Error(`It answered ${response.status}`);
      const { items } = reply.parse(await response.json());
      return { configured: true, results: items.map(({ title, link, snippet }) => ({ title, url: link, snippet })) };
    } catch (error) {
      throw new EngineUnavailable('google-search', error);
    }
  };
}
