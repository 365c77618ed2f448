import { z } from 'zod';
import { ifAvailable } from '../errors.ts';
import type { OpenService } from '../open-data/open-service.ts';
import type { Facts, Language, PlaceFacts } from './port.ts';

/** End of a sentence: behind its mark, before the next sentence. Chinese and Japanese use no space. */
const sentenceEnd = /[.!?…](?=\s+[\p{Lu}\p{N}"„«(])|[。！？]/gu;
const ellipsis = '…';

/** Shortens a text to whole sentences, or, when the first is too long, to whole words with an ellipsis. @param most Characters. */
export function shortenText(text: string, most: number): string {
  const whole = text.trim().replace(/\s+/g, ' ');
  if (whole.length <= most) return whole;
  const end = [...whole.matchAll(sentenceEnd)].map(({ index }) => index + 1).findLast((at) => at <= most);
  // An early end is probably an abbreviation.
  if (end !== undefined && end > most / 4) return whole.slice(0, end);
  const words = whole.slice(0, most - ellipsis.length);
  const space = words.lastIndexOf(' ');
  return `${(space > 0 ? words.slice(0, space) : words.toWellFormed().replace(/\ufffd$/, '')).replace(/[\s,;:–-]+$/, '')}${ellipsis}`;
}

/** Services: Wikidata for the thing, and Wikipedia per language for its article. */
export interface FactSources {
  items: OpenService;
  articles: Readonly<Record<Language, OpenService>>;
}

/** Valid ids; others would change the query. */
const itemId = /^Q[1-9]\d{0,11}$/;
/** Wikipedias by language. */
const wikis: Readonly<Record<Language, string>> = { en: 'enwiki', de: 'dewiki', fr: 'frwiki' };
/** Property "official website" of Wikidata. */
const officialWebsite = 'P856';
/** Longest summary, characters: about five lines beside the map. */
const longestSummary = 480;

// MediaWiki sends an empty list in place of an empty object.
const recordOf = <T extends z.ZodType>(values: T) => z.record(z.string(), values).catch({});
const item = z.object({ sitelinks: recordOf(z.object({ title: z.string().min(1) })) });
const entities = z.object({ entities: recordOf(item) }).partial();
const statement = z.object({ rank: z.string(), mainsnak: z.object({ datavalue: z.object({ value: z.unknown() }).optional() }) });
const claims = z.object({ claims: recordOf(z.array(statement)) }).partial();
const article = z.object({ type: z.string().optional(), extract: z.string() });
// An editor may have entered an internal address, which is refused.
const webAddress = z.httpUrl();

/** Summaries of Wikipedia and websites of Wikidata by MediaWiki's APIs. Only parts of an item are requested: a city's has megabytes. */
export function wikidataFacts({ items, articles }: FactSources): Facts {
  const ask = <T>(parameters: Record<string, string>, shape: z.ZodType<T>): Promise<T | null> =>
    items.ask('/w/api.php', { format: 'json', formatversion: '2', ...parameters }, shape);

  async function titlesOf(id: string): Promise<Partial<Record<string, string>>> {
    const sites = Object.values(wikis).join('|');
    const found = await ask({ action: 'wbgetentities', ids: id, props: 'sitelinks', sitefilter: sites }, entities);
    // A merged item is answered under its new id.
    const [links = {}] = Object.values(found?.entities ?? {}).map(({ sitelinks }) => sitelinks);
    return Object.fromEntries(Object.entries(links).map(([site, { title }]) => [site, title]));
  }

  async function websiteOf(id: string): Promise<string | null> {
    const found = await ask({ action: 'wbgetclaims', entity: id, property: officialWebsite }, claims);
    const statements = found?.claims?.[officialWebsite] ?? [];
    const best = statements.find(({ rank }) => rank === 'preferred') ?? statements.find(({ rank }) => rank === 'normal');
    return webAddress.safeParse(best?.mainsnak.datavalue?.value).data ?? null;
  }

  async function summaryIn(language: Language, title: string): Promise<PlaceFacts['summary']> {
    const name = encodeURIComponent(title.replaceAll(' ', '_'));
    const found = await articles[language].ask(`/api/rest_v1/page/summary/${name}`, {}, article);
    const text = found && found.type !== 'disambiguation' ? shortenText(found.extract, longestSummary) : '';
    if (text === '') return null;
    return { text, language, source: 'Wikipedia', licence: 'CC BY-SA 4.0', url: `https://${language}.wikipedia.org/wiki/${name}` };
  }

  return {
    async about(wikidataId, language) {
      if (!itemId.test(wikidataId)) return null;
      const [titles, website] = await Promise.all([titlesOf(wikidataId), websiteOf(wikidataId)]);
      let summary: PlaceFacts['summary'] = null;
      for (const one of new Set<Language>([language, 'en'])) {
        const title = titles[wikis[one]];
        // The next Wikipedia may be available.
        if (title !== undefined) summary ??= await ifAvailable(summaryIn(one, title));
      }
      return summary || website ? { summary, website } : null;
    },
  };
}
