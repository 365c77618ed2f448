import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { factsContract } from './facts/contract.ts';
import { openServiceAdapters } from './open-adapters.ts';
import { type OpenServicesFixture, startOpenServices } from './open-data/open-services.fixture.ts';
import { photosContract } from './photos/contract.ts';
import { openverseOrigins } from './photos/openverse.ts';
import { wikimediaOrigins } from './photos/wikimedia.ts';
import { placesContract } from './places/contract.ts';
import type { Places } from './places/port.ts';
import { routingContract } from './routing/contract.ts';
import { straightRouting } from './routing/straight.ts';

// Response shapes follow the services' documentation, because the services were unreachable here. Valhalla's own server answers in `npm run
// test:engines`.
let services: OpenServicesFixture;
beforeAll(async () => {
  services = await startOpenServices();
});
afterAll(() => services.close());

const adapters = (env: Record<string, string>) => openServiceAdapters(readConfig({ PUBLIC_ORIGIN: 'https://waystory.example', ...env }), null);
/** The adapter chosen by the settings; the test fails without one. */
const chosen = <T>(thing: T | undefined): T => {
  if (!thing) throw new Error('The settings chose none');
  return thing;
};

describe.each(['photon', 'nominatim'])('%s with recorded answers', (name) => {
  placesContract(() => lazily(() => chosen(adapters({ PLACES: name, PLACES_URL: `${services.url}/${name}` }).places)));
});

/** Creates the adapter at its first call, because the URL of the fixture is unknown before. */
function lazily(make: () => Places): Places {
  let made: Places | undefined;
  const one = (): Places => (made ??= make());
  return {
    search: (query, options) => one().search(query, options),
    retrieve: (id) => one().retrieve(id),
    nearest: (coordinates) => one().nearest(coordinates),
    within: (box, limit) => one().within(box, limit),
    warm: () => one().warm(),
  };
}

describe('Valhalla with recorded answers', () =>
  routingContract(async () => chosen(adapters({ ROUTING: 'valhalla', ROUTING_URL: `${services.url}/valhalla` }).routing)));
describe('straight-line routing', () => routingContract(async () => chosen(adapters({ ROUTING: 'osrm', ROUTING_URL: services.url }).routing)));
describe('straight lines', () => routingContract(async () => straightRouting()));
describe('Wikimedia with recorded answers', () =>
  photosContract(async () => chosen(adapters({ PHOTOS: 'wikimedia', PHOTOS_URL: `${services.url}/wikimedia` }).photos), wikimediaOrigins));

describe('Wikidata and Wikipedia with recorded answers', () =>
  factsContract(async () => chosen(adapters({ FACTS: 'wikidata', FACTS_URL: `${services.url}/facts/` }).facts), {
    ...{ famous: 'Q42', english: 'Q43', obscure: 'Q44', missing: 'Q999' },
  }));

test('Open services are used only when enabled, each by its own setting', () => {
  expect(adapters({})).toEqual({});
  expect(Object.keys(adapters({ OPEN_DATA: 'on' })).toSorted()).toEqual(['facts', 'photos', 'places', 'routing']);
  expect(Object.keys(adapters({ OPEN_DATA: 'on', PLACES: 'built-in', PHOTOS: 'drawn', FACTS: 'none' }))).toEqual(['routing']);
});

test('Built-in data answers while an open service is unavailable, and one request per service is sent for three searches', async () => {
  const away = await startOpenServices();
  const env = { OPEN_DATA: 'on', PLACES_URL: `${away.url}/photon`, ROUTING_URL: `${away.url}/valhalla`, PHOTOS_URL: `${away.url}/wikimedia` };
  const { places, routing, photos } = adapters(env);
  away.away = ['/'];
  const [porto, lisbon] = [
    { latitude: 41.15, longitude: -8.61 },
    { latitude: 41.16, longitude: -8.62 },
  ];
  for (let time = 0; time < 3; time++) {
    expect((await chosen(places).search('Porto', { limit: 3 }))[0]?.placeName).toBe('Porto, Portugal');
    expect(await chosen(routing).ways([porto, lisbon], 'walk')).toEqual([expect.objectContaining({ line: null })]);
    expect((await chosen(photos).search('harbour', 3))[0]?.source).toBe('illustration');
  }
  expect(away.asked).toHaveLength(3);
  await away.close();
});

test('Facts exclude websites with a script URL or an IP address, and articles that are disambiguation pages', async () => {
  const { facts } = adapters({ FACTS: 'wikidata', FACTS_URL: `${services.url}/facts` });
  expect([await chosen(facts).about('Q45', 'en'), await chosen(facts).about('Q46', 'en')]).toEqual([null, null]);
  expect(await chosen(facts).about('Q42', 'de')).toMatchObject({ website: 'https://www.temple.example.org/en', summary: { language: 'de' } });
});

test('Facts request claims, entity and article of a Wikidata id, and nothing for a malformed id', async () => {
  const { facts } = adapters({ FACTS: 'wikidata', FACTS_URL: `${services.url}/facts` });
  const before = services.asked.length;
  for (const id of ['Q42&action=x', '..', 'Q42/../Q43']) await chosen(facts).about(id, 'en');
  expect(services.asked).toHaveLength(before);
  await chosen(facts).about('Q42', 'en');
  expect(services.asked.slice(before).toSorted()).toEqual([
    expect.stringContaining('/facts/wikidata/w/api.php?action=wbgetclaims&entity=Q42'),
    expect.stringContaining('/facts/wikidata/w/api.php?action=wbgetentities'),
    '/facts/wikipedia/en/api/rest_v1/page/summary/Temple_of_the_river_(Kyoto)',
  ]);
});

test('Valhalla route over 50 points takes 3 requests, because the server limits the points of a request', async () => {
  const { routing } = adapters({ ROUTING: 'valhalla', ROUTING_URL: `${services.url}/valhalla` });
  const before = services.asked.length;
  const points = Array.from({ length: 50 }, (_, index) => ({ latitude: 38.7 + index / 500, longitude: -9.13 }));
  const ways = await chosen(routing).ways(points, 'car');
  expect(ways.map((way) => way?.line?.at(-1)?.latitude.toFixed(3))).toEqual(points.slice(1).map(({ latitude }) => latitude.toFixed(3)));
  expect(services.asked.length - before).toBe(3);
});

test('Photon search near a point with the same rounded coordinates is a cache hit without a request', async () => {
  const { places } = adapters({ PLACES: 'photon', PLACES_URL: `${services.url}/photon` });
  const before = services.asked.length;
  const ask = async (near: { latitude: number; longitude: number }) =>
    (await chosen(places).search('Kyoto', { limit: 4, near })).map(({ mapboxId }) => mapboxId);
  const first = await ask({ latitude: 35.01, longitude: 135.77 });
  // A nearby point hits the same cache entry, because the request rounds coordinates to 0.1 degrees.
  expect(await ask({ latitude: 35.02, longitude: 135.76 })).toEqual(first);
  expect(services.asked.length - before).toBe(1);
});

test('Wikimedia picture has thumbnail URLs of 1280, 500 and 250 pixels without campaign parameters, and a picture narrower than 1280 only its original URL', async () => {
  const { photos } = adapters({ PHOTOS: 'wikimedia', PHOTOS_URL: `${services.url}/wikimedia` });
  const found = await chosen(photos).search('castle', 30);
  const [wide, narrow] = [found.find(({ width }) => width === 1_280), found.find(({ width }) => width === 1_200)];
  const folder = 'https://thumb.wikimedia.org/wikipedia/commons/thumb/a/ab/';
  for (const [address, width] of [
    [wide?.url, 1280],
    [wide?.previewUrl, 500],
    [wide?.thumbnailUrl, 250],
  ] as const)
    expect(address).toMatch(new RegExp(`^${folder}(Picture_\\d+_\\d+\\.jpg)/${width}px-\\1$`));
  expect(narrow?.url).toMatch(/^https:\/\/upload\.wikimedia\.org\/wikipedia\/commons\/a\/ab\/Picture_\d+_\d+\.jpg$/);
  expect([narrow?.previewUrl, narrow?.thumbnailUrl]).toEqual([narrow?.url, narrow?.url]);
});

test('Openverse pictures name their author and licence', async () => {
  const { photos } = adapters({ PHOTOS: 'openverse', PHOTOS_URL: `${services.url}/openverse` });
  const found = await chosen(photos).search('harbour', 5);
  expect(found).toHaveLength(5);
  const origins = new Set(found.flatMap(({ url, previewUrl, thumbnailUrl }) => [url, previewUrl, thumbnailUrl].map((one) => new URL(one).origin)));
  expect([...origins]).toEqual(openverseOrigins.image);
  expect(found[0]).toMatchObject({
    source: 'openverse',
    attribution: 'harbour 0 by Somebody, CC BY-SA 2.0, via Openverse',
    authorName: 'Somebody (CC BY-SA 2.0)',
  });
});
