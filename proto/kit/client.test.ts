import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ClientOptions, createClient, FetchError, RequiredError, ResponseError } from './client.ts';
import { coordinates, line } from './field.ts';
import { listQuery } from './list.ts';
import { defineRoutes, noReplyBody } from './route.ts';

const route = { access: 'stories.read', summary: '', reply: z.unknown() } as const;
const params = z.object({ tripId: z.string(), id: z.string() });
const routes = defineRoutes({
  addTrip: { ...route, method: 'POST', path: '/trips', body: z.object({ title: line(20) }) },
  touchTrip: { ...route, method: 'POST', path: '/trips/touched' },
  listTrips: {
    ...route,
    method: 'GET',
    path: '/trips',
    query: listQuery({ entity: 'Thing', filterable: { title: 'text' }, sortable: ['title'], defaultSort: 'title' }),
  },
  nearby: {
    ...route,
    method: 'GET',
    path: '/trips/nearby',
    query: z.object({ latitude: z.coerce.number(), longitude: z.coerce.number(), name: z.string().optional() }),
  },
  getStop: { ...route, method: 'GET', path: '/trips/:tripId/stops/:id', params, reply: coordinates },
  deleteStop: { ...route, method: 'DELETE', path: '/trips/:tripId/stops/:id', params, reply: noReplyBody },
  hearTrip: { ...route, method: 'GET', path: '/trips/heard', reply: z.string(), streamed: { mediaType: 'text/plain', headers: {} } },
});

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}
type Answer = (response: ServerResponse) => void;

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

let server: Server;
let received: Received[];
let answers: Answer[];
const clientOf = (options: Partial<ClientOptions> = {}) => {
  const { port } = server.address() as AddressInfo; // as: it listens on TCP
  return createClient(routes, { baseUrl: `http://127.0.0.1:${port}/api`, ...options });
};

beforeEach(async () => {
  received = [];
  answers = [];
  server = createServer(async (request, response) => {
    received.push({ method: request.method, url: request.url, headers: request.headers, body: await textOf(request) });
    (answers.shift() ?? json(200, {}))(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('client call', () => {
  test('encodes path parameters', async () => {
    answers = [json(200, { latitude: 1, longitude: 2 })];
    expect(await clientOf().getStop({ params: { tripId: 'a/b', id: 'é?' } })).toEqual({ latitude: 1, longitude: 2 });
    expect(received[0]).toMatchObject({ method: 'GET', url: '/api/trips/a%2Fb/stops/%C3%A9%3F', body: '' });
    expect(received[0]?.headers).not.toHaveProperty('content-type');
  });

  test('sends a query without undefined and null values', async () => {
    const filter = JSON.stringify({ title: { contains: 'a&b' } });
    await clientOf().listTrips({ query: { page: 2, ids: ['x', 'y'], filter, sort: undefined } });
    await clientOf().nearby({ query: { latitude: 0, longitude: -9.5, name: null as unknown as undefined } }); // as: the call of an untyped caller
    await clientOf().listTrips({});
    expect(received.map(({ url }) => url)).toEqual([
      `/api/trips?${new URLSearchParams({ page: '2', ids: 'x,y', filter })}`,
      '/api/trips/nearby?latitude=0&longitude=-9.5',
      '/api/trips',
    ]);
  });

  test('sends a JSON body with an idempotency key', async () => {
    answers = [json(201, { id: '1' })];
    expect(await clientOf().addTrip({ body: { title: 'Évora' }, idempotencyKey: 'k-1' })).toEqual({ id: '1' });
    expect(received[0]).toMatchObject({ method: 'POST', url: '/api/trips', body: '{"title":"Évora"}' });
    expect(received[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'k-1' });
  });

  test('sends no body to a route without a body', async () => {
    await clientOf().touchTrip({});
    expect(received[0]).toMatchObject({ method: 'POST', body: '' });
    expect(received[0]?.headers).not.toHaveProperty('content-type');
  });

  test('sends the current token, if there is one', async () => {
    const tokens = ['first', null];
    const client = clientOf({ token: async () => tokens.shift() ?? null });
    await client.touchTrip({});
    await client.touchTrip({});
    expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', undefined]);
  });

  test('answered with 204 resolves to undefined', async () => {
    answers = [(response) => response.writeHead(204).end()];
    expect(await clientOf().deleteStop({ params: { tripId: '1', id: '2' } })).toBeUndefined();
  });
});

describe('client read after a write', () => {
  test('sends the highest position of its writes as x-after', async () => {
    const client = clientOf();
    await client.listTrips({});
    answers = [json(201, {}, { 'x-position': '42' }), json(201, {}, { 'x-position': '41' })];
    await client.touchTrip({});
    await client.touchTrip({});
    await client.listTrips({});
    expect(received.map(({ method, headers }) => `${method} ${headers['x-after']}`)).toEqual([
      'GET undefined',
      'POST undefined',
      // A write sends the position too, because it may depend on an earlier write.
      'POST 42',
      'GET 42',
    ]);
  });

  test('ignores an invalid position', async () => {
    const client = clientOf();
    answers = [json(201, {}, { 'x-position': '7' }), json(201, {}, { 'x-position': 'none' })];
    await client.touchTrip({});
    await client.touchTrip({});
    await client.listTrips({});
    expect(received[2]?.headers['x-after']).toBe('7');
  });
});

describe('required parameter of a client call', () => {
  const missing = async (call: Promise<unknown>): Promise<string> => {
    const error = await call.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RequiredError);
    expect(received).toEqual([]);
    return error instanceof RequiredError ? `${error.field}: ${error.message}` : '';
  };
  // as: the call of an untyped caller
  const untyped = <T>(sent: object): T => sent as T;

  test('in the path throws RequiredError when it is null or undefined', async () => {
    const message = 'Required parameter "id" was null or undefined when calling getStop().';
    expect(await missing(clientOf().getStop(untyped({ params: { tripId: '1' } })))).toBe(`id: ${message}`);
    expect(await missing(clientOf().getStop(untyped({ params: { tripId: null, id: '2' } })))).toContain('tripId: ');
    expect(await missing(clientOf().deleteStop(untyped({})))).toContain('tripId: ');
  });

  test('in the query throws RequiredError', async () => {
    expect(await missing(clientOf().nearby({}))).toContain('latitude: Required parameter "latitude"');
    expect(await missing(clientOf().nearby({ query: { latitude: 1, longitude: null } }))).toContain('longitude: ');
  });

  test('body throws RequiredError', async () => {
    expect(await missing(clientOf().addTrip(untyped({})))).toContain('body: ');
    expect(await missing(clientOf().addTrip(untyped({ body: null })))).toContain('body: ');
  });

  test('with a wrong value is sent, because the server validates it', async () => {
    await clientOf().addTrip({ body: { title: '' } });
    await clientOf().nearby({ query: { latitude: 'x', longitude: 1, altitude: 3 } as never }); // as: the call of an untyped caller
    expect(received).toHaveLength(2);
  });
});

describe('failure of a client call', () => {
  const failure = (call: Promise<unknown>) =>
    call.then(
      () => expect.fail('it did not fail'),
      (error: unknown) => error,
    );

  test('of an error status has the problem details of the body', async () => {
    const problem = { type: '/problems/trip/unknown', title: 'Not found', status: 404, code: 'trip/unknown', detail: 'Gone.', traceId: 'a' };
    answers = [json(404, problem, { 'content-type': 'application/problem+json; charset=utf-8' })];
    const error = await failure(clientOf().listTrips({}));
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({ message: 'Response returned an error code', status: 404, problem });
  });

  test.each<[string, Answer]>([
    ['a page of a proxy', (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')],
    ['a broken problem', (response) => response.writeHead(502, { 'content-type': 'application/problem+json' }).end('{')],
  ])('with %s as the body has no problem details', async (_, answer) => {
    answers = [answer];
    expect(await failure(clientOf().listTrips({}))).toMatchObject({ message: 'Response returned an error code', status: 502, problem: null });
  });

  test.each<[string, Answer]>([
    ['the connection breaks', (response) => response.destroy()],
    ['the answer ends too early', (response) => response.writeHead(200, { 'content-length': '100' }).write('{"a":', () => response.destroy())],
    ['the answer is no JSON', (response) => response.writeHead(200).end('<html>')],
  ])('is a FetchError when %s', async (_, answer) => {
    answers = [answer];
    const error = await failure(clientOf().listTrips({}));
    expect(error).toBeInstanceOf(FetchError);
    expect(error).toMatchObject({ message: 'The request failed and the interceptors did not return an alternative response' });
    expect(error).toHaveProperty('cause', expect.any(Error));
  });

  test.each<[string, Answer]>([
    ['gets no answer', () => {}],
    ['gets only a part of its answer', (response) => void response.writeHead(200, { 'content-length': '100' }).write('{"a":')],
  ])('is a FetchError caused by a TimeoutError when the request %s within the timeout', async (_, answer) => {
    answers = [answer];
    const error = await failure(clientOf({ timeoutMs: 50 }).listTrips({}));
    expect(error).toBeInstanceOf(FetchError);
    expect(error).toHaveProperty('cause.name', 'TimeoutError');
  });

  test('is a FetchError without a server', async () => {
    const client = clientOf();
    await new Promise((resolve) => server.close(resolve));
    expect(await failure(client.listTrips({}))).toBeInstanceOf(FetchError);
  });

  test('in the token function is the thrown error itself, and no request is sent', async () => {
    const refused = new Error('no token');
    expect(await failure(clientOf({ token: () => Promise.reject(refused) }).listTrips({}))).toBe(refused);
    expect(received).toEqual([]);
  });
});

test('Client call resolves to the complete text of a streamed answer', async () => {
  answers.push((response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).write('0:"Once"\n');
    response.end('0:"upon a time"\n');
  });
  expect(await clientOf().hearTrip({})).toBe('0:"Once"\n0:"upon a time"\n');
});
