import { createLog } from '@waystory/infra/log.ts';
import type { ProjectionStore } from '@waystory/infra/projection-store/port.ts';
import { runProjection } from '@waystory/infra/read-models/builds/run-projection.ts';
import { verify } from '@waystory/infra/read-models/verify.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultContexts, type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
let admin: Person;
let store: ProjectionStore;
beforeAll(async () => {
  product = await testProduct();
  store = product.engines.projections;
  admin = product.person('admin', 'admin');
  await admin.api.createAccount({});
});
afterAll(() => product.stop());

const sendTo = async (to: TestProduct, method: 'GET' | 'POST', path: string, as: Person | null) =>
  to.send({ method, url: `/api/projections${path}`, ...(as && { as }) });
const ask = (method: 'GET' | 'POST', path: string, as: Person | null = admin) => sendTo(product, method, path, as);
const readModel = (name: string) => {
  const found = defaultContexts.flatMap(({ projections }) => projections).find((one) => one.name === name);
  if (!found) throw new Error(`There is no ${name}`);
  return found;
};

describe('GET read models', () => {
  test('lists every read model with build, indexes and progress', async () => {
    const head = await product.engines.events.head();
    const { items, head: told } = (await ask('GET', '')).json();
    expect(told).toBeGreaterThanOrEqual(head);
    const declared = defaultContexts.flatMap(({ projections }) => projections);
    expect(items.map(({ name }: { name: string }) => name)).toEqual(declared.map(({ name }) => name));
    const reports = items.find(({ name }: { name: string }) => name === 'reports');
    expect(reports).toEqual({ name: 'reports', version: 2, build: 2_001, underWay: null, indexes: [], partitions: reports.partitions });
    expect(reports.partitions[0]).toMatchObject({ partition: expect.any(String), events: expect.any(Number), seconds: expect.any(Number) });
    expect(items.flatMap(({ indexes }: { indexes: object[] }) => indexes).length).toBeGreaterThan(1);
    await expect
      .poll(async () => (await ask('GET', '/reports')).json().partitions.every(({ position }: { position: number }) => position >= head))
      .toBe(true);
  });

  test('has the number of documents per collection', async () => {
    const { id } = await admin.api.createItinerary({ body: { title: 'Tram bells' } });
    await admin.api.getItinerary({ params: { id } });
    expect((await ask('GET', '/figures')).json().collections).toEqual([
      { name: 'daily-figures', documents: expect.any(Number) },
      { name: 'waiting-orders', documents: 0 },
    ]);
    const { collections } = (await ask('GET', '/stories')).json();
    expect(collections.every(({ documents }: { documents: number }) => Number.isInteger(documents))).toBe(true);
  });
});

describe('rebuild of a read model', () => {
  test('replaces the build during writes with one that equals the log, and is in the audit log with its requester', {
    timeout: 120_000,
  }, async () => {
    const before = (await ask('GET', '/stories')).json().build;
    let writing = true;
    const written: string[] = [];
    const writer = (async () => {
      for (let n = 0; writing; n++) written.push((await admin.api.createItinerary({ body: { title: `Story ${n}` } })).id);
    })();
    const asked = await ask('POST', '/stories/rebuild');
    expect([asked.statusCode, asked.json()]).toEqual([202, { name: 'stories', build: before }]);
    await expect.poll(async () => (await ask('GET', '/stories')).json().build, { timeout: 60_000 }).toBe(before + 1);
    writing = false;
    await writer;
    for (const id of [written[0], written.at(-1)]) expect(await admin.api.getItinerary({ params: { id: id ?? '' } })).toMatchObject({ id });
    await expect
      .poll(async () => (await ask('GET', '/stories')).json().partitions.every(({ events }: { events: number }) => events === 0), { timeout: 60_000 })
      .toBe(true);
    const { engines } = product;
    const compared = await verify({ ...engines, store, projections: [readModel('stories')] });
    expect(compared.filter(({ equal }) => !equal)).toEqual([]);
    // The search index is rebuilt after its read model.
    await expect
      .poll(async () => (await ask('GET', '/stories')).json().indexes.every(({ underWay }: { underWay: unknown }) => underWay === null), {
        timeout: 60_000,
      })
      .toBe(true);
    const filter = JSON.stringify({ action: 'ProjectionRebuildRequested', subjectId: 'stories' });
    await expect.poll(async () => (await admin.api.listAudit({ query: { filter } })).items.length).toBe(1);
    expect((await admin.api.listAudit({ query: { filter } })).items[0]).toMatchObject({ actorId: admin.accountId, role: 'admin' });
  });

  test('starts once a projector process runs; a second request before that answers 409', { timeout: 120_000 }, async () => {
    const idle = await testProduct(defaultContexts, ['command', 'query']);
    try {
      const person = idle.person('admin', 'admin');
      const one = readModel('stop-homes');
      const unbuilt = await sendTo(idle, 'POST', '/stop-homes/rebuild', person);
      expect([unbuilt.statusCode, unbuilt.json().code]).toEqual([409, 'projection/rebuild-running']);
      await idle.engines.projections.activate('stop-homes', 2_001);
      const other = await sendTo(idle, 'POST', '/stop-homes/rebuild', person);
      expect([other.statusCode, other.json().code]).toEqual([422, 'projection/other-version']);
      const build = one.version * 1_000 + 1;
      await idle.engines.projections.activate('stop-homes', build);
      const answers = [await sendTo(idle, 'POST', '/stop-homes/rebuild', person), await sendTo(idle, 'POST', '/stop-homes/rebuild', person)];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 409]);
      const { items } = (await sendTo(idle, 'GET', '', person)).json();
      const underWay = { build: null, progress: 0, toldAt: null };
      expect(items.find(({ name }: { name: string }) => name === 'stop-homes')).toMatchObject({ build, underWay });
      const projector = runProjection({ ...idle.engines, store: idle.engines.projections, projection: one, log: createLog('silent') });
      await expect.poll(async () => (await sendTo(idle, 'GET', '/stop-homes', person)).json()).toMatchObject({ build: build + 1, underWay: null });
      await projector.stop();
    } finally {
      await idle.stop();
    }
  });

  test('answers 404 for an unknown read model and 403 to other roles, and appends no event', async () => {
    const moderator = product.person('mod', 'moderator');
    await moderator.api.createAccount({});
    const head = await product.engines.events.head();
    const statusOf = async (...request: Parameters<typeof ask>) => (await ask(...request)).statusCode;
    expect([await statusOf('POST', '/nothing/rebuild'), await statusOf('GET', '/nothing'), await statusOf('GET', '/Stories')]).toEqual([
      404, 404, 400,
    ]);
    for (const [as, status] of [
      [null, 401],
      [moderator, 403],
    ] as const) {
      expect([await statusOf('GET', '', as), await statusOf('GET', '/stories', as), await statusOf('POST', '/stories/rebuild', as)]).toEqual([
        status,
        status,
        status,
      ]);
    }
    expect(await product.engines.events.head()).toBe(head);
  });
});
