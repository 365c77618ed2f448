import { type WatchedStatements, watchStatements } from '@waystory/infra/postgres/statements-fixture.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
let ada: Person;
let bea: Person;
let statements: WatchedStatements;
/** Last reported watermark of each read model and index. */
const reached = new Map<string, number>();

beforeAll(async () => {
  statements = watchStatements();
  product = await testProduct();
  [ada, bea] = [product.person('ada'), product.person('bea')];
  product.engines.projections.onChange(({ projection, watermark }) => {
    // Names without a build do not belong to read models.
    if (watermark !== undefined && projection.includes('@')) reached.set(projection, watermark);
  });
});
afterAll(async () => {
  statements.end();
  await product.stop();
});

/** Resolves when some read models and indexes have reached the head of the log. */
async function settled(...names: readonly string[]): Promise<void> {
  const head = await product.engines.events.head();
  const watermarkOf = (name: string): number => Math.max(-1, ...[...reached].flatMap(([key, at]) => (key.startsWith(`${name}@`) ? [at] : [])));
  await expect.poll(() => names.filter((name) => watermarkOf(name) < head), { timeout: 20_000, interval: 5 }).toEqual([]);
}
const withStops = ['stories', 'places', 'search:itineraries', 'search:stops'];

async function story(title: string): Promise<{ id: string; dayId: string }> {
  const { id } = await ada.api.createItinerary({ body: { title, visibility: 'PUBLIC' } });
  const day = await ada.api.addDay({ params: { itineraryId: id }, body: {} });
  return { id, dayId: day.id };
}

const addStop = (itineraryId: string, dayId: string, number: number) =>
  ada.api.addStop({
    params: { itineraryId },
    body: { title: `Stop ${number}`, coordinates: { latitude: number / 10, longitude: 2 }, placeName: `Place ${number}`, dayIds: [dayId] },
  });

test('Adding a stop loads no document of its story and no stream, and queries the read models fewer than 13 times', async () => {
  const { id, dayId } = await story('Bridges');
  for (let number = 0; number < 2; number++) await addStop(id, dayId, number);
  await settled(...withStops);
  const streams: string[] = [];
  const { read } = product.engines.events;
  product.engines.events.read = (stream, ...range) => {
    streams.push(stream);
    return read(stream, ...range);
  };
  statements.take();
  const stops = 6;
  for (let number = 2; number < 2 + stops; number++) {
    await addStop(id, dayId, number);
    await settled(...withStops);
  }
  const asked = statements.asked.splice(0);
  const perStop = (matching: RegExp): number => asked.filter(({ text }) => matching.test(text)).length / stops;
  expect(perStop(/^\s*select id, \w+, at\b.* from projections\."(itineraries|days|stops|stop-homes|targets)@/)).toBe(0);
  expect(streams.filter((stream) => !stream.startsWith('account-'))).toEqual([]);
  expect(perStop(/projections\."(itineraries|days|stops|stop-homes|targets|places|placed-stories)@/)).toBeLessThan(13);
});

test('Cached parts of a story stay cached after writes to other stories and accounts', async () => {
  const { id } = await story('Kept');
  const other = await story('Another');
  await bea.api.createAccount({});
  await settled('authors', ...withStops);
  const ofStories = /^\s*select .* from projections\."(itineraries|days|stops)@/;
  const ask = () => product.send({ url: `/api/itineraries/${id}?include=days,stops` });
  for (let times = 0; times < 2; times++) await ask();
  statements.take();
  const first = await ask();
  expect(statements.take(ofStories)).toBe(0);
  await bea.api.createFollow({ body: { followingId: ada.accountId } });
  await bea.api.createPost({ body: { postableType: 'itinerary', postableId: other.id, text: 'Nice' } });
  await bea.api.saveItinerary({ body: { itineraryId: other.id } });
  // Projections that the write does not concern advance later.
  await settled('follows', 'posts', 'saves', 'stories', 'authors');
  statements.take();
  expect((await ask()).body).toBe(first.body);
  expect(statements.take(ofStories)).toBe(0);
  await ada.api.patchItinerary({ params: { id }, body: { title: 'Told anew' } });
  await expect.poll(async () => (await ask()).json().title).toBe('Told anew');
});
