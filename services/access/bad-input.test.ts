import { accountList } from '@waystory/proto/accounts/account.ts';
import { followList } from '@waystory/proto/accounts/follow.ts';
import { countryList } from '@waystory/proto/itineraries/country.ts';
import { dayList } from '@waystory/proto/itineraries/day.ts';
import { feedList } from '@waystory/proto/itineraries/feed.ts';
import { itineraryCardList, itineraryList, itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { placeList } from '@waystory/proto/itineraries/place.ts';
import { allStopsList, stopList } from '@waystory/proto/itineraries/stop.ts';
import type { FieldKind } from '@waystory/proto/kit/filter.ts';
import type { ListSpec } from '@waystory/proto/kit/list.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import { auditList } from '@waystory/proto/operations/audit.ts';
import { caseList } from '@waystory/proto/operations/case.ts';
import { jobList } from '@waystory/proto/operations/job.ts';
import { reportList } from '@waystory/proto/operations/report.ts';
import { collectionEntryList, collectionList } from '@waystory/proto/social/collection.ts';
import { postList } from '@waystory/proto/social/post.ts';
import { reactionList } from '@waystory/proto/social/reaction.ts';
import { savedItineraryList, savedStopList } from '@waystory/proto/social/save.ts';
import { hostileFilters, hostileIds, hostileQueries, hostileSorts, wordyFilters } from '@waystory/proto/testing/hostile-requests.fixture.ts';
import { hostileWords } from '@waystory/proto/testing/hostile-words.fixture.ts';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Person, type TestProduct, testProduct } from '../testing/product.ts';
import { type AccessFixture, accessFixtureOn, retryWhileBehind, routes } from './stage.fixture.ts';

let product: TestProduct;
let stage: AccessFixture;
let itineraryId: string;
beforeAll(async () => {
  product = await testProduct();
  stage = await accessFixtureOn(product);
  const { owner } = stage.people;
  for (const variant of ['public', 'private', 'hidden'] as const) await stage.make('stop', variant, owner);
  itineraryId = (await stage.make('stop', 'public', owner)).itineraryId ?? '';
  for (const kind of ['post', 'reaction', 'follow', 'shelf', 'report', 'reported', 'job', 'auditEntry', 'country', 'place'] as const)
    await stage.make(kind, 'public', owner);
});
afterAll(() => product.stop());

/** Lists by path; `:itineraryId` stands for a public story. */
const lists: readonly (readonly [path: string, ListSpec])[] = [
  ['accounts', accountList],
  ['follows', followList],
  ['countries', countryList],
  ['places', placeList],
  ['itineraries', itineraryList],
  ['itinerary-projections', itineraryCardList],
  ['feed', feedList],
  ['itineraries/:itineraryId/days', dayList],
  ['itineraries/:itineraryId/stops', stopList],
  ['stops', allStopsList],
  ['stop-projections', allStopsList],
  ['posts', postList],
  ['reactions', reactionList],
  ['saved-itineraries', savedItineraryList],
  ['saved-stops', savedStopList],
  ['collections', collectionList],
  ['collection-entries', collectionEntryList],
  ['reports', reportList],
  ['cases', caseList],
  ['audit', auditList],
  ['jobs', jobList],
];
const searches = ['accounts/search', 'itineraries/search', 'itineraries/stops/search', 'places/search', 'posts/search'];

const parameter = (name: string, value: string): string => `${name}=${encodeURIComponent(value)}`;

function questionsOf({ filterable }: ListSpec): string[] {
  const fields = Object.entries<FieldKind>(filterable);
  const field = fields.find(([, kind]) => kind === 'text')?.[0] ?? 'id';
  return [
    ...hostileFilters(field).map((value) => parameter('filter', value)),
    ...fields.flatMap(([name, kind]) => wordyFilters(name, kind)).map((value) => parameter('filter', value)),
    ...hostileSorts.map((value) => parameter('sort', value)),
    ...hostileIds.map((value) => parameter('ids', value)),
    ...hostileQueries,
  ];
}

let asked = 0;
/** Fault of an answer; null for a correct answer. */
async function faultOf(url: string, as: Person | undefined, most: number): Promise<string | null> {
  asked += 1;
  const send = () => product.send({ url, ...(as && { as }) });
  const answer = await retryWhileBehind(send, ({ statusCode }) => statusCode === 503);
  const fault = answer.statusCode === 400 ? faultOfRefusal(answer) : faultOfAnswer(answer, most);
  return fault && `${url.slice(0, 200)}: ${fault} ${answer.body.slice(0, 200)}`;
}

function faultOfRefusal(answer: LightMyRequestResponse): string | null {
  const { code, errors } = answer.json();
  const named = Array.isArray(errors) && errors.length > 0 && errors.every(({ path }: { path: unknown }) => /^(query|params)/.test(String(path)));
  return code === 'request/invalid' && named ? null : 'names no path';
}

function faultOfAnswer(answer: LightMyRequestResponse, most: number): string | null {
  if (answer.statusCode !== 200) return `status ${answer.statusCode}`;
  const { items, results, limit } = answer.json();
  const found = items ?? results;
  if (!Array.isArray(found)) return 'no list';
  if (limit > most) return `limit ${limit}`;
  return found.length > most ? `${found.length} items` : null;
}

async function faultsOf(urls: readonly string[], as: Person | undefined, most: number): Promise<string[]> {
  const before = await product.engines.events.head();
  const faults: string[] = [];
  for (const url of urls) {
    const fault = await faultOf(url, as, most);
    if (fault) faults.push(fault);
  }
  if ((await product.engines.events.head()) !== before) faults.push('something was written');
  return faults;
}

/** Enum fields of a list, each with its allowed values. */
function choicesOf(path: string, { filterable }: ListSpec): [string, string[]][] {
  const route = [...routes.values()].find((one) => one.method === 'GET' && one.path === `/${path}`) as Route; // lists are routes
  const { items } = (route.reply as unknown as { shape: { items: z.ZodArray<z.ZodObject> } }).shape; // that of a page
  return Object.entries(items.element.shape).flatMap(([field, schema]): [string, string[]][] =>
    schema instanceof z.ZodEnum && field in filterable ? [[field, schema.options.map(String)]] : [],
  );
}

test('Enum filter of every list ignores case and refuses an unknown value', async () => {
  const total = async (path: string, filter: object) => {
    const url = `/api/${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
    const answer = await retryWhileBehind(
      () => product.send({ url, as: stage.people.admin }),
      ({ statusCode }) => statusCode === 503,
    );
    return answer.statusCode === 200 ? answer.json().total : [answer.statusCode, ...answer.json().errors.map(({ path }: { path: string }) => path)];
  };
  let tried = 0;
  for (const [path, spec] of lists) {
    for (const [field, [one = '', ...others]] of choicesOf(path, spec)) {
      const url = path.replace(':itineraryId', itineraryId);
      const [lower, upper] = [one.toLowerCase(), one.toUpperCase()];
      expect(await total(url, { [field]: lower }), `${path} ${field}`).toBe(await total(url, { [field]: upper }));
      expect(await total(url, { [field]: { ne: lower } }), `${path} ${field}`).toBe(await total(url, { [field]: { ne: upper } }));
      expect(await total(url, { [field]: [lower, ...others] }), `${path} ${field}`).toBe(await total(url, {}));
      expect(await total(url, { [field]: `${one}s` })).toEqual([400, `query.filter.${field}`]);
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThanOrEqual(8);
});

describe('hostile list query', { timeout: 180_000 }, () => {
  test.each(lists)('to %s answers 200, or 400 with the name of the parameter', async (path, spec) => {
    const urls = questionsOf(spec).map((question) => `/api/${path.replace(':itineraryId', itineraryId)}?${question}`);
    expect(await faultsOf(urls, stage.people.admin, spec.maxLimit ?? 100)).toEqual([]);
  });

  test.each(searches)('to %s answers 200, or 400 with the name of the parameter', async (path) => {
    const more = hostileQueries.filter((query) => !/^(filter|sort|ids|after)/.test(query)).map((query) => `q=a&${query}`);
    const scores = ['minScore=-1', 'minScore=2', 'minScore=x', 'fuzzyMatch=maybe', 'fuzzyMatch=1', 'visibility=SECRET'].map(
      (query) => `q=a&${query}`,
    );
    const questions = [...hostileWords.map((word) => parameter('q', word)), ...['q=', 'q', 'q=a&q=b', 'q[$ne]=1', 'q=%00', ''], ...more, ...scores];
    expect(
      await faultsOf(
        questions.map((question) => `/api/${path}?${question}`),
        path === 'posts/search' ? stage.people.moderator : undefined,
        100,
      ),
    ).toEqual([]);
  });

  test('of an anonymous caller returns public itineraries only', async () => {
    const all = [
      { visibility: 'PRIVATE' },
      { or: [{ visibility: 'PRIVATE' }, { visibility: { ne: 'PRIVATE' } }] },
      { not: { visibility: 'PUBLIC' } },
    ];
    for (const filter of all) {
      const answer = await product.send({ url: `/api/itineraries?limit=100&${parameter('filter', JSON.stringify(filter))}` });
      expect(answer.json().items.filter(({ visibility }: { visibility: string }) => visibility !== 'PUBLIC')).toEqual([]);
    }
  });

  test('is sent in at least 300 variants', () => {
    expect(asked).toBeGreaterThanOrEqual(300);
    console.log(`${asked} hostile questions to ${lists.length} lists and ${searches.length} searches`);
  });
});

const writes: readonly Pick<Route, 'method' | 'path' | 'maxBodyBytes'>[] = [
  itineraryRoutes.createItinerary,
  { method: 'POST', path: '/posts' },
  { method: 'POST', path: '/reactions' },
  { method: 'POST', path: '/follows' },
  { method: 'POST', path: '/reports' },
  { method: 'POST', path: '/saved-stops' },
  { method: 'POST', path: '/collections' },
  { method: 'POST', path: '/itineraries/preview-images' },
  { method: 'POST', path: '/files/sas-token' },
  { method: 'PUT', path: '/accounts/x' },
  { method: 'PATCH', path: '/itineraries/x' },
  { method: 'PATCH', path: '/posts/x' },
];

describe('request body', () => {
  test.each(writes)(
    'above the size limit answers 413 at $method $path, and of another type than JSON 415',
    async ({ method, path, maxBodyBytes = 512 * 1024 }) => {
      const before = await product.engines.events.head();
      const send = async (payload: string, type: string) => {
        const answer = await product.send({ method, url: `/api${path}`, payload, headers: { 'content-type': type }, as: stage.people.owner });
        return `${answer.statusCode} ${answer.json().code}`;
      };
      expect(await send(JSON.stringify({ text: 'x'.repeat(maxBodyBytes) }), 'application/json')).toBe('413 request/too-large');
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'image/png', 'application/jsonp'])
        expect(await send('{"title":"x"}', type)).toBe('415 request/unsupported-type');
      expect(await product.engines.events.head()).toBe(before);
    },
  );
});

const byId = encodeURIComponent(JSON.stringify({ id: '00000000-0000-7000-8000-000000000000' }));
const reasoned: readonly (readonly [method: 'PATCH' | 'PUT', path: string, goesWith: string, other: object])[] = [
  ['PATCH', '/itineraries/00000000-0000-7000-8000-000000000000', 'hidden', { title: 'Tram bells' }],
  ['PATCH', '/posts/00000000-0000-7000-8000-000000000000', 'hidden', { text: 'Nice' }],
  ['PUT', '/accounts/00000000-0000-7000-8000-000000000000', 'suspended', { aboutMe: 'Here' }],
  ['PATCH', `/itineraries?filter=${byId}`, 'hidden', { visibility: 'PRIVATE' }],
  ['PATCH', `/posts?filter=${byId}`, 'hidden', { text: 'Nice' }],
  ['PATCH', `/accounts?filter=${byId}`, 'suspended', { aboutMe: null }],
];

test.each(reasoned)('%s %s answers 400 to a reason without "%s"', async (method, path, goesWith, other) => {
  const before = await product.engines.events.head();
  const send = async (payload: object) => (await product.send({ method, url: `/api${path}`, payload, as: stage.people.admin })).json();
  for (const payload of [{ reason: 'Spam' }, { reason: null }, { ...other, reason: 'Spam' }])
    expect(await send(payload)).toMatchObject({ status: 400, errors: [{ path: 'body.reason', message: `Goes with "${goesWith}" only` }] });
  // The unknown id is looked up only after the body is valid.
  expect((await send({ ...other, [goesWith]: true, reason: 'Spam' })).errors).toBeUndefined();
  expect(await product.engines.events.head()).toBe(before);
});

test('Token of a suspended account is refused within a minute', { timeout: 70_000 }, async () => {
  const { product: of, people, newcomer } = stage;
  const suspended = await newcomer();
  const url = '/api/accounts/me';
  await expect.poll(async () => (await of.send({ url, as: suspended })).statusCode, { timeout: 60_000 }).toBe(200);
  await people.moderator.api.updateAccount({ params: { id: suspended.accountId }, body: { suspended: true } });
  await expect.poll(async () => (await of.send({ url, as: suspended })).statusCode, { timeout: 60_000 }).toBe(403);
  const before = await of.engines.events.head();
  for (const path of ['itineraries', 'posts', 'reactions', 'saved-stops'])
    expect((await of.send({ method: 'POST', url: `/api/${path}`, payload: {}, as: suspended })).json().code).toBe('auth/suspended');
  expect((await of.send({ url: '/api/itineraries', as: suspended })).statusCode).toBe(403);
  expect(await of.engines.events.head()).toBe(before);
});
