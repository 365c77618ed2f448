import { maxStops } from '@waystory/proto/itineraries/stop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
let ada: Person;
beforeAll(async () => {
  product = await testProduct();
  ada = product.person('ada');
  await ada.api.createItinerary({ body: { title: 'Creates the account' } });
});
afterAll(() => product.stop());

const tower = { title: 'Tower', coordinates: { latitude: 38.6916, longitude: -9.216 }, placeName: 'Tower of Belém' };
const castle = { title: 'Castle', coordinates: { latitude: 38.7139, longitude: -9.1334 }, description: 'Above the roofs' };
const unknownId = 'ffffffff-ffff-8fff-8fff-ffffffffffff';

const create = (payload: object, headers: Record<string, string> = {}) =>
  product.send({ method: 'POST', url: '/api/itineraries', payload: { title: 'Lisbon', ...payload }, headers, as: ada });

/** Code and data of a refusal, after a check that it wrote nothing. */
async function refusalOf(payload: object) {
  const before = await product.engines.events.head();
  const { statusCode, ...answer } = await create(payload);
  expect(await product.engines.events.head()).toBe(before);
  return { status: statusCode, ...answer.json<{ code: string; data?: { path: string }; errors?: { path: string; message: string }[] }>() };
}

test('POST /itineraries with days and stops appends the whole story at once, in the order of the request', async () => {
  const before = await product.engines.events.head();
  const days = [{ title: 'Belém', stops: [tower, castle] }, { description: 'Rest' }, { stops: [{ ...castle, title: 'Castle again' }] }];
  const created = await create({ days, stops: [{ ...tower, title: 'Some day', state: 'SUGGESTED' }] });
  expect(created.statusCode).toBe(201);
  const { id } = created.json();
  const after = { 'x-after': String(created.headers['x-position']) };
  const story = (await product.send({ url: `/api/itineraries/${id}?include=days,stops`, headers: after, as: ada })).json();
  expect(story.days).toMatchObject([
    { number: 1, title: 'Belém', stopsCount: 2 },
    { number: 2, title: null, description: 'Rest', stopIds: [] },
    { number: 3, stopsCount: 1 },
  ]);
  expect(story.stops.map(({ title, index, dayIds }: { title: string; index: number; dayIds: string[] }) => [title, index, dayIds])).toEqual([
    ['Tower', 0, [story.dayIds[0]]],
    ['Castle', 1, [story.dayIds[0]]],
    ['Castle again', 2, [story.dayIds[2]]],
    ['Some day', 3, []],
  ]);
  expect(story.stops).toMatchObject([{ placeName: 'Tower of Belém' }, { state: 'ACCEPTED' }, {}, { state: 'SUGGESTED', origin: 'ASSISTANT' }]);
  expect(story).toMatchObject({ dayIds: created.json().dayIds, stopIds: created.json().stopIds, version: created.json().version, legsCount: 1 });
  const events = await product.engines.events.readAll(before, 100);
  expect(events.map(({ type }) => type).toSorted()).toEqual(
    ['ItineraryCreated', ...Array(3).fill('DayAdded'), ...Array(4).fill('StopAdded'), ...Array(2).fill('PlaceCreated')].toSorted(),
  );
  expect(new Set(events.filter(({ stream }) => stream === `itinerary-${id}`).map(({ meta }) => meta.commandId)).size).toBe(1);
});

test('A repetition of a whole story under one idempotency key answers with the first story and writes nothing', async () => {
  const days = [
    {
      stops: [
        { ...tower, placeName: 'Once' },
        { ...castle, placeName: 'Twice' },
      ],
    },
  ];
  const first = await create({ days }, { 'idempotency-key': 'whole-story' });
  const head = await product.engines.events.head();
  const again = await create({ days }, { 'idempotency-key': 'whole-story' });
  expect([first.statusCode, again.statusCode, again.headers['idempotent-replayed']]).toEqual([201, 201, 'true']);
  expect(again.json()).toEqual(first.json());
  expect(await product.engines.events.head()).toBe(head);
});

test('Days beyond the given days, up to daysCount, are untitled', async () => {
  const { json } = await create({ days: [{ title: 'Belém' }], daysCount: 3 });
  const { items } = await ada.api.listDays({ params: { itineraryId: json().id } });
  expect(items.map(({ title }) => title)).toEqual(['Belém', null, null]);
});

test('Times of a whole story with a first date take the dates of their days', async () => {
  const at = (clock: string) => ({ ...tower, startTime: `2001-01-01T${clock}:00.000Z` });
  const created = await create({ firstDate: '2026-05-04', days: [{ stops: [at('09:00')] }, { stops: [at('10:30')] }] });
  const stops = await ada.api.listItineraryStops({ params: { itineraryId: created.json().id } });
  expect(stops.items.map(({ startTime }) => startTime)).toEqual(['2026-05-04T09:00:00.000Z', '2026-05-05T10:30:00.000Z']);
});

test('Words for a place of a whole story are understood near its other stops', async () => {
  const dallas = { coordinates: { latitude: 32.7767, longitude: -96.797 }, address: { countryCode: 'US', countryName: 'United States' } };
  const refused = await refusalOf({ days: [{ stops: [{ locationQuery: 'Paris' }, dallas] }] });
  expect(refused).toMatchObject({ status: 422, code: 'place/ambiguous', data: { path: 'body.days.0.stops.0' } });
});

test.each([
  ['an unknown place', { placeId: unknownId }, 404, 'place/unknown', 'body.days.1.stops.1'],
  ['an unknown image', { ...castle, imageId: unknownId }, 422, 'stop/no-such-image', 'body.days.1.stops.1.imageId'],
])('A whole story with %s is refused with the path of the stop, and nothing is written', async (_fault, stop, status, code, path) => {
  const refused = await refusalOf({ days: [{ stops: [tower] }, { stops: [castle, stop] }] });
  expect(refused).toMatchObject({ status, code, data: { path } });
});

const many = (count: number) => Array.from({ length: count }, () => castle);
test.each([
  ['a stop without a place', { days: [{ stops: [tower, { title: 'Nowhere' }] }] }, 'body.days.0.stops.1.placeId'],
  ['a long title of a stop', { stops: [{ ...tower, title: 'a'.repeat(121) }] }, 'body.stops.0.title'],
  ['an unknown field of a day', { days: [{ stops: [], number: 4 }] }, 'body.days.0.number'],
  ['101 days', { days: Array.from({ length: 101 }, () => ({})) }, 'body.days'],
  ['1,001 stops on two days', { days: [{ stops: many(maxStops) }, { stops: [tower] }] }, 'body.days'],
  ['101 places to look up', { stops: Array.from({ length: 101 }, () => ({ locationQuery: 'Porto' })) }, 'body.days'],
])('A whole story with %s is refused with status 400 and its path', async (_fault, payload, path) => {
  const refused = await refusalOf(payload);
  expect([refused.status, refused.errors?.map((error) => error.path)]).toEqual([400, [path]]);
});

test('POST /itineraries takes 1,000 stops with 3 MB of text, refuses a story over 4 MB, and reads no large body of a visitor', async () => {
  const description = 'a'.repeat(2_700);
  const stops = many(maxStops).map((stop, index) => ({ ...stop, title: `Stop ${index}`, description: description.slice(0, 1_500) }));
  const created = await create({ days: [{ stops }] });
  expect([created.statusCode, created.json().stopsCount]).toEqual([201, maxStops]);
  const large = await refusalOf({ days: [{ stops: stops.map((stop) => ({ ...stop, description })) }] });
  expect([large.status, large.code]).toEqual([422, 'itinerary/too-large']);
  const anonymous = await product.send({ method: 'POST', url: '/api/itineraries', payload: { title: 'a', days: [{ stops }] } });
  expect([anonymous.statusCode, anonymous.json().code]).toEqual([401, 'auth/required']);
});
