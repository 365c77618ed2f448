import { buffer } from 'node:stream/consumers';
import { type Adapters, adaptersOn } from '@waystory/infra/adapters.ts';
import { EngineUnavailable } from '@waystory/infra/errors.ts';
import { anyProjection } from '@waystory/infra/host/service.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { type Doc, type ProjectionStore, physicalName } from '@waystory/infra/projection-store/port.ts';
import { ensureCollections, noteReplay } from '@waystory/infra/read-models/projector/projector-commit.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { itineraries, stops, stories } from '../itinerary/stories.projection.ts';
import { numberedId, stopAt } from './stop-map.fixture.ts';
import { type CopySettings, replicateStopMap, type StopMapReplica } from './stop-map.replica.ts';

let database: TestDatabase;
let engines: Adapters;
let map: StopMapReplica;
const error = vi.fn();
beforeEach(async () => {
  database = await testDatabase();
  engines = adaptersOn(createPool(database.config, { max: 5 }));
  error.mockClear();
});
afterEach(async () => {
  await map.stop();
  await engines.close();
  await database.close();
});

const started = (on: Pick<Adapters, 'projections' | 'events' | 'blobs'> = engines, copying?: CopySettings): StopMapReplica => {
  map = replicateStopMap(on, { error, warn: error, info: () => {} }, copying);
  map.start();
  return map;
};
const shown = { visibility: 'PUBLIC', hidden: false, state: 'ACCEPTED' };
const doc = (number: number, story = 1, audience: Doc = shown): Doc => ({ ...stopAt(number, number, 10, story), ...audience });

/** Activates a build of the read model with these stops. */
async function activate(build: number, docs: readonly Doc[], watermark = 0): Promise<void> {
  const { projections } = engines;
  await ensureCollections({ projection: anyProjection(stories), build, store: projections });
  const stored = docs.map((one) => ({ id: String(one.id), doc: one, _at: {}, _rev: 1 }));
  await projections.fill(physicalName(stops.name, build), stored);
  await projections.saveCheckpoint(physicalName(stories.name, build), '0', { offset: 0, watermark });
  await projections.activate(stories.name, build);
}

/** Appends an event of an itinerary, and adds these stops to it in the read model. */
async function happens(build: number, story: number, docs: readonly Doc[]): Promise<number> {
  const { itineraryId } = stopAt(0, 0, 0, story);
  const meta = { actorId: null, commandId: derivedId('command', String(Math.random())) };
  const event = { id: derivedId('event', meta.commandId), type: 'StopAdded', schema: 1, data: {}, meta, at: '2026-01-01T00:00:00.000Z' };
  const { position } = await engines.events.append(`itinerary-${itineraryId}`, 'any', [event]);
  const stored = docs.map((one) => ({ id: String(one.id), doc: one, _at: {}, _rev: 0 }));
  const writes = [{ collection: physicalName(stops.name, build), docs: stored }];
  const checkpoint = { offset: position, watermark: position };
  expect(await engines.projections.commit({ projection: physicalName(stories.name, build), partition: '0', checkpoint, writes })).toEqual([]);
  return position;
}

const patient = { timeout: 10_000 };
const isFilled = () => expect.poll(() => map.isFilled(), patient).toBe(true);
const sizeBecomes = (size: number) => expect.poll(() => map.current().size(), patient).toBe(size);

test('Stop map counts as filled, without stops, when no read model exists', async () => {
  started();
  await isFilled();
  expect(await map.reached(0)).toBe(true);
  expect(map.current().size()).toBe(0);
});

test('Stop map is filled with public stops only', async () => {
  const others = [{ visibility: 'UNLISTED' }, { visibility: 'PRIVATE' }, { hidden: true }, { state: 'SUGGESTED' }];
  await activate(1_001, [doc(1), doc(2, 2), ...others.map((other, index) => doc(10 + index, 3, { ...shown, ...other }))]);
  started();
  await isFilled();
  expect(map.current().size()).toBe(2);
});

test('Stop map follows later events', async () => {
  await activate(1_001, [doc(1)]);
  started();
  await sizeBecomes(1);
  const position = await happens(1_001, 2, [doc(2, 2), doc(3, 2), doc(4, 2, { ...shown, visibility: 'PRIVATE' })]);
  expect(await map.reached(position)).toBe(true);
  expect(map.current().size()).toBe(3);
});

test('Stop map ranks itineraries by the likes from before the start', async () => {
  await activate(1_001, [doc(1, 1), doc(2, 2)]);
  const standing = (story: number, likeCount: number) => ({ id: numberedId('a', story), likeCount, createdAt: '2026-01-02T03:04:05.678Z' });
  await engines.projections.fill(
    physicalName(itineraries.name, 1_001),
    [standing(1, 1), standing(2, 2)].map((one) => ({ id: one.id, doc: one, _at: {}, _rev: 1 })),
  );
  started();
  await isFilled();
  const createdAt = Date.parse('2026-01-02T03:04:05.678Z');
  const world = { south: -90, west: -180, north: 90, east: 180 };
  expect(map.current().storiesWithin(world, { most: 10, cap: 10 }).best).toEqual([
    { id: numberedId('a', 2), likeCount: 2, createdAt },
    { id: numberedId('a', 1), likeCount: 1, createdAt },
  ]);
});

test('reached() of the stop map resolves to false for a future position', async () => {
  await activate(1_001, [doc(1)]);
  started();
  await sizeBecomes(1);
  expect(await map.reached(1)).toBe(false);
});

test('Stop map switches to another build of the read model, and follows it', async () => {
  await activate(1_001, [doc(1)]);
  started();
  await sizeBecomes(1);
  const before = map.current();
  await activate(2_001, [doc(1), doc(2), doc(3)]);
  await sizeBecomes(3);
  expect(before.size()).toBe(1);
  await happens(2_001, 2, [doc(4, 2)]);
  await sizeBecomes(4);
});

test('Stop map keeps its stops while an engine is unavailable, and catches up afterwards', async () => {
  await activate(1_001, [doc(1)]);
  const away = { now: false };
  const unlessAway =
    <A extends unknown[], R>(call: (...args: A) => R) =>
    (...args: A): R => {
      if (away.now) throw new EngineUnavailable('postgres', null);
      return call(...args);
    };
  const projections: ProjectionStore = {
    ...engines.projections,
    find: unlessAway(engines.projections.find),
    activeVersions: unlessAway(engines.projections.activeVersions),
  };
  started({ ...engines, projections });
  await sizeBecomes(1);
  away.now = true;
  await happens(1_001, 2, [doc(2, 2)]);
  await expect.poll(() => error.mock.calls.length, patient).toBeGreaterThan(0);
  expect(map.current().size()).toBe(1);
  expect(map.isFilled()).toBe(true);
  away.now = false;
  await sizeBecomes(2);
});

/** A copy of a map of any size, after every event. */
const always: CopySettings = { copyFrom: 1, everyMs: 0 };

const copies = (): Promise<string[]> => Array.fromAsync(engines.blobs.list('copies/'));
const copyIsAt = (position: number) =>
  expect.poll(async () => (await copies()).map((name) => Number(name.split('-').at(-1))), patient).toEqual([position]);

/** Engines on which documents can be read only by itinerary, not by a scan. */
function withoutScan(): Adapters {
  const scan = (): never => {
    throw new Error('Every document is read');
  };
  return { ...engines, projections: { ...engines.projections, scan } };
}

/** Lets an earlier process copy a map of two stops; returns the log position of the copy. */
async function copied(): Promise<number> {
  await activate(1_001, [doc(1)]);
  started(engines, always);
  await sizeBecomes(1);
  const position = await happens(1_001, 2, [doc(2, 2)]);
  await copyIsAt(position);
  await map.stop();
  return position;
}

test('Stop map starts from a copy, and reads only stories that changed after it', async () => {
  // given
  await copied();
  const position = await happens(1_001, 3, [doc(3, 3), doc(4, 3)]);
  // when
  started(withoutScan(), always);
  await isFilled();
  // then
  expect(map.current().size()).toBe(4);
  expect(error).not.toHaveBeenCalled();
  expect(await map.reached(position)).toBe(true);
  await copyIsAt(position);
});

test('Stop map below 50,000 stops is not copied', async () => {
  await activate(1_001, [doc(1)]);
  started(engines, { everyMs: 0 });
  await sizeBecomes(1);
  await happens(1_001, 2, [doc(2, 2)]);
  await sizeBecomes(2);
  expect(await copies()).toEqual([]);
});

test('Stop map ignores a copy once documents changed through replayed parked events', async () => {
  await copied();
  await activate(1_001, [doc(9, 9)], 1);
  await noteReplay({ projection: anyProjection(stories), store: engines.projections });
  started();
  await sizeBecomes(3);
});

test('Stop map ignores and removes a copy of another build', async () => {
  const position = await copied();
  await activate(2_001, [doc(1), doc(2, 2), doc(3)], position);
  started(engines, always);
  await sizeBecomes(3);
  await expect.poll(async () => (await copies()).map((name) => name.split('/').at(-1)?.split('-')[0]), patient).toEqual(['2001']);
});

test('Stop map ignores a copy of another log', async () => {
  // given
  const position = await copied();
  await engines.pool?.query('delete from events');
  await engines.pool?.query('alter table events alter column position restart with 1');
  // when
  expect(await happens(1_001, 3, [doc(3, 3)])).toBe(position);
  started();
  // then
  await sizeBecomes(3);
});

test('Stop map reports a damaged copy and reads everything', async () => {
  await copied();
  const [name = ''] = await copies();
  const blob = await engines.blobs.read(name);
  const whole = blob ? await buffer(blob.content) : Buffer.alloc(0);
  await engines.blobs.put(name, whole.subarray(0, whole.length - 1), 'application/octet-stream');
  started();
  await sizeBecomes(2);
  expect(error).toHaveBeenCalledTimes(1);
});
