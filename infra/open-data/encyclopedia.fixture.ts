/** Entity of Wikidata with its Wikipedia articles, as content of the stand-in servers. */
interface Item {
  /** Article titles by Wikimedia site id, such as `enwiki`. */
  titles: Readonly<Record<string, string>>;
  websites?: readonly { value: string; rank: 'preferred' | 'normal' | 'deprecated' }[];
}

const items: Readonly<Record<string, Item>> = {
  Q42: {
    titles: { enwiki: 'Temple of the river (Kyoto)', dewiki: 'Tempel am Fluss' },
    websites: [
      { value: 'https://old.example.org/', rank: 'deprecated' },
      { value: 'https://temple.example.org/', rank: 'normal' },
      { value: 'https://www.temple.example.org/en', rank: 'preferred' },
    ],
  },
  Q43: { titles: { enwiki: 'Long gate' } },
  Q44: { titles: {} },
  Q45: { titles: { enwiki: 'Gate' }, websites: [{ value: 'javascript:alert(1)', rank: 'normal' }] },
  Q46: { titles: { enwiki: 'Gone' }, websites: [{ value: 'http://127.0.0.1/admin', rank: 'normal' }] },
  Q47: { titles: { enwiki: 'Old bridge' }, websites: [{ value: 'https://bridge.example.org/', rank: 'normal' }] },
};

const articles: Readonly<Record<string, { type: string; extract: string }>> = {
  'en Temple of the river (Kyoto)': {
    type: 'standard',
    extract: 'The temple of the river is a wooden temple in Kyoto. Its roof is covered with bark.',
  },
  'de Tempel am Fluss': { type: 'standard', extract: 'Der Tempel am Fluss ist ein hölzerner Tempel in Kyoto.' },
  'en Long gate': { type: 'standard', extract: 'The long gate is a gate that is told of at length. '.repeat(40) },
  'en Old bridge': { type: 'standard', extract: 'The old bridge is the oldest of seven.' },
  'en Gate': { type: 'disambiguation', extract: 'Gate may refer to:' },
};

interface Answer {
  status?: number;
  body: unknown;
}

/** Answers `action=wbgetentities` and `action=wbgetclaims` as Wikibase does. */
export async function answerWikidata(url: URL): Promise<Answer> {
  const asked = (name: string): string => url.searchParams.get(name) ?? '';
  const id = asked('ids') || asked('entity');
  const item = items[id];
  if (!item) return { body: { error: { code: 'no-such-entity', info: `Could not find an entity with the ID "${id}".` } } };
  if (asked('action') === 'wbgetclaims') {
    const property = asked('property');
    const claims = item.websites?.map(({ value, rank }) => ({
      ...{ id: `${id}$1`, type: 'statement', rank },
      mainsnak: { snaktype: 'value', property, datatype: 'url', datavalue: { value, type: 'string' } },
    }));
    return { body: { claims: claims ? { [property]: claims } : [] } };
  }
  const sites = asked('sitefilter').split('|');
  const links = Object.entries(item.titles).filter(([site]) => sites.includes(site));
  const sitelinks = Object.fromEntries(links.map(([site, title]) => [site, { site, title, badges: [] }]));
  return { body: { entities: { [id]: { type: 'item', id, sitelinks: links.length > 0 ? sitelinks : [] } }, success: 1 } };
}

/** Answers `/page/summary/{title}` as Wikipedia does. */
export async function answerWikipedia(url: URL): Promise<Answer> {
  const [, language = '', title = ''] = /\/wikipedia\/(\w+)\/api\/rest_v1\/page\/summary\/([^/]+)$/.exec(url.pathname) ?? [];
  const name = decodeURIComponent(title).replaceAll('_', ' ');
  const article = articles[`${language} ${name}`];
  if (!article) return { status: 404, body: { status: 404, type: 'Internal error' } };
  const page = `https://${language}.wikipedia.org/wiki/${title}`;
  return { body: { ...article, title: name, lang: language, content_urls: { desktop: { page }, mobile: { page } } } };
}
