import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { readConfig } from '@waystory/infra/config.ts';
import { newId } from '@waystory/infra/identifier.ts';
import type { ToolName } from '@waystory/proto/assistant/tools/registry.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextsWithAssistant, type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { candidatesIn } from '../turn/history.ts';
import { internet } from '../web-browser/fetch-page.ts';
import { googleSearchWith, searchSettings } from './google-search.ts';
import { placeIdOf } from './lookup-location.ts';
import { toolActivities } from './tool-call.activities.ts';
import type { ToolContext } from './tool-context.ts';

let product: TestProduct;
let ada: Person;
beforeAll(async () => {
  product = await testProduct(contextsWithAssistant);
  ada = product.person('ada');
  await ada.api.createAccount({});
});
afterAll(() => product.stop());

/** A conversation of this person, which remembers its looked-up places. */
function conversation({ accountId }: Person) {
  const { runTool } = toolActivities(
    { clientFor: product.host.clientFor, config: readConfig({}), commands: createCommandHandler(product.engines.events) },
    internet,
  );
  const places: Record<string, string | null> = {};
  // biome-ignore lint/suspicious/noExplicitAny: each tool answers something of its own, which the tests look at
  return async (tool: ToolName, args: Record<string, unknown>, key = newId()): Promise<any> => {
    const result = await runTool({ tool, args, accountId, roles: [], places, key });
    if (tool === 'lookup_location') Object.assign(places, Object.fromEntries(candidatesIn(result)));
    return result;
  };
}

async function trip() {
  const call = conversation(ada);
  const { id: itineraryId } = await call('create_itinerary', { title: 'Portugal', description: null });
  const { id: dayId } = await call('add_day', { itineraryId, title: 'North and south' });
  const placeOf = async (query: string): Promise<string> => (await call('lookup_location', { query, itineraryId, limit: 1 })).candidates[0].placeId;
  const add = async (title: string, more: object = {}) => call('add_stop', { itineraryId, dayId, placeId: await placeOf(title), title, ...more });
  return { call, itineraryId, dayId, add, placeOf };
}

describe('trip planned with tools', () => {
  test('is created once under repeated calls', async () => {
    const call = conversation(ada);
    const key = newId();
    const [first, again] = [await call('create_itinerary', { title: 'Once' }, key), await call('create_itinerary', { title: 'Once' }, key)];
    expect(again).toEqual(first);
    const day = { itineraryId: first.id, title: 'One' };
    const dayKey = newId();
    expect(await call('add_day', day, dayKey)).toEqual(await call('add_day', day, dayKey));
    expect((await call('add_day', day)).number).toBe(2);
  });

  test('refuses a stop more than 150 km from the other stops of the day', async () => {
    const { add, itineraryId, call } = await trip();
    expect(await add('Lisbon')).toMatchObject({ kmFromDay: null });
    expect(await add('Cascais')).toMatchObject({ kmFromDay: expect.any(Number), state: 'SUGGESTED' });
    expect(await add('Coimbra')).toMatchObject({ error: { code: 'place/far-away' } });
    const { stops } = await ada.api.getItinerary({ params: { id: itineraryId }, query: { include: 'stops' } });
    expect(stops?.map(({ title }) => title)).toEqual(['Lisbon', 'Cascais']);
    const found = await call('lookup_location', { query: 'Coimbra', itineraryId, limit: 1 });
    expect(found.candidates[0].kmFromTrip).toBeGreaterThan(150);
  });

  test('is changed in the given fields only', async () => {
    const { call, add, itineraryId } = await trip();
    const { id: stopId } = await add('Lisbon', { highlight: 'The light' });
    const { id: otherDay } = await call('add_day', { itineraryId });
    expect(await call('update_stop', { itineraryId, stopId, title: 'Lisboa', dayId: otherDay })).toMatchObject({ title: 'Lisboa', kmFromDay: null });
    expect(await call('update_itinerary', { itineraryId, title: 'Portugal, slowly' })).toMatchObject({ title: 'Portugal, slowly' });
    const stop = await ada.api.getItineraryStop({ params: { itineraryId, id: stopId } });
    expect(stop).toMatchObject({ title: 'Lisboa', highlight: 'The light', dayIds: [otherDay] });
  });

  test('has the stops of a day in the shortest order after optimize_route', async () => {
    const { call, add, itineraryId, dayId } = await trip();
    const ids = [];
    for (const town of ['Lisbon', 'Cascais', 'Oeiras', 'Sintra']) ids.push((await add(town)).id);
    const { stopIds, kmBefore, kmAfter, exact } = await call('optimize_route', { itineraryId, dayId });
    expect(stopIds).toEqual([ids[0], ids[2], ids[1], ids[3]]);
    expect([kmAfter < kmBefore, exact]).toEqual([true, true]);
    const { stopIds: stored } = await ada.api.getDay({ params: { itineraryId, id: dayId } });
    expect(stored).toEqual(stopIds);
  });

  test('reports the same result when the removal of a stop repeats', async () => {
    const { call, add, itineraryId } = await trip();
    const { id: stopId } = await add('Lisbon');
    expect(await call('remove_stop', { itineraryId, stopId })).toEqual({ id: stopId });
    expect(await call('remove_stop', { itineraryId, stopId })).toEqual({ id: stopId });
  });

  test.each(['update_itinerary', 'add_day', 'remove_stop'] as const)('of another user is unknown to %s', async (tool) => {
    const { itineraryId } = await trip();
    const bob = product.person('bob');
    await bob.api.createAccount({});
    const call = conversation(bob);
    const args = tool === 'remove_stop' ? { itineraryId, stopId: newId() } : { itineraryId, title: 'Mine' };
    expect(await call(tool, args)).toMatchObject({ error: { code: expect.stringMatching(/^(itinerary|stop)\/unknown$/) } });
  });
});

describe('place looked up by name', { timeout: 60_000 }, () => {
  const lookUpIn = async (town: string, query: string) => {
    const { call, add, itineraryId } = await trip();
    await add(town);
    return call('lookup_location', { query, itineraryId });
  };

  test('comes first among equal names when near the trip', async () => {
    expect((await lookUpIn('Porto', 'Danang')).candidates[0]).toMatchObject({ address: { countryCode: 'VN' } });
    expect((await lookUpIn('Boston, Massachusetts', 'Manchester')).candidates[0]).toMatchObject({
      placeName: expect.stringContaining('New Hampshire'),
    });
  });

  test.each([
    ['Porto', 'sao bento', 'São Bento'],
    ['Dallas', 'Paris', 'Paris, Texas'],
    ['Dallas', 'Springfield', 'Springfield, Missouri'],
  ])('in a trip to %s is refused as ambiguous: %s', async (town, query, named) => {
    const { error, candidates } = await lookUpIn(town, query);
    expect(candidates).toBeUndefined();
    expect(error).toMatchObject({ code: 'place/ambiguous', detail: expect.stringContaining(named) });
  });

  test('that is ambiguous is accepted by its full name, and never by an id that was not looked up', async () => {
    const { call, add, itineraryId, dayId } = await trip();
    await add('Dallas');
    const { error } = await call('lookup_location', { query: 'Paris', itineraryId });
    expect(error.detail).toMatch(/Paris, Texas, United States \(\d+ km from the trip\)/);
    const paris = await call('lookup_location', { query: 'Paris, Texas, United States', itineraryId });
    expect(paris.candidates[0]).toMatchObject({ placeName: 'Paris, Texas, United States' });
    const unseen = { itineraryId, dayId, placeId: placeIdOf('geonames.2988507'), title: 'Paris' };
    expect(await call('add_stop', unseen)).toMatchObject({ error: { code: 'place/not-looked-up' } });
  });
});

describe('web search', () => {
  const context = {} as ToolContext; // the search does not use the product
  test('answers that it is not configured unless both settings are present', async () => {
    expect(searchSettings({ ...readConfig({}), GOOGLE_SEARCH_KEY: 'key' })).toBeNull();
    expect(await googleSearchWith(null)({ query: 'x', limit: null }, context)).toEqual({ configured: false, results: [] });
  });

  test('returns the results of the service, or reports it unavailable', async () => {
    let status = 200;
    const asked: URL[] = [];
    const server = createServer((request, response) => {
      asked.push(new URL(request.url ?? '', 'http://search'));
      response.writeHead(status).end(JSON.stringify({ items: [{ title: 'Belém', link: 'https://belem.example', snippet: 'A tower' }] }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // it listens on a port
    const here: typeof fetch = (input, init) => fetch(`http://127.0.0.1:${port}${new URL(String(input)).search}`, init);
    const search = googleSearchWith({ key: 'key', engine: 'engine', fetch: here });
    expect(await search({ query: 'Belém', limit: 3 }, context)).toEqual({
      configured: true,
      results: [{ title: 'Belém', url: 'https://belem.example', snippet: 'A tower' }],
    });
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({ key: 'key', cx: 'engine', q: 'Belém', num: '3' });
    status = 500;
    await expect(search({ query: 'Belém' }, context)).rejects.toMatchObject({ code: 'engine/unavailable' });
    await new Promise((resolve) => server.close(resolve));
  });
});
