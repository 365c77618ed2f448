import { commonErrors } from '@waystory/proto/kit/error.ts';
import { NewerEvent } from '@waystory/proto/kit/event.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../config.ts';
import { EngineUnavailable, InvalidRequest, Rejected } from '../errors.ts';
import { UnstorableEvent, VersionConflict } from '../event-store/port.ts';
import { InvalidToken } from '../identity/port.ts';
import { createLog } from '../log.ts';
import { createApp } from './app.ts';
import { problemOf, statusOf } from './problem.ts';

const trace = '0af7651916cd43dd8448eb211c80319c';
const words = { 'stop/unknown': 'There is no such stop.' } as const;
const told = (error: unknown) => problemOf(error, words, trace);

describe('error code', () => {
  const intended = {
    'request/invalid': 400,
    'request/too-large': 413,
    'write/too-large': 413,
    'request/unsupported-type': 415,
    'request/unknown-route': 404,
    'request/unknown-method': 405,
    'request/timeout': 408,
    'request/too-long': 431,
    'request/stale': 412,
    'request/key-reused': 422,
    'request/conflict': 409,
    'request/too-many': 429,
    'request/overloaded': 503,
    'auth/required': 401,
    'auth/invalid-token': 401,
    'auth/expired-token': 401,
    'auth/unusable-token': 401,
    'auth/misconfigured': 500,
    'auth/forbidden': 403,
    'auth/suspended': 403,
    'auth/no-account': 403,
    'engine/unavailable': 503,
    'read/behind': 503,
    'internal/error': 500,
  } satisfies Record<keyof typeof commonErrors, number>;

  test.each(Object.entries(commonErrors))('%s has its status, a title and its sentence', (code, sentence) => {
    const problem = told(new Rejected(code as keyof typeof commonErrors)); // as: entries of commonErrors
    expect(problem).toMatchObject({ type: `/problems/${code}`, code, detail: sentence, traceId: trace });
    expect(problem.status).toBe(intended[code as keyof typeof commonErrors]); // as: an entry of commonErrors
    expect(problem.title).not.toBe('Error');
  });

  test.each([
    ['stop/unknown', 404],
    ['itinerary/not-yours', 403],
    ['itinerary/only-moderators', 403],
    ['itinerary/not-hidden', 403],
    ['itinerary/other-account', 403],
    ['itinerary/in-bin', 409],
    ['country/taken', 409],
    ['account/username-taken', 409],
    ['chat/turn-running', 409],
    ['credit/none-left', 402],
    ['place/ambiguous', 422],
    ['stop/too-many', 422],
    ['thing/unknown-to-us', 422],
  ])('%s of a context has status %i by its ending', (code, status) => {
    expect(statusOf(code)).toBe(status);
  });

  test('of a context is answered with the text of its catalogue and the data of the error', () => {
    expect(told(new Rejected('stop/unknown', { stopId: 'x' }))).toEqual({
      type: '/problems/stop/unknown',
      title: 'Not found',
      status: 404,
      code: 'stop/unknown',
      detail: 'There is no such stop.',
      data: { stopId: 'x' },
      traceId: trace,
    });
  });

  test('without a text has the code as its detail', () => {
    expect(told(new Rejected('trip/cursed'))).toMatchObject({ status: 422, detail: 'trip/cursed' });
  });

  test.each([
    [new EngineUnavailable('postgres', null), 503, 'engine/unavailable'],
    [new NewerEvent('StopAdded version 2'), 503, 'engine/unavailable'],
    [new InvalidToken('auth/expired-token', 'its time is over'), 401, 'auth/expired-token'],
  ])('of %o is the code of its port', (error, status, code) => {
    expect(told(error)).toMatchObject({ status, code });
  });
});

describe('unexpected error', () => {
  const secret = 'postgres://waystory:secret@10.0.0.7/waystory';
  const withCode = Object.assign(new Error(secret), { code: '42P01', detail: secret, statusCode: 500 });
  test.each<[string, unknown]>([
    ['an error', new Error(secret, { cause: new Error(secret) })],
    ['an error of the database', withCode],
    ['a type error', new TypeError(secret)],
    ['an event that cannot be stored', new UnstorableEvent(secret)],
    ['a conflict that nobody handled', new VersionConflict('itinerary-secret', 3)],
    ['a text', secret],
    ['an object', { message: secret }],
  ])('%s is answered with 500 internal/error, without its message', (_, error) => {
    const problem = told(error);
    expect(problem).toEqual({
      type: '/problems/internal/error',
      title: 'Internal error',
      status: 500,
      code: 'internal/error',
      detail: commonErrors['internal/error'],
      traceId: trace,
    });
    expect(JSON.stringify(problem)).not.toContain('secret');
  });
});

describe('invalid input', () => {
  const stop = z.strictObject({
    title: z.string().min(1, 'Give the stop a name'),
    coordinates: z.strictObject({ latitude: z.number('Must be a number of degrees') }),
    dayIds: z.array(z.uuid('Must be a UUID')),
  });
  const pathsOf = (value: unknown) => InvalidRequest.from('body', stop.safeParse(value).error?.issues ?? []).errors;

  test('is answered with the path and message of every invalid field', () => {
    const errors = pathsOf({ title: '', coordinates: { latitude: 'north' }, dayIds: ['x'] });
    expect(errors).toEqual([
      { path: 'body.title', message: 'Give the stop a name' },
      { path: 'body.coordinates.latitude', message: 'Must be a number of degrees' },
      { path: 'body.dayIds.0', message: 'Must be a UUID' },
    ]);
    expect(told(new InvalidRequest(errors))).toMatchObject({ status: 400, code: 'request/invalid', errors });
  });

  test('names the path of each unknown field', () => {
    const errors = pathsOf({ title: 'a', dayIds: [], coordinates: { latitude: 1, height: 2 }, price: 1, colour: 2 });
    expect(errors.map(({ path }) => path).toSorted()).toEqual(['body.colour', 'body.coordinates.height', 'body.price']);
    expect(new Set(errors.map(({ message }) => message))).toEqual(new Set(['Unknown field']));
  });

  test('without a body names the body itself', () => {
    expect(pathsOf(undefined).map(({ path }) => path)).toEqual(['body']);
  });
});

describe('failed request', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    const config = readConfig({ LOG_LEVEL: 'silent' });
    app = await createApp(createLog(config.LOG_LEVEL), words);
    app.post('/stops/:id', async () => ({}));
    app.get('/away', async () => {
      throw new EngineUnavailable('postgres', null);
    });
    await app.ready();
  });
  afterAll(() => app.close());

  const json = { 'content-type': 'application/json' };
  test.each([
    ['a body that is no JSON', { url: '/stops/1', headers: json, payload: '{' }, 400, 'request/invalid'],
    ['a body that would reach a prototype', { url: '/stops/1', headers: json, payload: '{"__proto__":{"admin":true}}' }, 400, 'request/invalid'],
    ['a body of another type', { url: '/stops/1', headers: { 'content-type': 'text/csv' }, payload: 'a,b' }, 415, 'request/unsupported-type'],
    ['a body that is too large', { url: '/stops/1', headers: json, payload: `"${'a'.repeat(600_000)}"` }, 413, 'request/too-large'],
    ['an address that leads nowhere', { url: '/stop' }, 404, 'request/unknown-route'],
    ['an address that cannot be decoded', { url: '/stops/%ff' }, 404, 'request/unknown-route'],
    ['an id that is far too long', { url: `/stops/${'a'.repeat(300)}` }, 404, 'request/unknown-route'],
  ])('with %s is answered with problem details', async (_, request, status, code) => {
    const answer = await app.inject({ method: 'POST', ...request });
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.json()).toMatchObject({ status, code, traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(answer.statusCode).toBe(status);
  });

  test('to an unavailable engine is answered with Retry-After and the trace id of the caller', async () => {
    const answer = await app.inject({ url: '/away', headers: { traceparent: `00-${trace}-b7ad6b7169203331-01` } });
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.json()).toMatchObject({ status: 503, code: 'engine/unavailable', traceId: trace });
  });
});
