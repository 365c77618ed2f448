import { type Adapters, adaptersOn } from '@waystory/infra/adapters.ts';
import { EngineUnavailable } from '@waystory/infra/errors.ts';
import { anyProjection } from '@waystory/infra/host/service.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { type Doc, type ProjectionStore, physicalName } from '@waystory/infra/projection-store/port.ts';
import { ensureCollections } from '@waystory/infra/read-models/projector/projector-commit.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stops, stories } from '../itinerary/stories.projection.ts';
import { stopAt } from './stop-map.fixture.ts';
import { type FollowedStopMap, followStopMap } from './stop-map.follower.ts';

let database: TestDatabase;
let engines: Adapters;
let map: FollowedStopMap;
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

const started = (on: Pick<Adapters, 'projections' | 'events'> = engines): FollowedStopMap => {
  map = followStopMap(on, { error });
  map.start();
  return map;
};
const shown = { visibility: 'PUBLIC', hidden: false, state: 'ACCEPTED' };
const doc = (number: number, story = 1, audience: Doc = shown): Doc => ({ ...stopAt(number, number, 10, story), ...audience });

/** A build of the read model with these stops, which readers then use. */
async function activate(build: number, docs: readonly Doc[], watermark = 0): Promise<void> {
  const { projections } = engines;
  await ensureCollections({ projection: anyProjection(stories), build, store: projections });
  const stored = docs.map((one) => ({ id: String(one.id), doc: one, _at: {}, _rev: 1 }));
  await projections.fill(physicalName(stops.name, build), stored);
  await projections.saveCheckpoint(physicalName(stories.name, build), '0', { offset: 0, watermark });
  await projections.activate(stories.name, build);
}

/** Something happens to an itinerary, and the read model then has these stops of it beside those it had. */
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

test('without a read model there is nothing on the map, and no waiting for it', async () => {
  started();
  await isFilled();
  expect(await map.reached(0)).toBe(true);
  expect(map.current().size()).toBe(0);
});

test('what everyone may see is filled in, and nothing else', async () => {
  const others = [{ visibility: 'UNLISTED' }, { visibility: 'PRIVATE' }, { hidden: true }, { state: 'SUGGESTED' }];
  await activate(1_001, [doc(1), doc(2, 2), ...others.map((other, index) => doc(10 + index, 3, { ...shown, ...other }))]);
  started();
  await isFilled();
  expect(map.current().size()).toBe(2);
});

test('what happens later is followed', async () => {
  await activate(1_001, [doc(1)]);
  started();
  await sizeBecomes(1);
  const position = await happens(1_001, 2, [doc(2, 2), doc(3, 2), doc(4, 2, { ...shown, visibility: 'PRIVATE' })]);
  expect(await map.reached(position)).toBe(true);
  expect(map.current().size()).toBe(3);
});

test('what has not happened is waited for, for a while', async () => {
  await activate(1_001, [doc(1)]);
  started();
  await sizeBecomes(1);
  expect(await map.reached(1)).toBe(false);
});

test('another build of the read model takes over, and is followed from then on', async () => {
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

test('while an engine is away the map stays, and catches up when it is back', async () => {
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
