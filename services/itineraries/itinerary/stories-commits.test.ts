import { randomUUID } from 'node:crypto';
import { readConfig } from '@waystory/infra/config.ts';
import { anyProjection } from '@waystory/infra/host/service.ts';
import { testDatabase } from '@waystory/infra/postgres/test-database.ts';
import { startProxy } from '@waystory/infra/projection-store/contract/fixture.ts';
import { mongodbProjectionStore } from '@waystory/infra/projection-store/mongodb.ts';
import type { ProjectionStore } from '@waystory/infra/projection-store/port.ts';
import { postgresProjectionStore } from '@waystory/infra/projection-store/postgres.ts';
import { ensureCollections, foldAndCommit } from '@waystory/infra/read-models/projector/projector-commit.ts';
import { onePartition, recordedEvents, type Step } from '@waystory/infra/read-models/projector/projector-fixture.ts';
import { createMemoryDocuments, foldBatches } from '@waystory/infra/read-models/projector/shuffle-fixture.ts';
import { MongoClient } from 'mongodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { dayAdded, fixtureId, itineraryCreated, stopAdded } from '../story.fixture.ts';
import { stories } from './stories.projection.ts';
import type { StoryEvent } from './story.ts';

const url = readConfig().MONGODB_URL;
const projection = anyProjection(stories);
const build = 2_001;
const tripId = fixtureId('a', 7);

const ofTrip = ({ type, data }: StoryEvent): Step => ({ stream: `itinerary-${tripId}`, type, data: { ...data } });
const like: Step = {
  stream: 'reaction-r',
  type: 'ReactionAdded',
  data: { reactableType: 'itinerary', reactableId: tripId, reactionType: 'like' },
};
const begun = [itineraryCreated('PUBLIC'), dayAdded(1), dayAdded(2), stopAdded(1, [fixtureId('d', 1)]), stopAdded(2, [fixtureId('d', 1)])].map(
  ofTrip,
);

/** Commits the steps from index `from` on as a batch. Steps of reactions have a separate partition. */
async function commit(store: ProjectionStore, steps: readonly Step[], from = 0): Promise<void> {
  const records = onePartition(recordedEvents(steps))
    .slice(from)
    .map((record) => (record.event.stream.startsWith('reaction') ? { ...record, partition: '1' } : record));
  const [first] = records;
  const checkpoint = { offset: steps.length, watermark: steps.length };
  await foldAndCommit(
    { projection, build, store },
    first?.partition ?? '',
    checkpoint,
    () => records,
    async ({ failures }) => expect(failures).toEqual([]),
  );
}

async function expectAsReplayed(store: ProjectionStore, steps: readonly Step[]): Promise<void> {
  const replayed = foldBatches([onePartition(recordedEvents(steps))], createMemoryDocuments(), projection);
  for (const [collection, ids] of [
    ['itineraries', [tripId]],
    ['days', [fixtureId('d', 1), fixtureId('d', 2)]],
    ['stops', [fixtureId('e', 1), fixtureId('e', 2)]],
  ] as const) {
    const stored = new Map((await store.get(`${collection}@${build}`, [...ids])).map((doc) => [doc.id, doc]));
    // Times differ between replays, so they are not compared.
    for (const one of ids) expect(undated(stored.get(one) ?? null)).toEqual(undated(replayed.get(collection, one).doc));
  }
}
const undated = (doc: object | null): object | null => doc && { ...doc, createdAt: null, updatedAt: null, publishedAt: null };

/** Commits a like between the reads and the commit of the story's projector. */
async function likeMeetsRemovedStop(store: ProjectionStore): Promise<void> {
  await ensureCollections({ projection, build, store });
  await commit(store, begun);
  const removed = [...begun, ofTrip({ type: 'StopRemoved', data: { stopId: fixtureId('e', 1) } })];
  let met = false;
  const late: ProjectionStore['commit'] = async (work) => {
    if (!met) await commit(store, [...begun, like], begun.length);
    met = true;
    return store.commit(work);
  };
  await commit({ ...store, commit: late }, removed, begun.length);
  await expectAsReplayed(store, [...removed, like]);
}

test('The stop count is right when a like is committed during the removal of a stop', async () => {
  const { pool, close } = await testDatabase();
  const store = postgresProjectionStore(pool);
  await likeMeetsRemovedStop(store);
  await store.close();
  await close();
});

describe('Stories projection on MongoDB', () => {
  beforeEach((context) => {
    if (!url) context.skip('MONGODB_URL is not set');
  });
  const addressOf = (database: string, host?: string): string => {
    const address = Object.assign(new URL(url ?? ''), { pathname: database });
    return host === undefined ? address.href : Object.assign(address, { host }).href;
  };
  const drop = async (database: string): Promise<void> => {
    const client = new MongoClient(url ?? '');
    await client.db(database).dropDatabase();
    await client.close();
  };

  test('The stop count is right when a like is committed during the removal of a stop', async () => {
    const database = `test_${randomUUID().replaceAll('-', '')}`;
    const store = mongodbProjectionStore(addressOf(database));
    await likeMeetsRemovedStop(store);
    await store.close();
    await drop(database);
  });

  // A store may write the collections of a commit in any order.
  const inOrder = <T>(writes: T[]): T[] => writes;
  const stopsFirst = <T>(writes: T[]): T[] => writes.toReversed();
  test.each<[string, StoryEvent, typeof inOrder]>([
    [
      'a stop that moves is on one day',
      { type: 'StopMoved', data: { stopId: fixtureId('e', 1), dayIds: [fixtureId('d', 2)], index: 0 } },
      stopsFirst,
    ],
    ['a story that is deleted has no days and stops', { type: 'ItineraryDeleted', data: {} }, inOrder],
  ])('%s, at whichever request to MongoDB its projector loses the connection', { timeout: 120_000 }, async (_, event, ordered) => {
    const changed = [...begun, ofTrip(event)];
    const { hostname, port } = new URL(url ?? '');
    for (let message = 1, isCut = true; isCut; message++) {
      const database = `test_${randomUUID().replaceAll('-', '')}`;
      const store = mongodbProjectionStore(addressOf(database));
      await ensureCollections({ projection, build, store });
      await commit(store, begun);
      const proxy = await startProxy({ host: hostname, port: Number(port || 27_017) });
      const dying = mongodbProjectionStore(addressOf(database, proxy.address));
      await dying.activeVersions();
      const reordered: ProjectionStore = { ...dying, commit: (work) => dying.commit({ ...work, writes: ordered(work.writes) }) };
      const held = proxy.holdAt(message, 'request').then(() => true);
      const outcome = commit(reordered, changed, begun.length);
      isCut = await Promise.race([held, outcome.then(() => false)]);
      outcome.catch(() => {});
      await proxy.cut();
      const { offset } = (await store.checkpoints(`stories@${build}`))['0'] ?? {};
      if (offset !== changed.length) await commit(store, changed, begun.length);
      await expectAsReplayed(store, changed);
      await Promise.all([store.close(), dying.close(), proxy.close()]);
      await drop(database);
    }
  });
});
