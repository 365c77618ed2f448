import { anyProjection } from '@waystory/infra/host/service.ts';
import { createLog } from '@waystory/infra/log.ts';
import { rebuild } from '@waystory/infra/read-models/builds/rebuild.ts';
import { verify } from '@waystory/infra/read-models/verify.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { stories } from './stories.projection.ts';

const anyStories = anyProjection(stories);
const coordinates = { latitude: 38.7, longitude: -9.1 };

let product: TestProduct;
let pool: pg.Pool;
let ada: Person;
beforeAll(async () => {
  product = await testProduct();
  pool = product.engines.pool ?? expect.fail('it runs on Postgres');
  ada = product.person('ada');
  await ada.api.createItinerary({ body: { title: 'Wake up' } });
});
afterAll(() => product.stop());

/** The build into which each event of a story wrote its documents inline, in order of the events; null where the projector writes them. */
async function inlined(itineraryId: string): Promise<(string | null)[]> {
  const { rows } = await pool.query('select inlined from events where stream = $1 order by version', [`itinerary-${itineraryId}`]);
  return rows.map((row) => row.inlined);
}
const store = () => product.engines.projections;
const build = async (): Promise<number> => (await store().activeVersions()).stories ?? 0;
const differing = async () => {
  const { events } = product.engines;
  return (await verify({ projections: [anyStories], events, store: store() })).filter(({ equal }) => !equal);
};
const story = async (daysCount = 2) => ada.api.createItinerary({ body: { title: 'Bridges', visibility: 'PUBLIC', daysCount } });
const addStop = (itineraryId: string, dayIds: string[], title = 'Ponte') =>
  ada.api.addStop({ params: { itineraryId }, body: { title, coordinates, placeName: title, dayIds } });

test('Documents of a story, its days and stops are stored with their events, and equal a replay', async () => {
  const { id, dayIds } = await story();
  const first = await addStop(id, dayIds);
  const second = await addStop(id, dayIds.slice(0, 1), 'Lisboa');
  await ada.api.patchStop({ params: { itineraryId: id, id: first.id }, body: { dayIds: dayIds.slice(1), index: 3 } });
  await ada.api.deleteStop({ params: { itineraryId: id, id: second.id } });
  await ada.api.patchItinerary({ params: { id }, body: { title: 'No bridges' } });
  const events = await inlined(id);
  expect(new Set(events)).toEqual(new Set([`stories@${await build()}`]));
  expect(events.length).toBeGreaterThan(6);
  expect(await differing()).toEqual([]);
});

test('A write can be read before any projector has seen it', async () => {
  const { id, dayIds } = await story();
  const stops = await pool.query(`select count(*)::int as count from projections."stops@${await build()}"`);
  await addStop(id, dayIds);
  const more = await pool.query(`select count(*)::int as count from projections."stops@${await build()}"`);
  expect(more.rows[0].count - stops.rows[0].count).toBe(1);
});

test('Likes are counted separately and stay when the story changes or is deleted', async () => {
  const { id } = await story();
  const like = { reactableType: 'itinerary', reactableId: id, reactionType: 'like' } as const;
  for (const name of ['bea', 'cy']) await product.person(name).api.createReaction({ body: like });
  const likes = async () => (await ada.api.getItinerary({ params: { id }, query: {} })).likeCount;
  await expect.poll(likes).toBe(2);
  await ada.api.patchItinerary({ params: { id }, body: { title: 'Liked "likeCount":0' } });
  expect(await likes()).toBe(2);
  expect((await inlined(id)).at(-1)).not.toBeNull();
  await ada.api.deleteItinerary({ params: { id } });
  expect((await inlined(id)).at(-1)).toBeNull();
  expect(await differing()).toEqual([]);
});

test('Likes pending during a change of the story are counted afterwards', async () => {
  const people = ['bea', 'cy'].map((name) => product.person(name));
  const like = (reactableId: string) => ({ reactableType: 'itinerary', reactableId, reactionType: 'like' }) as const;
  const stories = await Promise.all(Array.from({ length: 5 }, () => story()));
  for (const { id } of stories) {
    for (const { api } of people) await api.createReaction({ body: like(id) });
    await ada.api.patchItinerary({ params: { id }, body: { title: 'Liked a moment ago' } });
    expect((await inlined(id)).at(-1)).not.toBeNull();
  }
  for (const { id } of stories) await expect.poll(async () => (await ada.api.getItinerary({ params: { id }, query: {} })).likeCount).toBe(2);
  expect(await differing()).toEqual([]);
});

test('Later events of a stream with a parked event have no inline documents, and the projector handles them', async () => {
  const { id } = await story();
  const consumer = `stories@${await build()}`;
  // Only events without inline documents are handled by the projector, and can be parked.
  await pool.query('update events set inlined = null where stream = $1', [`itinerary-${id}`]);
  await pool.query(
    `insert into parked_events (consumer, stream, partition, "offset", event_id, event) values ($1, $2, '0', 0, gen_random_uuid(), '{}')`,
    [consumer, `itinerary-${id}`],
  );
  await ada.api.patchItinerary({ params: { id }, body: { title: 'Set aside' } });
  expect((await inlined(id)).at(-1)).toBeNull();
  await pool.query('delete from parked_events where stream = $1', [`itinerary-${id}`]);
  await expect.poll(async () => (await ada.api.getItinerary({ params: { id }, query: {} })).title).toBe('Set aside');
  expect(await differing()).toEqual([]);
});

test('A rebuild during writes loses and repeats none, and later events write inline into the new build', async () => {
  const { id, dayIds } = await story();
  const before = await build();
  let building = true;
  const log = createLog('silent');
  const rebuilt = rebuild({ ...product.engines, store: store(), projection: anyStories, log }).finally(() => {
    building = false;
  });
  for (let count = 0; building || count < 20; count++) await addStop(id, dayIds, `Stop ${count}`);
  expect(await rebuilt).toBeGreaterThan(before);
  const goesOn = async () => {
    await addStop(id, dayIds, 'Later');
    return (await inlined(id)).at(-1);
  };
  await expect.poll(goesOn).toBe(`stories@${await build()}`);
  await expect.poll(differing).toEqual([]);
});

test('A refused write leaves neither event nor document, and each of 30 concurrent writes leaves both', async () => {
  const { id, dayIds } = await story(1);
  await Promise.all(Array.from({ length: 30 }, (_, count) => addStop(id, dayIds, `Stop ${count}`)));
  await expect(addStop(id, ['00000000-0000-4000-8000-000000000000'])).rejects.toThrow();
  const read = await ada.api.getItinerary({ params: { id }, query: { include: 'stops' } });
  expect(read.stopsCount).toBe(30);
  expect(await differing()).toEqual([]);
});
