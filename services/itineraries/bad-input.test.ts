import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../testing/product.ts';

let product: TestProduct;
let ada: Person;
let itineraryId: string;
beforeAll(async () => {
  product = await testProduct();
  ada = product.person('ada');
  itineraryId = (await ada.api.createItinerary({ body: { title: 'Untouched' } })).id;
});
afterAll(() => product.stop());

const json = (payload: unknown, method: 'POST' | 'PATCH' = 'POST'): InjectOptions => ({
  method,
  payload: JSON.stringify(payload),
  headers: { 'content-type': 'application/json' },
});
const filter = (value: unknown) => `/api/itineraries?filter=${encodeURIComponent(JSON.stringify(value))}`;
const nested = (depth: number): unknown => (depth === 0 ? { title: 'x' } : { not: nested(depth - 1) });

const longAddress = `https://pictures.example/${'x'.repeat(480)}`;
/** Fault, request, status, and the path that the answer names. */
const cases: [string, () => InjectOptions, number, string?][] = [
  ['unknown field', () => ({ url: '/api/itineraries', ...json({ title: 'x', stars: 5 }) }), 400, 'body.stars'],
  ['field of the server', () => ({ url: '/api/itineraries', ...json({ title: 'x', likeCount: 5 }) }), 400, 'body.likeCount'],
  ['prototype key', () => ({ url: '/api/itineraries', ...json({ title: 'x', constructor: {} }) }), 400, 'body.constructor'],
  [
    'unknown nested field',
    () => ({ url: `/api/itineraries/${itineraryId}/stops`, ...json({ coordinates: { latitude: 1, longitude: 2, altitude: 3 } }) }),
    400,
    'body.coordinates.altitude',
  ],
  ['wrong type', () => ({ url: '/api/itineraries', ...json({ title: 42 }) }), 400, 'body.title'],
  ['missing field', () => ({ url: '/api/itineraries', ...json({}) }), 400, 'body.title'],
  ...['/api/stop-projections', '/api/countries/in-view'].map((url): (typeof cases)[number] => [
    `three corners at ${url}`,
    () => ({ url: `${url}?southWestLng=1&southWestLat=2&northEastLng=3` }),
    400,
    'query.northEastLat',
  ]),
  ['a point of empty texts', () => ({ url: '/api/places/nearest?lat=&lng=' }), 400, 'query.lat'],
  ['a page in hexadecimal', () => ({ url: '/api/itineraries?page=0x1' }), 400, 'query.page'],
  ['an unknown state', () => ({ url: `/api/stops?filter=${encodeURIComponent('{"state":"gone"}')}` }), 400, 'query.filter.state'],
  ['a malformed id', () => ({ url: filter({ accountId: 'me' }) }), 400, 'query.filter.accountId'],
  ['blank title', () => ({ url: '/api/itineraries', ...json({ title: '   ' }) }), 400, 'body.title'],
  ['long title', () => ({ url: '/api/itineraries', ...json({ title: 'x'.repeat(90_000) }) }), 400, 'body.title'],
  ['NUL character', () => ({ url: '/api/itineraries', ...json({ title: 'a\u0000b' }) }), 400, 'body.title'],
  ['no body', () => ({ url: '/api/itineraries', method: 'POST' }), 400, 'body'],
  ['an array', () => ({ url: '/api/itineraries', ...json([]) }), 400, 'body'],
  [
    'broken JSON',
    () => ({ url: '/api/itineraries', method: 'POST', payload: '{"title":', headers: { 'content-type': 'application/json' } }),
    400,
    'body',
  ],
  ['a long address of a picture', () => ({ url: '/api/itineraries', ...json({ title: 'x', imageUrl: longAddress }) }), 400, 'body.imageUrl'],
  [
    'a long address in a gallery',
    () => ({
      url: `/api/itineraries/${itineraryId}/stops`,
      ...json({ coordinates: { latitude: 1, longitude: 2 }, gallery: [{ imageUrl: longAddress, imageId: null, caption: null }] }),
    }),
    400,
    'body.gallery.0.imageUrl',
  ],
  ['script as picture', () => ({ url: '/api/itineraries', ...json({ title: 'x', imageUrl: 'javascript:alert(1)' }) }), 400, 'body.imageUrl'],
  [
    'latitude out of range',
    () => ({ url: `/api/itineraries/${itineraryId}/stops`, ...json({ coordinates: { latitude: 91, longitude: 0 } }) }),
    400,
    'body.coordinates.latitude',
  ],
  [
    'latitude as text',
    () => ({ url: `/api/itineraries/${itineraryId}/stops`, ...json({ coordinates: { latitude: 'north', longitude: 0 } }) }),
    400,
    'body.coordinates.latitude',
  ],
  ['no place', () => ({ url: `/api/itineraries/${itineraryId}/stops`, ...json({ title: 'x' }) }), 400, 'body.placeId'],
  [
    'two places',
    () => ({ url: `/api/itineraries/${itineraryId}/stops`, ...json({ placeId: itineraryId, locationQuery: 'x' }) }),
    400,
    'body.placeId',
  ],
  ['unknown place', () => ({ url: `/api/itineraries/${itineraryId}/stops`, ...json({ placeId: itineraryId }) }), 404],
  ['unknown place name', () => ({ url: `/api/itineraries/${itineraryId}/stops`, ...json({ locationQuery: 'Nowhere' }) }), 422],
  [
    'unknown day',
    () => ({ url: `/api/itineraries/${itineraryId}/stops`, ...json({ coordinates: { latitude: 1, longitude: 2 }, dayIds: [itineraryId] }) }),
    404,
  ],
  ['unknown visibility', () => ({ url: `/api/itineraries/${itineraryId}`, ...json({ visibility: 'SECRET' }, 'PATCH') }), 400, 'body.visibility'],
  ['bad uuid', () => ({ url: '/api/itineraries/42' }), 400, 'params.id'],
  ['unknown filter field', () => ({ url: filter({ stars: 5 }) }), 400, 'query.filter.stars'],
  ['unknown filter operator', () => ({ url: filter({ title: { $regex: '.*' } }) }), 400, 'query.filter.title.$regex'],
  ['prototype key in a filter', () => ({ url: `/api/itineraries?filter=${encodeURIComponent('{"__proto__":1}')}` }), 400, 'query.filter.__proto__'],
  ['filter too deep', () => ({ url: filter(nested(4)) }), 400, 'query.filter.not.not.not'],
  ['filter too wide', () => ({ url: filter({ or: Array.from({ length: 21 }, () => ({ title: 'x' })) }) }), 400, 'query.filter.or.20.title'],
  ['filter of the wrong type', () => ({ url: filter({ likeCount: 'many' }) }), 400, 'query.filter.likeCount'],
  ['filter that is not JSON', () => ({ url: '/api/itineraries?filter=%7B' }), 400, 'query.filter'],
  ['unknown sort field', () => ({ url: '/api/itineraries?sort=secret' }), 400, 'query.sort'],
  ['page zero', () => ({ url: '/api/itineraries?page=0' }), 400, 'query.page'],
  ['page as text', () => ({ url: '/api/itineraries?page=first' }), 400, 'query.page'],
  ['page too far', () => ({ url: '/api/itineraries?page=5000' }), 400, 'query.page'],
  ['limit out of range', () => ({ url: '/api/itineraries?limit=101' }), 400, 'query.limit'],
  ['unknown parameter', () => ({ url: '/api/itineraries?colour=red' }), 400, 'query.colour'],
  ['bad cursor', () => ({ url: '/api/itineraries?after=nonsense' }), 400, 'query.after'],
  ['bad ids', () => ({ url: '/api/itineraries?ids=1,2' }), 400, 'query.ids.0'],
  ['a missing corner', () => ({ url: '/api/itineraries/by-bounds?southWestLng=1&southWestLat=1&northEastLng=2' }), 400, 'query.northEastLat'],
  [
    'a malformed country code',
    () => ({ url: '/api/itineraries/by-bounds?southWestLng=1&southWestLat=1&northEastLng=2&northEastLat=2&countryCode=Italy' }),
    400,
    'query.countryCode',
  ],
  ['body too large', () => ({ url: '/api/posts', ...json({ title: 'x'.repeat(600_000) }) }), 413],
  [
    'wrong content type',
    () => ({ url: '/api/itineraries', method: 'POST', payload: 'title=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    415,
  ],
  ['no such route', () => ({ url: '/api/nothing' }), 404],
  ['bad x-after', () => ({ url: '/api/itineraries', headers: { 'x-after': '-1' } }), 400, 'header.x-after'],
  [
    'bad If-Match',
    () => ({
      url: `/api/itineraries/${itineraryId}`,
      ...json({ title: 'x' }, 'PATCH'),
      headers: { 'content-type': 'application/json', 'if-match': 'latest' },
    }),
    400,
    'header.if-match',
  ],
  ...['"5-gzip"', 'W/"98"', '"98;br"', '"97", "98"', '"abc"', '"0099"'].map((tag): (typeof cases)[number] => [
    `If-Match ${tag} of another version`,
    () => ({
      url: `/api/itineraries/${itineraryId}`,
      ...json({ title: 'x' }, 'PATCH'),
      headers: { 'content-type': 'application/json', 'if-match': tag },
    }),
    412,
  ]),
  [
    'stale If-Match',
    () => ({
      url: `/api/itineraries/${itineraryId}`,
      ...json({ title: 'x' }, 'PATCH'),
      headers: { 'content-type': 'application/json', 'if-match': '"99"' },
    }),
    412,
  ],
  ['route for admins only', () => ({ url: '/api/countries', ...json({ code: 'PT', name: 'Portugal' }) }), 403],
];

describe('Bad input', () => {
  test.each(cases)('%s', async (_, request, status, path) => {
    const before = await product.engines.events.head();
    const answer = await product.send({ as: ada, ...request() });
    expect({ status: answer.statusCode, type: answer.headers['content-type'] }).toEqual({ status, type: 'application/problem+json; charset=utf-8' });
    const problem = answer.json();
    expect(problem).toMatchObject({
      status,
      code: expect.stringContaining('/'),
      detail: expect.any(String),
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    if (path) expect(problem.errors.map((error: { path: string }) => error.path)).toContain(path);
    expect(await product.engines.events.head()).toBe(before);
  });

  test('A missing field is reported as required, whatever its type', async () => {
    const told = async (request: InjectOptions) => (await product.send({ as: ada, ...request })).json().errors;
    expect(await told({ url: '/api/itineraries', ...json({}) })).toEqual([{ path: 'body.title', message: 'Required' }]);
    expect(await told({ url: '/api/itineraries', ...json({ title: null }) })).toEqual([{ path: 'body.title', message: 'Required' }]);
    expect(await told({ url: '/api/posts', ...json({ text: 'x' }) })).toEqual(
      ['postableType', 'postableId'].map((field) => ({ path: `body.${field}`, message: 'Required' })),
    );
    expect(await told({ url: '/api/places/nearest?lat=1' })).toEqual([{ path: 'query.lng', message: 'Required' }]);
  });

  test('An anonymous caller is refused', async () => {
    const answer = await product.send({ url: '/api/itineraries', ...json({ title: 'x' }) });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  test.each(['Bearer nonsense', 'Basic YTpi', 'Bearer', ''])('Authorization header %s answers 401', async (authorization) => {
    const answer = await product.send({ url: '/api/itineraries', headers: { authorization } });
    expect(answer.json()).toMatchObject({ status: 401, code: 'auth/invalid-token' });
  });
});

describe('Idempotency key', () => {
  const create = (title: string, key: string) => {
    const request = json({ title });
    return product.send({ url: '/api/itineraries', as: ada, ...request, headers: { ...request.headers, 'idempotency-key': key } });
  };

  test('of a repeated request returns the first answer', async () => {
    const [first, second] = await Promise.all([create('Once', 'k1'), create('Once', 'k1')]);
    const third = await create('Once', 'k1');
    expect([first.statusCode, second.statusCode, third.statusCode]).toEqual([201, 201, 201]);
    expect(second.json()).toEqual(first.json());
    expect(third.json()).toEqual(first.json());
    expect(third.headers['idempotent-replayed']).toBe('true');
  });

  test('is refused with another body', async () => {
    await create('One', 'k2');
    expect((await create('Two', 'k2')).json()).toMatchObject({ status: 422, code: 'request/key-reused' });
  });

  test('of another account is a separate key', async () => {
    await create('Mine', 'k3');
    const bob = product.person('bob');
    const request = json({ title: 'His' });
    const answer = await product.send({ url: '/api/itineraries', as: bob, ...request, headers: { ...request.headers, 'idempotency-key': 'k3' } });
    expect(answer.json()).toMatchObject({ title: 'His', accountId: bob.accountId });
  });
});
