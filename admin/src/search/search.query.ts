import { catalogue, type ResourceName } from '../catalogue/catalogue.ts';
import type { ResourceFacts } from '../catalogue/resource.ts';
import { api, dataProvider } from '../data/product.ts';
import { may } from '../session/rights.ts';
import { currentRole } from '../session/session.ts';

/** A search hit: a record with its resource. */
export interface SearchHit {
  resource: ResourceName;
  id: string;
  title: string;
}

const mostHits = 5;
const isId = (words: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(words);
/** Minimum number of characters of a search. */
export const minimumSearchLength = 2;

const hit = (resource: ResourceName, record: Readonly<Record<string, unknown>>): SearchHit => {
  const { label }: ResourceFacts = catalogue[resource];
  return { resource, id: String(record.id), title: String(record[label] || record.id) };
};

/**
 * Records with this id. An id does not reveal its resource, so all resources that the role may read are queried. Days are excluded, because their
 * route needs a parent id.
 */
async function withId(id: string): Promise<SearchHit[]> {
  const names = (Object.keys(catalogue) as ResourceName[]).filter((name) => name !== 'days' && may(currentRole(), catalogue[name], 'one')); // as: `Object.keys` types all keys as strings
  const answers = await Promise.allSettled(names.map(async (name) => hit(name, (await dataProvider.getOne(name, { id })).data)));
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
}

/**
 * Stories, accounts and comments by words, any record by its id.
 * @throws Refusal
 */
export async function searchHits(words: string): Promise<SearchHit[]> {
  if (isId(words)) return withId(words);
  const [stories, accounts, comments] = await Promise.all([
    api.listItineraries({ query: { filter: JSON.stringify({ title: { contains: words } }), limit: mostHits } }),
    api.searchAccounts({ query: { q: words, limit: mostHits } }),
    api.searchPosts({ query: { q: words, limit: mostHits } }),
  ]);
  return [
    ...stories.items.map((story) => hit('itineraries', story)),
    ...accounts.results.map(({ entity }) => hit('accounts', entity)),
    ...comments.results.map(({ entity }) => hit('posts', entity)),
  ];
}
