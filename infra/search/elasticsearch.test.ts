import { beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { EngineUnavailable } from '../event-store/port.ts';
import { searchEngineContract } from './contract.ts';
import { doc, storiesNamed } from './contract-fixture.ts';
import { elasticsearchSearchEngine } from './elasticsearch.ts';
import { buildOf, storedName } from './elasticsearch-names.ts';
import type { SearchEngine } from './port.ts';

const url = readConfig().ELASTICSEARCH_URL;

async function made() {
  const engines: SearchEngine[] = [];
  const another = (): SearchEngine => {
    const engine = elasticsearchSearchEngine(url ?? '');
    engines.push(engine);
    return engine;
  };
  const close = async (): Promise<void> => {
    await Promise.all(engines.map((engine) => engine.close()));
  };
  return { engine: another(), other: async () => another(), close };
}

describe('on the real engine', () => {
  beforeEach((context) => {
    if (!url) context.skip('ELASTICSEARCH_URL is not set');
  });
  searchEngineContract(made);
});

test('says so when Elasticsearch is not there, as long as it is asked', { timeout: 30_000 }, async () => {
  const engine = elasticsearchSearchEngine('http://127.0.0.1:1');
  const spec = storiesNamed('stories@1');
  const query = { q: 'x', fuzzy: true, minScore: 0, filter: null, limit: 1, offset: 0 };
  const calls = [
    engine.ensure(spec),
    engine.drop(spec.name),
    engine.write(spec.name, [doc('a', { title: 'x' })]),
    engine.refresh(spec.name),
    engine.search(spec.name, query),
    engine.activeBuilds(),
    engine.activate('stories', 1),
    engine.scan(spec.name)[Symbol.asyncIterator]().next(),
  ];
  for (const outcome of await Promise.allSettled(calls)) expect(outcome).toMatchObject({ reason: expect.any(EngineUnavailable) });
  await engine.close();
  await expect(engine.activeBuilds()).rejects.toBeInstanceOf(EngineUnavailable);
});

test.each([
  ['stories@1', 'waystory-search-stories@1'],
  ['stopCards@12', 'waystory-search-stop_cards@12'],
  ['stop_cards@12', 'waystory-search-stop__cards@12'],
])('%s is stored as %s and read back', (index, stored) => {
  expect(storedName(index)).toBe(stored);
  const [name, build] = index.split('@');
  expect(buildOf(stored)).toEqual({ index: name, build: Number(build) });
});

test.each(['*', 'stories', 'stories@1,other@1', '_all@1', 'stories@*', '-stories@1'])('%s is no name of an index', (name) => {
  expect(() => storedName(name)).toThrow('not the physical name');
});
