import { randomUUID } from 'node:crypto';
import { openAdapters } from '@waystory/infra/adapters.ts';
import type { Config } from '@waystory/infra/config.ts';
import type { Role } from '@waystory/infra/identity/principal.ts';
import { createLog } from '@waystory/infra/log.ts';
import { accountRoutes } from '@waystory/proto/accounts/account.ts';
import { creditEntryRoutes } from '@waystory/proto/billing/credit-entry.ts';
import { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { createClient, ResponseError } from '@waystory/proto/kit/client.ts';
import { retryingFetch } from '@waystory/proto/kit/patient-fetch.ts';
import { postRoutes } from '@waystory/proto/social/post.ts';
import { issueToken } from '@waystory/services/sandbox/oidc/token.ts';
import type { User } from '@waystory/services/sandbox/oidc/users.ts';
import { z } from 'zod';
import { seededRandom } from '../harness/seeded-numbers.ts';

/** Lifetime of tokens, longer than any load, seconds. */
const ttlSeconds = 6 * 3_600;

/** Access tokens of travellers, a moderator and an administrator. */
export const people = z.object({ travellers: z.array(z.string()).min(1), moderator: z.string(), admin: z.string() });
export type LoadTokens = z.output<typeof people>;

/**
 * Issues tokens of the embedded provider for new people; deleting their accounts removes every trace.
 * @param config settings of the running product, whose database holds the provider's key
 * @throws Error with another provider
 */
export async function issueLoadTokens(config: Config, count: number): Promise<LoadTokens> {
  const engines = await openAdapters(config, createLog('silent'));
  try {
    const { pool } = engines;
    if (!pool || config.OIDC_ISSUER) throw new Error('People sign in elsewhere: write tokens of some into a file and name it with --people');
    const { PUBLIC_ORIGIN: origin, OIDC_AUDIENCE: audience } = config;
    // New identities for each run, because a deleted account cannot sign in again.
    const run = randomUUID().slice(0, 8);
    const issue = (name: string, roles: Role[] = []): Promise<string> => {
      const user: User = { id: `load-${run}-${name}`, email: `${name}@load.example`, name: `Load ${name}`, roles };
      return issueToken({ pool, origin, audience, user, ttlSeconds });
    };
    const travellers: string[] = [];
    for (let number = 1; number <= count; number++) travellers.push(await issue(`traveller${number}`));
    return { travellers, moderator: await issue('moderator', ['moderator']), admin: await issue('admin', ['moderator', 'admin']) };
  } finally {
    await engines.close();
  }
}

/** Number of stories that the load creates, because an empty product has none. */
const ownStories = 20;
const stopsPerStory = 8;
/** Number of comments that moderators hide and restore. */
const comments = 50;
/** Enough credits for every turn of the assistant. */
const credits = 10_000;
const patienceMs = 20_000;

/** Test data of a load: accounts and stories. */
export const loadFixture = z.object({
  origin: z.string(),
  seed: z.int(),
  people,
  accountIds: z.array(z.string()),
  stories: z.array(z.object({ id: z.string(), title: z.string(), accountId: z.string() })).min(1),
  /** Story with the moderated comments. */
  discussedId: z.string(),
  packageId: z.string().nullable(),
});
export type LoadFixture = z.output<typeof loadFixture>;

const routes = { ...accountRoutes, ...itineraryRoutes, ...dayRoutes, ...stopRoutes, ...postRoutes, ...creditEntryRoutes };
const clientOf = (origin: string, token: string) =>
  createClient(routes, { baseUrl: `${origin}/api`, token: async () => token, fetch: retryingFetch(fetch, patienceMs) });

/** Creates accounts, stories and comments through the API. */
export async function createLoadFixture(origin: string, of: LoadTokens, seed: number): Promise<LoadFixture> {
  const random = seededRandom(seed);
  const travellers = of.travellers.map((token) => clientOf(origin, token));
  const accountIds: string[] = [];
  for (const client of travellers) accountIds.push((await client.createAccount({})).id);
  for (const token of [of.moderator, of.admin]) await clientOf(origin, token).createAccount({});
  const [first] = travellers;
  if (!first) throw new Error('There are no travellers');
  const written: LoadFixture['stories'] = [];
  for (let number = 0; number < ownStories; number++) {
    const at = number % travellers.length;
    written.push(await writeStory(travellers[at] ?? first, accountIds[at] ?? '', `Load story ${number}`, random));
  }
  const discussedId = written[0]?.id ?? '';
  for (let number = 0; number < comments; number++)
    await first.createPost({ body: { postableType: 'itinerary', postableId: discussedId, text: `Comment ${number}` } });
  const admin = clientOf(origin, of.admin);
  for (const accountId of accountIds)
    await admin.correctCredits({ params: { accountId }, body: { credits, reason: 'For a load test' } }).catch(ignoreNotFound);
  const { items } = await first.listItineraries({ query: { limit: 50, filter: JSON.stringify({ visibility: 'PUBLIC' }) } });
  const stories = [...written, ...items.map(({ id, title, accountId }) => ({ id, title, accountId }))];
  return { origin, seed, people: of, accountIds, stories, discussedId, packageId: await packageOf(origin, of, accountIds[0] ?? '') };
}

type ApiClient = ReturnType<typeof clientOf>;

async function writeStory(client: ApiClient, accountId: string, title: string, random: () => number): Promise<LoadFixture['stories'][number]> {
  const { id: itineraryId } = await client.createItinerary({ body: { title, visibility: 'PUBLIC' } });
  const params = { itineraryId };
  const { id: dayId } = await client.addDay({ params, body: { title: 'A day' } });
  for (let number = 0; number < stopsPerStory; number++) {
    const coordinates = { latitude: random() * 100 - 50, longitude: random() * 340 - 170 };
    await client.addStop({ params, body: { title: `Stop ${number}`, placeName: `Load place ${number}`, coordinates, dayIds: [dayId] } });
  }
  return { id: itineraryId, title, accountId };
}

const ignoreNotFound = (error: unknown): null => {
  if (error instanceof ResponseError && error.status === 404) return null;
  throw error;
};

/** Id of the cheapest credit package; null when none are sold. */
async function packageOf(origin: string, { travellers: [token = ''] }: LoadTokens, accountId: string): Promise<string | null> {
  const answer = await fetch(`${origin}/api/accounts/${accountId}/orders/packages`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) return null;
  const packages = z.array(z.object({ id: z.string(), price: z.number() })).safeParse(await answer.json());
  return packages.data?.toSorted((one, other) => one.price - other.price)[0]?.id ?? null;
}

/** Deletes all accounts of the load with their content. @returns the number of failures */
export async function deleteLoadFixture({ origin, people: { travellers, moderator, admin } }: LoadFixture): Promise<number> {
  let left = 0;
  for (const token of [...travellers, moderator, admin]) {
    const client = clientOf(origin, token);
    await client
      .getMyAccount({})
      .then(({ id }) => client.deleteAccount({ params: { id } }))
      .catch(() => {
        left += 1;
      });
  }
  return left;
}
