import { createServer } from 'node:net';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { EngineUnavailable } from '../errors.ts';
import { startProxy } from '../projection-store/contract/fixture.ts';
import { doc, storiesNamed, uniqueIndexName } from './contract/fixture.ts';
import { searchEngineContract } from './contract.ts';
import { elasticIndexName, indexAndBuildOf } from './elasticsearch/connection.ts';
import { elasticsearchSearchEngine } from './elasticsearch.ts';
import type { SearchEngine } from './port.ts';

const url = readConfig().ELASTICSEARCH_URL;
const query = { q: 'porto', fuzzy: true, minScore: 0, filter: null, limit: 9, offset: 0 };

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
  // The engine refuses the document, because the mapping accepts only numbers in this field.
  const poison = doc('poison', { title: 'Porto' }, { likes: 'many' });
  return { engine: another(), poison, other: async () => another(), close };
}

describe('Elasticsearch search', () => {
  beforeEach((context) => {
    if (!url) context.skip('ELASTICSEARCH_URL is not set');
  });
  searchEngineContract(made);

  test('throws EngineUnavailable during an outage, and recovers by itself', { timeout: 60_000 }, async () => {
    const { hostname, port } = new URL(url ?? '');
    const proxy = await startProxy({ host: hostname, port: Number(port || 9_200) });
    const engine = elasticsearchSearchEngine(`http://${proxy.address}`);
    const spec = storiesNamed(`${uniqueIndexName()}@1`);
    await engine.ensure(spec);
    await engine.write(spec.name, [doc('a', { title: 'Porto' })]);
    await proxy.cut();
    const began = performance.now();
    const calls = [engine.write(spec.name, [doc('b', { title: 'Porto' })]), engine.search(spec.name, query), engine.refresh(spec.name)];
    for (const outcome of await Promise.allSettled(calls)) expect(outcome).toMatchObject({ reason: expect.any(EngineUnavailable) });
    expect(performance.now() - began).toBeLessThan(10_000);
    await proxy.restore();
    await vi.waitFor(() => engine.write(spec.name, [doc('b', { title: 'Porto' })]), { timeout: 30_000, interval: 50 });
    await engine.refresh(spec.name);
    expect((await engine.search(spec.name, query)).hits.map(({ id }) => id)).toEqual(['a', 'b']);
    await engine.drop(spec.name);
    await engine.close();
    await proxy.close();
  });

  test('halves a refused call until the faulty document is known', async () => {
    const engine = elasticsearchSearchEngine(url ?? '');
    const spec = storiesNamed(`${uniqueIndexName()}@1`);
    await engine.ensure(spec);
    const long = 'x'.repeat(600);
    const docs = ['a', 'b', long, 'y'].map((id) => doc(id, { title: 'Porto' }));
    expect(await engine.write(spec.name, docs)).toEqual([{ id: long, reason: expect.stringContaining('too long') }]);
    await engine.refresh(spec.name);
    expect((await engine.search(spec.name, query)).hits.map(({ id }) => id)).toEqual(['a', 'b', 'y']);
    await engine.drop(spec.name);
    await engine.close();
  });

  test('fails for a missing index without creating it', async () => {
    const engine = elasticsearchSearchEngine(url ?? '');
    const name = `${uniqueIndexName()}@1`;
    await expect(engine.write(name, [doc('a', { title: 'Porto' })])).rejects.toThrow('There is no search index');
    await expect(engine.search(name, query)).rejects.toThrow('There is no search index');
    await engine.close();
  });
});

test('Elasticsearch that accepts a call and never answers causes EngineUnavailable', { timeout: 30_000 }, async () => {
  const silent = createServer((socket) => socket.on('error', () => {}).resume());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  const engine = elasticsearchSearchEngine(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
  await expect(engine.activeBuilds()).rejects.toBeInstanceOf(EngineUnavailable);
  await engine.close();
  await new Promise((resolve) => silent.close(resolve));
});

test('Elasticsearch that is unreachable causes EngineUnavailable at every call', { timeout: 30_000 }, async () => {
  const engine = elasticsearchSearchEngine('http://127.0.0.1:1');
  const spec = storiesNamed('stories@1');
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
])('Index name %s is stored as %s and read back', (index, stored) => {
  expect(elasticIndexName(index)).toBe(stored);
  const [name, build] = index.split('@');
  expect(indexAndBuildOf(stored)).toEqual({ index: name, build: Number(build) });
});

test.each(['*', 'stories', 'stories@1,other@1', '_all@1', 'stories@*', '-stories@1'])('Index name %s is refused', (name) => {
  expect(() => elasticIndexName(name)).toThrow('not the physical name');
});
