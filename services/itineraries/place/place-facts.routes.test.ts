import { readConfig } from '@waystory/infra/config.ts';
import type { Facts } from '@waystory/infra/facts/port.ts';
import { defineService } from '@waystory/infra/host/service.ts';
import { openServiceAdapters } from '@waystory/infra/open-adapters.ts';
import { type OpenServicesFixture, startOpenServices } from '@waystory/infra/open-data/open-services.fixture.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultContexts, type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { itinerariesService } from '../service.ts';

let services: OpenServicesFixture;
let facts: Facts;
let product: TestProduct;
let admin: Person;
let ada: Person;
beforeAll(async () => {
  services = await startOpenServices();
  facts = openFacts();
  const latest: Facts = { about: (id, language) => facts.about(id, language) };
  const itineraries = defineService({
    ...itinerariesService,
    open: async (opened) => (await itinerariesService.open?.({ ...opened, engines: { ...opened.engines, facts: latest } })) ?? {},
  });
  product = await testProduct(defaultContexts.map((context) => (context === itinerariesService ? itineraries : context)));
  admin = product.person('root', 'admin');
  ada = product.person('ada');
});
afterAll(async () => {
  await product.stop();
  await services.close();
});

/** Facts of a new process, without any throttling yet. */
function openFacts(): Facts {
  const opened = openServiceAdapters(readConfig({ FACTS: 'wikidata', FACTS_URL: `${services.url}/facts` }), null).facts;
  if (!opened) throw new Error('The settings choose facts');
  return opened;
}

const coordinates = { latitude: 35.03, longitude: 135.77 };
async function record(wikidataId: string | null): Promise<string> {
  const { id } = await admin.api.createPlace({ body: { name: 'Temple of the river', coordinates, wikidataId } });
  await admin.api.getPlace({ params: { id } });
  return id;
}
const ask = async (id: string, query = '') => product.send({ url: `/api/places/${id}/facts${query}`, as: ada });
const factsOf = async (id: string, query = '') => {
  const answer = await ask(id, query);
  expect(answer.statusCode).toBe(200);
  return answer.json().facts;
};

describe('Facts about a place', () => {
  test('are in the language of the reader, or else in English', async () => {
    const id = await record('Q42');
    expect(await factsOf(id, '?language=de')).toEqual({
      summary: {
        ...{ text: 'Der Tempel am Fluss ist ein hölzerner Tempel in Kyoto.', language: 'de', source: 'Wikipedia', licence: 'CC BY-SA 4.0' },
        url: 'https://de.wikipedia.org/wiki/Tempel_am_Fluss',
      },
      website: 'https://www.temple.example.org/en',
    });
    for (const query of ['', '?language=fr']) expect(await factsOf(id, query)).toMatchObject({ summary: { language: 'en' } });
  });

  test('are empty for a place with an unknown id, or without any facts', async () => {
    const before = services.asked.length;
    expect(await factsOf(await record(null))).toBeNull();
    expect(services.asked).toHaveLength(before);
    expect(await factsOf(await record('Q44'))).toBeNull();
  });

  test('are those of the remaining sources while an encyclopedia is unavailable', async () => {
    const id = await record('Q43');
    const other = await record('Q47');
    services.away = ['/facts/wikipedia/en'];
    expect(await factsOf(id)).toBeNull();
    expect(await factsOf(other, '?language=de')).toEqual({ summary: null, website: 'https://bridge.example.org/' });
    services.away = [];
  });

  test('appear once the sources are available again, after an empty answer', async () => {
    const id = await record('Q47');
    services.away = ['/facts'];
    facts = openFacts();
    // An answer based on a read model is cached when it is requested twice.
    for (let time = 0; time < 3; time++) expect(await factsOf(id)).toBeNull();
    services.away = [];
    facts = openFacts();
    expect(await factsOf(id)).toMatchObject({ website: 'https://bridge.example.org/' });
  });

  test('are refused in an unsupported language, and for an unknown place', async () => {
    const answer = await ask(await record('Q42'), '?language=tlh');
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'request/invalid', errors: [{ path: 'query.language' }] }]);
    const unknown = await ask('0198f000-0000-7000-8000-000000000000');
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'place/unknown']);
  });
});
