import { accountSearchRoutes } from '@waystory/proto/accounts/account-search.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { itinerarySearchRoutes } from '@waystory/proto/itineraries/itinerary-search.ts';
import { type Client, createClient } from '@waystory/proto/kit/client.ts';
import { patientFetch } from '@waystory/proto/kit/patient-fetch.ts';
import { loadWorld, placesOf } from '@waystory/services/world/data.ts';
import { placeRecord } from '@waystory/services/world/place-record.ts';
import { startProduct } from '../harness/product.ts';
import { printTable } from '../harness/report.ts';
import { type JudgedKind, type JudgedQuery, judgedKinds, judgedQueries } from './judged-queries.ts';

/** Results in sight at once. */
const inSight = 3;
/** Share of the queries that must be answered well. */
export const leastWellAnswered = 0.9;
const indexedWithinMs = 60_000;

const routes = { ...itineraryRoutes, ...itinerarySearchRoutes, ...accountSearchRoutes };
type Api = Client<typeof routes>;

export interface Judgement extends JudgedQuery {
  /** What was found first, in the words that `wanted` has. */
  first: readonly string[];
  isWell: boolean;
}

/** Asks the product, as it starts by itself and full of the world, what people ask, and judges what comes first. */
export async function judgeSearch(): Promise<readonly Judgement[]> {
  const product = await startProduct({ seed: 'world' });
  try {
    const baseUrl = `http://127.0.0.1:${product.port}/api`;
    const api = createClient(routes, { baseUrl, token: async () => product.token, fetch: patientFetch(fetch, indexedWithinMs) });
    // Searches after a write of one's own wait until all before it is indexed.
    await api.createItinerary({ body: { title: 'All is told' } });
    const finders = await findersOf(api);
    const judgements: Judgement[] = [];
    for (const query of judgedQueries) {
      const first = (await finders[query.kind](query.q)).slice(0, inSight);
      judgements.push({ ...query, first, isWell: query.wanted.some((one) => first.includes(one)) });
    }
    return judgements;
  } finally {
    await product.stop();
  }
}

/** What is found of each kind, called as in the judged queries. */
async function findersOf(api: Api): Promise<Readonly<Record<JudgedKind, (q: string) => Promise<string[]>>>> {
  const addressOf = new Map(Array.from(placesOf(await loadWorld()), ([address, { city, place }]) => [placeRecord(city, place).placeName, address]));
  return {
    stories: async (q) => (await api.searchItineraries({ query: { q } })).results.map(({ entity }) => entity.title),
    stops: async (q) =>
      (await api.searchStops({ query: { q } })).results.map(({ entity }) => addressOf.get(entity.placeFullName) ?? entity.placeFullName),
    people: async (q) => (await api.searchAccounts({ query: { q } })).results.map(({ entity }) => entity.userName ?? ''),
  };
}

/** Share of the queries of which something wanted is among the first. */
export const shareWell = (judgements: readonly Judgement[]): number => judgements.filter(({ isWell }) => isWell).length / judgements.length;

/** Prints how many were answered well, and those that were not with what came instead. */
export function printJudgements(judgements: readonly Judgement[]): void {
  const counted = (some: readonly Judgement[]): string => `${some.filter(({ isWell }) => isWell).length} of ${some.length}`;
  printTable(
    ['judged, among the first three', ...judgedKinds, 'all', 'share', 'bar'],
    [
      [
        'the seeded world',
        ...judgedKinds.map((kind) => counted(judgements.filter((one) => one.kind === kind))),
        counted(judgements),
        `${(shareWell(judgements) * 100).toFixed(1)} %`,
        `>= ${leastWellAnswered * 100} %`,
      ],
    ],
  );
  const missed = judgements.filter(({ isWell }) => !isWell);
  if (missed.length === 0) return;
  printTable(
    ['missed', 'kind', 'wanted', 'first'],
    missed.map(({ q, kind, wanted, first }) => [q, kind, wanted.join('; '), first.join('; ') || 'nothing']),
  );
}
