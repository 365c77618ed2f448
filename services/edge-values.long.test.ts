import { accountRoutes } from '@waystory/proto/accounts/account.ts';
import { followRoutes } from '@waystory/proto/accounts/follow.ts';
import { countryRoutes } from '@waystory/proto/itineraries/country.ts';
import { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { itinerarySearchRoutes } from '@waystory/proto/itineraries/itinerary-search.ts';
import { placeRoutes } from '@waystory/proto/itineraries/place.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { stopMapRoutes } from '@waystory/proto/itineraries/stop-map.ts';
import { wayRoutes } from '@waystory/proto/itineraries/way.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import { imageRoutes } from '@waystory/proto/media/image.ts';
import { reportRoutes } from '@waystory/proto/operations/report.ts';
import { collectionRoutes } from '@waystory/proto/social/collection.ts';
import { postRoutes } from '@waystory/proto/social/post.ts';
import { reactionRoutes } from '@waystory/proto/social/reaction.ts';
import { saveRoutes } from '@waystory/proto/social/save.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Person, type TestProduct, testProduct } from './testing/product.ts';
import { untilSearchable } from './testing/until-searchable.ts';

let product: TestProduct;
let ada: Person;
let admin: Person;
/** Ids of the written resources. */
let known: Record<string, string>;
const coordinates = { latitude: -16.8, longitude: 180 };

beforeAll(async () => {
  product = await testProduct();
  ada = product.person('ada');
  admin = product.person('root', 'admin');
  await untilSearchable(product, '/itineraries/search', '/itineraries/stops/search');
  const { id: itineraryId } = await ada.api.createItinerary({ body: { title: 'Edges', visibility: 'PUBLIC', daysCount: 2 } });
  const { dayIds } = await ada.api.getItinerary({ params: { id: itineraryId } });
  const stop = await ada.api.addStop({ params: { itineraryId }, body: { title: 'Stop', coordinates, dayIds } });
  const place = await admin.api.createPlace({ body: { name: 'Place', coordinates } });
  const post = await ada.api.createPost({ body: { text: 'Post', postableType: 'itinerary', postableId: itineraryId } });
  const collection = await ada.api.createCollection({ body: { title: 'List' } });
  await ada.api.addCollectionEntry({ params: { id: collection.id }, body: { kind: 'stop', targetId: stop.id } });
  const country = await admin.api.createCountry({ body: { code: 'TO', name: 'Tonga' } });
  known = {
    accountId: ada.accountId,
    adminId: admin.accountId,
    countryId: country.id,
    itineraryId,
    dayId: dayIds[0] ?? '',
    stopId: stop.id,
    placeId: place.id,
    postId: post.id,
    collectionId: collection.id,
  };
});
afterAll(() => product.stop());

type Schema = z.core.JSONSchema.BaseSchema;
const days = ['0000-01-01', '0001-01-01', '1582-10-15', '1970-01-01', '2000-01-01', '2024-02-29', '2028-02-29', '9999-12-30', '9999-12-31'];
const noDays = ['2026-02-29', '2100-02-29', '2026-13-01', '10000-01-01', '-000001-01-01', '+010000-01-01'];
const clocks = ['T00:00:00.000Z', 'T23:59:59.999Z', 'T00:30:00Z'];

/** Values at the limits that a schema allows, and just beyond them. */
function edges(schema: Schema): unknown[] {
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return either.flatMap((one) => (typeof one === 'boolean' ? [] : edges(one)));
  if (schema.enum) return [...schema.enum, 'none of them'];
  switch (schema.type) {
    case 'null':
      return [null];
    case 'boolean':
      return [true, false];
    case 'integer':
    case 'number': {
      const [least = -1e15, most = 1e15] = [schema.minimum, schema.maximum];
      return [least, most, least - 1, most + 1, -0, 0, 0.5, 1e-320, 179.999_999_999_999_97, 1e308].map(Number);
    }
    case 'string':
      return textEdges(schema);
    case 'array': {
      const items = typeof schema.items === 'object' && !Array.isArray(schema.items) ? edges(schema.items) : [];
      const one = items.find((item) => item !== '' && item !== null) ?? 'x';
      const most = Math.min(schema.maxItems ?? 30, 1_100);
      return [[], [one, one], ...items.slice(0, 12).map((item) => [item]), Array(most).fill(one), Array(most + 1).fill(one)];
    }
    case 'object':
      return Object.entries(schema.properties ?? {}).flatMap(([field, part]) =>
        typeof part === 'boolean' ? [] : edges(part).map((value) => ({ ...(field in coordinates && coordinates), [field]: value })),
      );
    default:
      return [];
  }
}

function textEdges({ format, minLength = 0, maxLength = 300 }: Schema): string[] {
  if (format === 'date') return [...days, ...noDays];
  if (format === 'date-time') return [...days, ...noDays].flatMap((day) => clocks.map((clock) => day + clock));
  if (format === 'uuid') return [...Object.values(known), '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '1'];
  const lengths = [minLength, maxLength, maxLength + 1].filter((length) => length < 20_000);
  return [...lengths.map((length) => 'x'.repeat(length)), ' ', '\u{1f30d}'.repeat(Math.min(maxLength, 500) >> 1)];
}

/** Writes by users and administrators: name, route, caller, path parameters by their key in `known`, and required fields. */
const writes: [name: string, route: Route, as: () => Person, params: Record<string, string>, needed?: Record<string, unknown>][] = [
  ['createItinerary', itineraryRoutes.createItinerary, () => ada, {}, { title: 'Edge' }],
  ['patchItinerary', itineraryRoutes.patchItinerary, () => ada, { id: 'itineraryId' }],
  ['addDay', dayRoutes.addDay, () => ada, { itineraryId: 'itineraryId' }],
  ['patchDay', dayRoutes.patchDay, () => ada, { itineraryId: 'itineraryId', id: 'dayId' }],
  ['previewDayOrder', dayRoutes.previewDayOrder, () => ada, { itineraryId: 'itineraryId', id: 'dayId' }],
  ['optimizeDay', dayRoutes.optimizeDay, () => ada, { itineraryId: 'itineraryId', id: 'dayId' }],
  ['addStop', stopRoutes.addStop, () => ada, { itineraryId: 'itineraryId' }, { title: 'Edge', coordinates }],
  ['patchStop', stopRoutes.patchStop, () => ada, { itineraryId: 'itineraryId', id: 'stopId' }],
  [
    'decideStops',
    stopRoutes.decideStops,
    () => ada,
    { itineraryId: 'itineraryId' },
    { stopIds: ['00000000-0000-8000-8000-000000000000'], decision: 'ACCEPTED' },
  ],
  ['createPlace', placeRoutes.createPlace, () => admin, {}, { name: 'Edge', coordinates }],
  ['patchPlace', placeRoutes.patchPlace, () => admin, { id: 'placeId' }],
  ['createPost', postRoutes.createPost, () => ada, {}, { text: 'Edge', postableType: 'itinerary', postableId: 'itineraryId' }],
  ['patchPost', postRoutes.patchPost, () => ada, { id: 'postId' }],
  ['createCollection', collectionRoutes.createCollection, () => ada, {}, { title: 'Edge' }],
  ['patchCollection', collectionRoutes.patchCollection, () => ada, { id: 'collectionId' }],
  ['patchCollectionEntry', collectionRoutes.patchCollectionEntry, () => ada, { id: 'collectionId', targetId: 'stopId' }],
  ['addCollectionEntry', collectionRoutes.addCollectionEntry, () => ada, { id: 'collectionId' }, { kind: 'stop', targetId: 'stopId' }],
  ['updateAccount', accountRoutes.updateAccount, () => ada, { id: 'accountId' }],
  ['createFollow', followRoutes.createFollow, () => ada, {}, { followingId: 'adminId' }],
  ['createReaction', reactionRoutes.createReaction, () => ada, {}, { reactableType: 'itinerary', reactableId: 'itineraryId', reactionType: 'like' }],
  ['saveItinerary', saveRoutes.saveItinerary, () => ada, {}, { itineraryId: 'itineraryId' }],
  ['saveStop', saveRoutes.saveStop, () => ada, {}, { stopId: 'stopId' }],
  ['fileReport', reportRoutes.fileReport, () => ada, {}, { reportableType: 'itinerary', reportableId: 'itineraryId', reason: 'spam' }],
  ['createCountry', countryRoutes.createCountry, () => admin, {}, { code: 'FJ', name: 'Fiji' }],
  ['patchCountry', countryRoutes.patchCountry, () => admin, { id: 'countryId' }],
  ['previewImages', imageRoutes.previewImages, () => ada, {}, { word: 'tower' }],
];

/** Fault of an answer; null for a correct answer. */
function faultOf(route: Route, statusCode: number, body: string): string | null {
  if (statusCode >= 500) return `${statusCode} ${body}`;
  if (statusCode >= 400)
    return body.includes('"code"') && (statusCode !== 400 || /"path":"(body|query|params)/.test(body)) ? null : `${statusCode} ${body}`;
  const parsed = route.reply.safeParse(body === '' ? undefined : JSON.parse(body));
  return parsed.error ? `${statusCode} ${z.prettifyError(parsed.error)} in ${body}` : null;
}

async function faultsOf(route: Route, as: Person, url: string, bodies: readonly unknown[]): Promise<string[]> {
  const faults: string[] = [];
  for (const payload of bodies) {
    const answer = await product.send({ as, method: route.method, url, ...(payload !== undefined && { payload: payload as object }) }); // JSON
    const fault = faultOf(route, answer.statusCode, answer.body);
    if (fault) faults.push(`${JSON.stringify(payload)?.slice(0, 300)} -> ${fault.slice(0, 500)}`);
  }
  return faults;
}

const wholeStory = () => [itineraryRoutes.getItinerary, ada, `/api/itineraries/${known.itineraryId}?include=days,stops`, [undefined]] as const;

type Write = (typeof writes)[number] extends [string, ...infer W] ? W : never;

/** Request body with the required fields of a write, and the edge values of each field. */
function requestOf(...[route, , params, needed = {}]: Write) {
  const url = `/api${route.path.replace(/:(\w+)/g, (_match, name: string) => known[params[name] ?? ''] ?? name)}`;
  const { properties = {} } = z.toJSONSchema(route.body ?? z.object({}), { io: 'input', unrepresentable: 'any' });
  const base = Object.fromEntries(
    Object.entries(needed).map(([field, value]) => [field, typeof value === 'string' ? (known[value] ?? value) : value]),
  );
  const fields = Object.entries(properties).map(([field, part]) => [field, typeof part === 'boolean' ? [] : edges(part)] as const);
  return { url, base, fields };
}

describe('Value at the limit of its range', () => {
  test.each(writes)('is refused with its path, or answered according to the reply schema, by %s', async (_, ...write) => {
    const [route, as] = write;
    const { url, base, fields } = requestOf(...write);
    const bodies = fields.flatMap(([field, values]) => values.map((value) => ({ ...base, [field]: value })));
    const usual = await product.send({ as: as(), method: route.method, url, payload: base });
    expect([usual.statusCode < 300, usual.body]).toEqual([true, usual.body]);
    expect(bodies.length).toBeGreaterThan(2);
    expect(await faultsOf(route, as(), url, bodies)).toEqual([]);
    // Reads the story, because every accepted value must also match the schema of the answer.
    expect(await faultsOf(...wholeStory())).toEqual([]);
  });

  test('in a random sequence of writes to a story is refused, or answered according to the reply schema', { timeout: 60_000 }, async () => {
    const [patchItinerary, addStop, patchStop, patchDay] = ['patchItinerary', 'addStop', 'patchStop', 'patchDay'].map((name) => {
      const [, ...write] = writes.find(([other]) => other === name) ?? expect.fail(name);
      return write;
    });
    if (!patchItinerary || !addStop || !patchStop || !patchDay) expect.fail('four of four');
    const { dayIds = [] } = await ada.api.getItinerary({ params: { id: known.itineraryId ?? '' } });
    const moment = fc.constantFrom(...[...days, '2026-05-04'].map((day) => `${day}T23:30:00.000Z`), null);
    const placing = {
      dayIds: fc.subarray([...dayIds]),
      index: fc.constantFrom(0, 1, 999_999, 1_000_000),
      arrivalTime: moment,
      startTime: moment,
      departureTime: moment,
      coordinates: fc.constantFrom(...[180, -180, 179.999_999, -0].map((longitude) => ({ latitude: -16.8, longitude })), {
        latitude: 90,
        longitude: 0,
      }),
    };
    const optional = (model: Record<string, fc.Arbitrary<unknown>>) => fc.record(model, { requiredKeys: [] });
    const { coordinates: at, ...placed } = placing;
    const step = fc.oneof(
      optional({ firstDate: fc.constantFrom(...days, null) }).map((body) => ({ write: patchItinerary, body })),
      optional({ ...placed, coordinates: at }).map((body) => ({ write: addStop, body })),
      optional(placed).map((body) => ({ write: patchStop, body })),
      fc.array(fc.nat({ max: 20 }), { maxLength: 6 }).map((stops) => ({ write: patchDay, body: { stops } })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const { stopIds } = await ada.api.getItinerary({ params: { id: known.itineraryId ?? '' } });
        for (const { write, body } of steps) {
          const { url, base } = requestOf(...write);
          const { stops, ...others } = body as { stops?: number[] };
          const payload = { ...base, ...others, ...(stops && { stopIds: [...new Set(stops.map((one) => stopIds[one % stopIds.length]))] }) };
          expect(await faultsOf(write[0], ada, url, [payload])).toEqual([]);
        }
        expect(await faultsOf(...wholeStory())).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  const edge = ['-180', '180', '181', '-181', '0', '-0', '179.9999999'];
  const boxes = edge.flatMap((west) =>
    edge.flatMap((east) =>
      [
        ['-90', '90'],
        ['0', '0'],
        ['91', '90'],
        ['10', '-10'],
      ].map(([south, north]) => ({ west, east, south, north })),
    ),
  );
  test('is refused with its path, or answered according to the reply schema, by reads of bounding boxes, also empty and antimeridian ones', async () => {
    const corners = boxes.map(
      ({ west, east, south, north }) => `southWestLng=${west}&northEastLng=${east}&southWestLat=${south}&northEastLat=${north}`,
    );
    for (const query of corners)
      expect(await faultsOf(stopRoutes.listStopProjections, ada, `/api/stop-projections?${query}`, [undefined])).toEqual([]);
    for (const route of [itinerarySearchRoutes.searchItineraries, itinerarySearchRoutes.searchStops])
      for (const query of corners) expect(await faultsOf(route, ada, `/api${route.path}?q=line&${query}`, [undefined])).toEqual([]);
    for (const route of Object.values(stopMapRoutes as Record<string, Route>).filter(({ method, query }) => method === 'GET' && query)) {
      if (route.path.includes(':')) continue;
      for (const query of corners.slice(0, 60)) expect(await faultsOf(route, ada, `/api${route.path}?${query}`, [undefined])).toEqual([]);
    }
  });

  test('of 180 or -180 degrees longitude is found in every box that touches the antimeridian', async () => {
    const { id: itineraryId } = await ada.api.createItinerary({ body: { title: 'Date line', visibility: 'PUBLIC' } });
    const ids: string[] = [];
    for (const longitude of [180, -180]) {
      const { id } = await ada.api.addStop({ params: { itineraryId }, body: { title: 'Line', coordinates: { latitude: 66, longitude } } });
      ids.push(id);
    }
    for (const [west, east] of [
      [179, 180],
      [-180, -179],
      [179, -179],
      [180, 180],
      [-180, -180],
      [180, -180],
      [-180, 180],
    ] as const) {
      const query = { southWestLng: String(west), northEastLng: String(east), southWestLat: '65.5', northEastLat: '66.5' };
      const { items } = await ada.api.listStopProjections({ query });
      expect([west, east, items.map(({ stopId }) => stopId).toSorted()]).toEqual([west, east, ids.toSorted()]);
      const { items: seen } = await ada.api.listItinerariesByBounds({ query });
      expect([west, east, seen.map(({ id }) => id)]).toEqual([west, east, [itineraryId]]);
      const { results } = await ada.api.searchStops({ query: { q: 'line', ...query } });
      expect([west, east, results.map(({ entity }) => entity.id).toSorted()]).toEqual([west, east, ids.toSorted()]);
    }
  });

  test('of both longitudes of a bounding box answers 400 on GET /places/within', async () => {
    const url = '/api/places/within?southWestLng=-180&northEastLng=180&southWestLat=0&northEastLat=1';
    const answer = await product.send({ as: ada, url });
    expect([answer.statusCode, answer.json().errors?.[0]?.path]).toEqual([400, 'query.northEastLng']);
  });

  test('is refused with its path, or answered according to the reply schema, by GET /ways', async () => {
    for (const from of edge)
      for (const to of edge)
        expect(await faultsOf(wayRoutes.findWays, ada, `/api/ways?points=${encodeURIComponent(`90,${from};-90,${to}`)}`, [undefined])).toEqual([]);
  });
});
