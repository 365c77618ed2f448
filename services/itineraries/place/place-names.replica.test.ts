import { type Adapters, adaptersOn } from '@waystory/infra/adapters.ts';
import { EngineUnavailable } from '@waystory/infra/errors.ts';
import { anyProjection } from '@waystory/infra/host/service.ts';
import { derivedId } from '@waystory/infra/identifier.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { type Doc, physicalName } from '@waystory/infra/projection-store/port.ts';
import { ensureCollections } from '@waystory/infra/read-models/projector/projector-commit.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { evolvePlace } from './place.ts';
import { type PlaceNamesReplica, replicatePlaceNames } from './place-names.replica.ts';
import { type PlaceDoc, withDerivedFields } from './place-uses.ts';
import { placedStories, places, placesProjection } from './places.projection.ts';

let database: TestDatabase;
let engines: Adapters;
let names: PlaceNamesReplica;
const error = vi.fn();
beforeEach(async () => {
  database = await testDatabase();
  engines = adaptersOn(createPool(database.config, { max: 5 }));
  error.mockClear();
});
afterEach(async () => {
  await names.stop();
  await engines.close();
  await database.close();
});

const started = (on: Pick<Adapters, 'projections' | 'events'> = engines): void => {
  names = replicatePlaceNames(on, { error });
  names.start();
};
const idOf = (key: string): string => derivedId('place', key);
function doc(key: string, name: string, more: Partial<PlaceDoc> = {}): Doc {
  const data = { placeId: idOf(key), name, coordinates: { latitude: 1, longitude: 2 } };
  const place = evolvePlace(null, { type: 'PlaceCreated', data, stream: '', version: 1, at: '2026-01-01T00:00:00.000Z' });
  return { ...(place && withDerivedFields({ ...place, ...more, uses: more.uses ?? {} })) };
}
const typed = (...visibilities: ('PUBLIC' | 'UNLISTED' | 'PRIVATE')[]): Partial<PlaceDoc> => {
  const uses = visibilities.map((visibility, number) => [derivedId('itinerary', String(number)), { accountId: idOf('ada'), visibility }]);
  return { origin: 'PERSON', uses: Object.fromEntries(uses) };
};

/** Activates a build of the read model with these places. */
async function activate(build: number, docs: readonly Doc[], watermark = 0): Promise<void> {
  const { projections } = engines;
  await ensureCollections({ projection: anyProjection(placesProjection), build, store: projections });
  await projections.fill(
    physicalName(places.name, build),
    docs.map((one) => ({ id: String(one.id), doc: one, _at: {}, _rev: 1 })),
  );
  await projections.saveCheckpoint(physicalName(placesProjection.name, build), '0', { offset: 0, watermark });
  await projections.activate(placesProjection.name, build);
}

/** Appends an event of a place, or of a story with stops there, and updates the read model accordingly. */
async function happens(build: number, key: string, after: Doc | null, stream = `place-${idOf(key)}`): Promise<number> {
  const meta = { actorId: null, commandId: derivedId('command', String(Math.random())) };
  const event = { id: derivedId('event', meta.commandId), type: 'PlaceUpdated', schema: 1, data: {}, meta, at: '2026-01-01T00:00:00.000Z' };
  const { position } = await engines.events.append(stream, 'any', [event]);
  const collection = physicalName(places.name, build);
  const [before] = await engines.projections.load(collection, [idOf(key)]);
  const writes = [{ collection, docs: [{ id: idOf(key), doc: after, _at: {}, _rev: before?._rev ?? 0 }] }];
  const checkpoint = { offset: position, watermark: position };
  const conflicts = await engines.projections.commit({ projection: physicalName(placesProjection.name, build), partition: '0', checkpoint, writes });
  expect(conflicts).toEqual([]);
  return position;
}

const found = (query: string): string[] =>
  names
    .current()
    .search(query, { limit: 10 })
    .map(({ item }) => item);

test('Place names contain the places of the active build, and none without a build', async () => {
  started();
  expect(await names.reached(0)).toBe(true);
  expect(names.current().size()).toBe(0);
  await activate(1, [doc('mill', 'Old Mill')]);
  await expect.poll(() => found('old mill'), { timeout: 10_000 }).toEqual([idOf('mill')]);
});

test('Place names follow additions, renames and removals', async () => {
  await activate(1, [doc('mill', 'Old Mill')]);
  started();
  expect(await names.reached(0)).toBe(true);
  expect(await names.reached(await happens(1, 'bridge', doc('bridge', 'Stone Bridge')))).toBe(true);
  expect(found('bridge')).toEqual([idOf('bridge')]);
  expect(await names.reached(await happens(1, 'bridge', doc('bridge', 'Iron Gate')))).toBe(true);
  expect([found('bridge'), found('iron')]).toEqual([[], [idOf('bridge')]]);
  expect(await names.reached(await happens(1, 'mill', null))).toBe(true);
  expect(found('mill')).toEqual([]);
  expect(names.current().size()).toBe(1);
});

test('Place names hold custom places only while everyone may find them', async () => {
  const story = derivedId('itinerary', '0');
  const stop = { placeId: idOf('bench'), state: 'ACCEPTED' };
  await activate(1, [
    doc('bench', 'Secret Bench', typed('PRIVATE')),
    doc('ledge', 'Linked Ledge', typed('UNLISTED')),
    doc('wall', 'Old Wall', typed()),
  ]);
  const collection = physicalName(placedStories.name, 1);
  const placed = { id: story, accountId: idOf('ada'), visibility: 'PUBLIC', hidden: false, stops: { [derivedId('stop')]: stop } };
  await engines.projections.fill(collection, [{ id: story, doc: placed, _at: {}, _rev: 1 }]);
  started();
  expect(await names.reached(0)).toBe(true);
  expect(names.current().size()).toBe(0);
  const happensToStory = (...visibilities: Parameters<typeof typed>) =>
    happens(1, 'bench', doc('bench', 'Secret Bench', typed(...visibilities)), `itinerary-${story}`);
  expect(await names.reached(await happensToStory('PUBLIC', 'PRIVATE'))).toBe(true);
  expect(found('bench')).toEqual([idOf('bench')]);
  expect(await names.reached(await happensToStory('UNLISTED', 'PRIVATE'))).toBe(true);
  expect([found('bench'), names.current().size()]).toEqual([[], 0]);
});

test('Place names are reloaded from another build', async () => {
  await activate(1, [doc('mill', 'Old Mill')]);
  started();
  await names.reached(0);
  await activate(2, [doc('mill', 'New Mill')]);
  await expect.poll(() => found('new mill'), { timeout: 10_000 }).toEqual([idOf('mill')]);
  expect(found('old')).toEqual([]);
});

test('Place names are retried after an engine was unavailable', async () => {
  await activate(1, [doc('mill', 'Old Mill')]);
  const { projections } = engines;
  let away = true;
  const activeVersions = async (): Promise<Record<string, number>> => {
    if (away) throw new EngineUnavailable('postgres', null);
    return projections.activeVersions();
  };
  started({ ...engines, projections: { ...projections, activeVersions } });
  await expect.poll(() => error.mock.calls.length).toBeGreaterThan(0);
  away = false;
  await expect.poll(() => found('mill'), { timeout: 10_000 }).toEqual([idOf('mill')]);
});

test('reached() of the place names resolves to false for a position beyond the log', async () => {
  await activate(1, []);
  started();
  await names.reached(0);
  expect(await names.reached(1_000)).toBe(false);
});
