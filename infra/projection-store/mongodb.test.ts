import { randomUUID } from 'node:crypto';
import type { Filter } from '@waystory/proto/kit/filter.ts';
import { MongoClient } from 'mongodb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { EngineUnavailable } from '../errors.ts';
import { all, commitOf, type EngineProxy, idsOf, startProxy, stories, testWith, unstoredDoc } from './contract/fixture.ts';
import { incrementLikes, interruptEverywhere, loaded } from './contract/interruptions.ts';
import { queuedCommitsContract } from './contract/queued-commits.ts';
import { projectionStoreContract } from './contract.ts';
import { matches } from './memory-filter.ts';
import { databaseName, mongoConnection } from './mongodb/connection.ts';
import { mongodbProjectionStore, projectionStoreOn } from './mongodb.ts';
import type { ProjectionStore } from './port.ts';

const url = readConfig().MONGODB_URL;
const until = (check: () => void | Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 20_000, interval: 20 });

/** A temporary database with stores on it. @param at Host of the engine, in place of the configured host. */
async function made(at?: string) {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new MongoClient(url ?? '');
  const closing: (() => Promise<void>)[] = [];
  const addressAt = (host?: string): string => {
    const address = Object.assign(new URL(url ?? ''), { pathname: name });
    return host === undefined ? address.href : Object.assign(address, { host }).href;
  };
  const another = (host?: string): ProjectionStore => {
    const store = mongodbProjectionStore(addressAt(host));
    closing.push(store.close);
    return store;
  };
  const counted = async () => {
    const { run, on, close } = mongoConnection(addressAt());
    let calls = 0;
    const count = <T>(call: T): T => {
      calls += 1;
      return call;
    };
    const store = projectionStoreOn({ run: (work) => count(run(work)), on: (of, work) => count(on(of, work)), close });
    closing.push(store.close);
    return { store, calls: () => calls };
  };
  const interruptible = async () => {
    const proxy = await engineProxy();
    closing.push(proxy.close);
    return { ...proxy, store: another(proxy.address) };
  };
  const close = async (): Promise<void> => {
    await Promise.all(closing.map((one) => one()));
    await client.db(name).dropDatabase();
    await client.close();
  };
  return { store: another(at), other: async () => another(), interruptible, counted, database: client.db(name), close };
}

function engineProxy(): Promise<EngineProxy> {
  const { hostname, port } = new URL(url ?? '');
  return startProxy({ host: hostname, port: Number(port || 27_017) });
}

/** A store behind a proxy that can close its connections. */
async function cuttable() {
  const proxy = await engineProxy();
  const { store, close } = await made(proxy.address);
  return {
    store,
    proxy,
    close: async () => {
      await close();
      await proxy.close();
    },
  };
}

describe('MongoDB projection store', () => {
  beforeEach((context) => {
    if (!url) context.skip('MONGODB_URL is not set');
  });
  projectionStoreContract(() => made());
  queuedCommitsContract(() => made());

  const alone = testWith(() => made());

  alone('delayed commit overwrites no newer document or checkpoint', async (one) => {
    await interruptEverywhere(one, async ({ projection, ids, at, outcome }) => {
      const store = await one.other();
      while ((await incrementLikes(store, projection, '0', ids)).length > 0);
      const newer = await loaded(store, ids);
      at.goOn();
      await outcome;
      expect(await loaded(store, ids)).toEqual(newer);
      expect(await store.checkpoints(projection)).toEqual({ '0': { offset: 3, watermark: 3 } });
    });
  });

  alone('commit too large for one MongoDB document is applied whole or not at all', async ({ store, other, interruptible, database }) => {
    const reached = new Set<number>();
    for (let message = 1, isCut = true; isCut; message += 7) {
      const ids = ['a', 'b', 'c'].map((name) => `${message}-${name}`);
      const docs = ids.map((id) => unstoredDoc(id, { body: 'x'.repeat(1_200_000) }));
      const projection = `stories-${message}@1`;
      const victim = await interruptible();
      await victim.store.checkpoints(projection);
      const stopped = victim.holdAt(message, 'request').then(() => true);
      const outcome = victim.store.commit({ ...commitOf(1, docs), projection });
      isCut = await Promise.race([stopped, outcome.then(() => false)]);
      outcome.catch(() => {});
      await victim.cut();
      const { offset = 0 } = (await (await other()).checkpoints(projection))['0'] ?? {};
      expect(await store.load(stories.name, ids)).toHaveLength(offset === 1 ? 3 : 0);
      reached.add(isCut ? offset : -1);
    }
    expect(reached).toEqual(new Set([0, 1, -1]));
    const parts = database.collection('commit-parts');
    await parts.updateMany({}, { $set: { at: new Date(0), projection: 'stories@1' } });
    expect(await store.commit(commitOf(1, [unstoredDoc('d', { body: 'x'.repeat(2_100_000) })]))).toEqual([]);
    expect(await parts.countDocuments()).toBe(0);
  });

  alone('document with any keys is returned unchanged', async ({ store }) => {
    const held = JSON.parse(
      '{"$set": 1, "a.b": {"$ref": "x", "$id": 1}, "__proto__": {"x": 1}, "_bsontype": "ObjectId", "%24": 2, "": 3, "constructor": [{"$$": null}], "\\u0000": 4}',
    );
    const doc = { ...unstoredDoc('a', { held, likes: 7 }), _at: { 'topic.1-$': 4 } };
    expect(await store.commit(commitOf(1, [doc]))).toEqual([]);
    const kept = { ...doc, _rev: 1 };
    expect(await store.load(stories.name, ['a'])).toEqual([kept]);
    expect(await all(store.scan(stories.name))).toEqual([kept]);
    const found = await store.find(stories.name, { filter: { op: 'eq', field: 'likes', value: 7 }, sort: [], limit: 1 });
    expect(found).toEqual([doc.doc]);
    expect(Object.keys(found[0]?.held ?? {})).toContain('__proto__');
    await store.saveCheckpoint('stories@1', 'topic.1-$', { offset: 4, watermark: 4 });
    expect(await store.checkpoints('stories@1')).toEqual({ '0': { offset: 1, watermark: 1 }, 'topic.1-$': { offset: 4, watermark: 4 } });
  });

  alone('filter on a field with an array does not match its items', async ({ store }) => {
    const values = ['x', ['x'], [], [null], null, 5, [5], { x: 1 }];
    const docs = values.map((held, index) => unstoredDoc(`id${index}`, { held }));
    await store.fill(stories.name, docs);
    const compared = (['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const).flatMap((op) =>
      ['x', 5, 'w', 6].map((value) => ({ op, field: 'held', value }) as const),
    );
    const texts = (['has', 'contains', 'startsWith'] as const).map((op) => ({ op, field: 'held', value: 'x' }) as const);
    const nulls = [true, false].map((value) => ({ op: 'isNull', field: 'held', value }) as const);
    const filters: Filter[] = [...compared, ...texts, ...nulls, { op: 'in', field: 'held', values: ['x', 5] }];
    for (const filter of filters) {
      const expected = docs.flatMap(({ id, doc }) => (doc && matches(filter, doc) ? [id] : []));
      expect({ filter, ids: idsOf(await store.find(stories.name, { filter, sort: [], limit: 9 })) }).toEqual({ filter, ids: expected });
    }
  });

  alone('cursor value with an operator finds nothing', async ({ store }) => {
    await store.fill(stories.name, [unstoredDoc('a', { likes: 1 }), unstoredDoc('b', { likes: 2 })]);
    const sort = [{ field: 'likes', direction: 1 }] as const;
    const after = { values: [{ $gt: 0 }], id: '' };
    expect(await store.find(stories.name, { filter: null, sort, limit: 9, after })).toEqual([]);
  });

  alone('first checkpoints of a projection are stored by concurrent processes', async ({ store, other }) => {
    const partitions = Array.from({ length: 24 }, (_, index) => String(index));
    const stores = [store, await other(), await other()];
    await Promise.all(
      partitions.map((partition, index) => stores[index % 3]?.saveCheckpoint('stories@1', partition, { offset: index, watermark: 1 })),
    );
    expect(Object.keys(await store.checkpoints('stories@1')).toSorted()).toEqual(partitions.toSorted());
  });

  test('has the declared indexes', async () => {
    const { store, database, close } = await made();
    const point = { kind: 'point', on: ['coordinates.latitude', 'coordinates.longitude'] } as const;
    await store.ensure({ ...stories, indexes: [...stories.indexes, point] });
    await store.ensure(stories);
    const indexes = await database.collection(stories.name).listIndexes().toArray();
    const keys = indexes.map(({ key }) => Object.entries(key).flat().join(' '));
    expect(keys.toSorted()).toEqual([
      '_id 1',
      'doc.coordinates.latitude 1 doc.coordinates.longitude 1',
      'doc.latitude 1 doc.longitude 1',
      'doc.likes -1 doc.title 1 _id 1',
      'doc.open 1 doc.publishedAt -1 _id 1',
      'doc.tags 1',
    ]);
    await close();
  });

  test('throws EngineUnavailable during an outage of MongoDB, and recovers by itself', { timeout: 60_000 }, async () => {
    const { store, proxy, close } = await cuttable();
    const seen: number[] = [];
    store.onChange(({ watermark }) => seen.push(watermark ?? -1));
    await store.ensure(stories);
    await store.commit(commitOf(1, [unstoredDoc('a')]));
    await until(() => expect(seen).toContain(1));
    await proxy.cut();
    const began = performance.now();
    const calls = [
      store.commit(commitOf(2, [unstoredDoc('b')])),
      store.get(stories.name, ['a']),
      store.saveCheckpoint('x@1', '0', { offset: 1, watermark: 1 }),
    ];
    for (const outcome of await Promise.allSettled(calls)) expect(outcome).toMatchObject({ reason: expect.any(EngineUnavailable) });
    expect(performance.now() - began).toBeLessThan(5_000);
    await proxy.restore();
    await until(async () => expect(await store.get(stories.name, ['a'])).toHaveLength(1));
    await store.commit(commitOf(3, [unstoredDoc('c')]));
    await until(() => expect(seen).toContain(3));
    await close();
  });

  test('opens a new client when the server monitoring of the old client hangs', { timeout: 60_000 }, async () => {
    const { store, proxy, close } = await cuttable();
    const clients = new Set<MongoClient>();
    const { db } = MongoClient.prototype;
    const spy = vi.spyOn(MongoClient.prototype, 'db').mockImplementation(function (this: MongoClient, ...args) {
      clients.add(this);
      return db.apply(this, args);
    });
    await store.ensure(stories);
    await store.commit(commitOf(1, [unstoredDoc('a')]));
    // A closed monitor behaves like one that waits for ever for an answer.
    for (const client of clients) for (const { monitor } of serversOf(client)) monitor.close();
    await proxy.cut();
    await expect(store.get(stories.name, ['a'])).rejects.toBeInstanceOf(EngineUnavailable);
    await proxy.restore();
    await vi.waitFor(async () => expect(await store.get(stories.name, ['a'])).toHaveLength(1), { timeout: 40_000, interval: 50 });
    expect(clients.size).toBeGreaterThan(1);
    spy.mockRestore();
    await close();
  });

  test('throws EngineUnavailable for an interrupted commit, whose repetition succeeds', { timeout: 60_000 }, async () => {
    const { store, proxy, close } = await cuttable();
    await store.ensure(stories);
    const ids = Array.from({ length: 200 }, (_, index) => `id-${index}`);
    proxy.cutAfter(20_000);
    await expect(
      store.commit(
        commitOf(
          1,
          ids.map((id) => unstoredDoc(id, { body: 'x'.repeat(500) })),
        ),
      ),
    ).rejects.toBeInstanceOf(EngineUnavailable);
    await proxy.restore();
    await until(async () => expect(await store.checkpoints('stories@1')).toEqual({}));
    const there = new Map((await store.load(stories.name, ids)).map(({ id, _rev }) => [id, _rev]));
    const again = ids.map((id) => ({ ...unstoredDoc(id), _rev: there.get(id) ?? 0 }));
    expect(await store.commit(commitOf(1, again))).toEqual([]);
    expect(await store.get(stories.name, ids)).toHaveLength(200);
    await close();
  });
});

/** The client's servers with their monitors, which the driver's types omit. */
const serversOf = (client: MongoClient): { monitor: { close(): void } }[] => {
  const { topology } = client as unknown as { topology: { s: { servers: Map<string, { monitor: { close(): void } }> } } };
  return [...topology.s.servers.values()];
};

test('MongoDB projection store throws EngineUnavailable at every call to an unreachable server', { timeout: 20_000 }, async () => {
  const store = mongodbProjectionStore('mongodb://127.0.0.1:1');
  const calls = [store.load(stories.name, ['a']), store.ensure(stories), store.activeVersions(), store.commit(commitOf(1, [unstoredDoc('a')]))];
  for (const outcome of await Promise.allSettled(calls)) expect(outcome).toMatchObject({ reason: expect.any(EngineUnavailable) });
  await store.close();
  await expect(store.activeVersions()).rejects.toBeInstanceOf(EngineUnavailable);
});

test.each([
  ['mongodb://127.0.0.1:27017', 'waystory'],
  ['mongodb://127.0.0.1:27017/?retryWrites=false', 'waystory'],
  ['mongodb://me:p%2Fw@one:1,two:2/read%20models?replicaSet=rs', 'read models'],
  ['mongodb+srv://cluster.example/reads', 'reads'],
])('MongoDB URL %s has the database %s', (address, name) => {
  expect(databaseName(address)).toBe(name);
});
