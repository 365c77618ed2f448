import { injectFetch } from '@waystory/infra/http/caller.ts';
import { accountIdOf } from '@waystory/infra/identity/account-id.ts';
import { createLog } from '@waystory/infra/log.ts';
import { countryNames } from '@waystory/infra/places/countries.ts';
import { createClient } from '@waystory/proto/kit/client.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestProduct, testProduct } from '../testing/product.ts';
import { authorsOf, loadWorld, placesOf, type World } from './data.ts';
import { seedWorld } from './seed.ts';
import { type WorldClientFor, worldRoutes } from './world-client.ts';

let product: TestProduct;
let world: World;

beforeAll(async () => {
  const whole = await loadWorld();
  const cities = whole.cities.filter(({ slug }) => slug === 'rome' || slug === 'florence');
  const places = placesOf({ cities, itineraries: [] });
  const itineraries = whole.itineraries.filter(({ days }) => days.every((day) => day.stops.every((stop) => places.has(stop.place))));
  world = { cities, itineraries };
  product = await testProduct();
});
afterAll(() => product.stop());

/** Clients that fail from the given request on. The product executes that request, but its answer is lost. */
function clientsUntil(request: number): WorldClientFor {
  let sent = 0;
  const send = injectFetch(product.host.app);
  const breaking: typeof fetch = async (...call) => {
    sent += 1;
    if (sent > request) throw new Error('the line is dead');
    const response = await send(...call);
    if (sent >= request) throw new Error('the line died');
    return response;
  };
  return ({ subjectId, roles }) => {
    const identity = { subjectId, accountId: accountIdOf(subjectId), email: null, name: null, roles: [...roles] };
    const token = product.host.tokenFor({ ...identity, issuedAt: Number.POSITIVE_INFINITY, expiresAt: Number.POSITIVE_INFINITY });
    return createClient(worldRoutes, { baseUrl: '/api', token: async () => token, fetch: breaking });
  };
}

const log = createLog('silent');
const seedUntil = (request: number) => seedWorld({ clientFor: clientsUntil(request), log }, world);

/** API client of an admin whose reads include everything written so far. */
async function reader(name: string) {
  const { api } = product.person(name, 'admin');
  await api.createAccount({});
  return api;
}

const planned = () =>
  world.itineraries.map((plan) => ({ title: plan.title, days: plan.days.length, stops: plan.days.flatMap((day) => day.stops).length }));

test('Seeding completes after three interruptions, and every visible story has all its stops', async () => {
  const countries = countryNames.size;
  const places = placesOf(world).size;
  const authors = authorsOf(world).length;
  // Interruptions during the countries, the accounts, and the stories with their places. A later run requests only missing countries.
  for (const request of [20, countries + authors, 1 + 2 * authors + places]) {
    await expect(seedUntil(request)).rejects.toThrow('request failed');
    const { items } = await product.anonymous.listItineraryProjections({ query: { limit: 100 } });
    const seen = items.map(({ title, daysCount, stopsCount }) => ({ title, days: daysCount, stops: stopsCount }));
    expect(planned()).toEqual(expect.arrayContaining(seen));
  }
  await seedUntil(Number.POSITIVE_INFINITY);

  const api = await reader('first');
  const { items } = await api.listItineraryProjections({ query: { limit: 100 } });
  const seen = items.map(({ title, daysCount, stopsCount }) => ({ title, days: daysCount, stops: stopsCount }));
  expect(seen.sort((a, b) => (a.title < b.title ? -1 : 1))).toEqual(planned().sort((a, b) => (a.title < b.title ? -1 : 1)));
  expect((await api.listCountries({})).total).toBe(countries);
  expect((await api.listPlaces({})).total).toBe(places);
  const { items: accounts } = await api.listAccounts({ query: { limit: 100 } });
  expect(accounts.flatMap(({ userName }) => userName ?? []).sort()).toEqual(authorsOf(world));
});

test('Second seeding appends no event', async () => {
  await seedUntil(Number.POSITIVE_INFINITY);
  const before = await product.engines.events.head();
  await seedUntil(Number.POSITIVE_INFINITY);
  expect(await product.engines.events.head()).toBe(before);
});

test('Seeded story is public, by its author, with each stop on its day and its travel time', async () => {
  await seedUntil(Number.POSITIVE_INFINITY);
  const plan = world.itineraries.find(({ key }) => key === 'rome-four-late-suppers');
  const api = await reader('second');
  const filter = JSON.stringify({ title: plan?.title });
  const [found] = (await api.listItineraries({ query: { filter } })).items;
  const { days, stops, ...story } = await api.getItinerary({ params: { id: found?.id ?? '' }, query: { include: 'days,stops' } });
  expect(story).toMatchObject({ visibility: 'PUBLIC', accountUserName: plan?.author, highlights: plan?.highlights, description: plan?.description });
  const told = days?.map(({ title, stopIds }) => ({
    title,
    stops: stopIds.map((id) => stops?.find((stop) => stop.id === id)).map((stop) => ({ highlight: stop?.highlight, minutes: stop?.durationMinutes })),
  }));
  expect(told).toEqual(
    plan?.days.map((day) => ({
      title: day.title,
      stops: day.stops.map((stop) => ({ highlight: stop.highlight, minutes: stop.durationMinutes })),
    })),
  );
  const firstOfDay = new Set(days?.map(({ stopIds }) => stopIds[0]));
  expect(stops?.filter(({ travelTimeMinutes }) => travelTimeMinutes === null).map(({ id }) => id)).toEqual([...firstOfDay]);
});
