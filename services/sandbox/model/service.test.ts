import { injectFetch } from '@waystory/infra/http/caller.ts';
import { type City, cityOf, loadAtlas, modelName } from '@waystory/local-model';
import { functionTools, isToolName, tools } from '@waystory/proto/assistant/tools/registry.ts';
import { placeSearchRoutes } from '@waystory/proto/itineraries/place-search.ts';
import { createClient } from '@waystory/proto/kit/client.ts';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultContexts, type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { basePath, modelService, worldCitiesFolder } from './service.ts';

let product: TestProduct;
let traveller: Person;
let client: OpenAI;
let lisbon: City | undefined;

beforeAll(async () => {
  product = await testProduct([...defaultContexts, modelService], undefined, { SANDBOX_MODEL_PACE: '0', PORT: '0' });
  const address = await product.host.listen();
  client = new OpenAI({ baseURL: `${address}${basePath}`, apiKey: 'none' });
  traveller = product.person('traveller');
  const admin = product.person('admin', 'admin');
  lisbon = cityOf(await loadAtlas(worldCitiesFolder), 'lisbon');
  for (const { name, otherNames, town, coordinates } of lisbon?.points ?? [])
    await admin.api.createPlace({
      body: {
        name,
        otherNames: [...otherNames],
        coordinates,
        featureType: 'poi',
        address: { city: town, countryCode: 'PT', countryName: 'Portugal' },
      },
    });
});
afterAll(() => product.stop());

const search = () => createClient(placeSearchRoutes, { baseUrl: '/api', fetch: injectFetch(product.host.app) });

type Args = Record<string, unknown>;
const text = (value: unknown): string => String(value);

/** Executes a tool of the assistant over the public API. */
async function callTool(name: string, args: Args): Promise<unknown> {
  if (!isToolName(name)) throw new Error(`There is no tool ${name}`);
  tools[name].args.parse(args);
  const { api } = traveller;
  const itineraryId = text(args.itineraryId);
  switch (name) {
    case 'lookup_location': {
      const { items } = await search().searchPlaces({ query: { q: text(args.query), limit: 5 } });
      return { candidates: items.flatMap((item) => (item.placeId ? [{ ...item, kmFromTrip: null, source: 'RECORDED' }] : [])) };
    }
    case 'create_itinerary':
      return api.createItinerary({ body: { title: text(args.title), shortDescription: text(args.shortDescription) } });
    case 'add_day':
      return api.addDay({ params: { itineraryId }, body: { title: text(args.title) } });
    case 'add_stop': {
      const body = {
        title: text(args.title),
        placeId: text(args.placeId),
        dayIds: [text(args.dayId)],
        durationMinutes: Number(args.durationMinutes),
      };
      const { id } = await api.addStop({ params: { itineraryId }, body });
      const { place } = await api.getStop({ params: { id } });
      return { id, title: args.title, state: 'SUGGESTED', place: { ...place, source: 'RECORDED' }, kmFromDay: null };
    }
    default:
      throw new Error(`Nobody asked for ${name}`);
  }
}

test('Built-in model plans a trip through the SDK with the tools of the assistant', { timeout: 60_000 }, async () => {
  // The name index is updated after the places are created.
  const last = lisbon?.points.at(-1)?.name ?? '';
  await expect.poll(async () => (await search().searchPlaces({ query: { q: last } })).items.map(({ name }) => name)).toContain(last);
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: '3 days in Lisbon with food and views' }];
  const offered = functionTools();
  for (let step = 0; step < 12; step++) {
    const answer = await client.chat.completions.stream({ model: modelName, messages, tools: offered }).finalChatCompletion();
    const said = answer.choices[0]?.message;
    if (!said) throw new Error('It said nothing');
    messages.push(said);
    if (!said.tool_calls?.length) break;
    for (const call of said.tool_calls)
      if (call.type === 'function')
        messages.push({
          role: 'tool',
          tool_call_id: call.id,
          content: JSON.stringify(await callTool(call.function.name, JSON.parse(call.function.arguments))),
        });
  }
  const { items } = await traveller.api.listItineraries({ query: {} });
  const [trip] = items;
  expect(trip).toMatchObject({ title: '3 days in Lisbon: food and views' });
  const stops = await traveller.api.listItineraryStops({ params: { itineraryId: trip?.id ?? '' }, query: { limit: 100 } });
  expect(stops.items.length).toBeGreaterThanOrEqual(9);
  expect(stops.items.map(({ title }) => title)).toEqual(expect.arrayContaining(['Mercado da Ribeira', 'Miradouro da Senhora do Monte']));
  expect(messages.at(-1)?.content).toContain(`${stops.items.length} stops on 3 days`);
});

test('OpenAPI document has no path of the built-in model', async () => {
  const { body } = await product.send({ url: '/api/docs/json' });
  expect(body).not.toContain('sandbox');
});
