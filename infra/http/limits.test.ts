import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { createApp } from './app.ts';
import { injectFetch } from './caller.ts';
import { limitRequestRates, limitScopeAs, type RouteRateLimit } from './limits.ts';

const most = { read: 0, write: 0, page: 0, file: 0 };

async function limitedApp(perMinute: Partial<typeof most>): Promise<FastifyInstance> {
  const app = await createApp(createLog('silent'), {});
  await limitRequestRates(app, {
    perMinute: { ...most, ...perMinute },
    accountOf: (token) => (token.startsWith('of-') ? token.slice(3) : undefined),
  });
  const answer = async () => ({});
  const counted = (as: RouteRateLimit['as'], perMinute?: number) => ({ config: { counted: { as, ...(perMinute && { perMinute }) } } });
  app.get('/things', counted('read'), answer);
  app.post('/things', counted('write'), answer);
  app.post('/costly', counted('write', 1), answer);
  app.get('/alive', counted('nothing'), answer);
  app.get('/page', answer);
  app.post('/page', answer);
  await app.register(async (scope) => {
    limitScopeAs(scope, { as: 'page', perMinute: 2 });
    scope.get('/sign-in', answer);
    scope.post('/sign-in', answer);
    scope.get('/sign-in.css', counted('file'), answer);
  });
  return app;
}

const statuses = async (app: FastifyInstance, requests: { method: 'GET' | 'POST'; url: string; token?: string; address?: string }[]) => {
  const found: number[] = [];
  for (const { method, url, token, address = '203.0.113.7' } of requests) {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    found.push((await app.inject({ method, url, headers, remoteAddress: address })).statusCode);
  }
  return found;
};

const get = { method: 'GET', url: '/things' } as const;
const post = { method: 'POST', url: '/things' } as const;

test('Rate limit answers 429 with Retry-After, and counts reads and writes separately', async () => {
  const app = await limitedApp({ read: 2, write: 1 });
  expect(await statuses(app, [get, get, post, get, post])).toEqual([200, 200, 200, 429, 429]);
  const refused = await app.inject({ ...get, remoteAddress: '203.0.113.7' });
  expect(refused.json()).toMatchObject({ code: 'request/too-many', status: 429, detail: expect.stringContaining('wait') });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.headers['content-type']).toContain('application/problem+json');
});

test('Rate limit counts signed-in callers by account and others by address', async () => {
  const app = await limitedApp({ read: 1, write: 1 });
  const asked = [
    { ...get, token: 'of-ann' },
    { ...get, token: 'of-bob' },
    { ...get, token: 'of-ann', address: '203.0.113.8' },
    { ...get, token: 'made up' },
    { ...get, token: 'made up again' },
    { ...get, address: '203.0.113.8' },
  ];
  expect(await statuses(app, asked)).toEqual([200, 200, 429, 200, 429, 200]);
});

test('Rate limit of an expensive route is counted separately from other writes', async () => {
  const app = await limitedApp({ write: 2 });
  const costlyPost = { method: 'POST', url: '/costly' } as const;
  expect(await statuses(app, [costlyPost, costlyPost, post, post, post])).toEqual([200, 429, 200, 200, 429]);
});

test('Rate limit of a route without a kind is that of pages for GET, and that of writes for POST', async () => {
  const app = await limitedApp({ read: 1, write: 1, page: 2 });
  const page = { method: 'GET', url: '/page' } as const;
  expect(await statuses(app, [page, get, page, page, get, { method: 'GET', url: '/none' }])).toEqual([200, 200, 200, 429, 429, 429]);
  expect(await statuses(app, [{ method: 'POST', url: '/page' }, post])).toEqual([200, 429]);
});

test('Rate limit of a scope is shared by its routes', async () => {
  const app = await limitedApp({ page: 5 });
  const [shown, sent] = [
    { method: 'GET', url: '/sign-in' },
    { method: 'POST', url: '/sign-in' },
  ] as const;
  expect(await statuses(app, [shown, sent, shown, sent])).toEqual([200, 200, 429, 429]);
  expect(
    await statuses(app, [
      { method: 'GET', url: '/page' },
      { method: 'GET', url: '/sign-in.css' },
    ]),
  ).toEqual([200, 200]);
});

test('Rate limit counts an IPv6 network as one caller, and an IPv4 address and its IPv6 notation as one caller', async () => {
  const app = await limitedApp({ read: 1 });
  const from = (address: string) => ({ ...get, address });
  const asked = ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1', '203.0.113.9', '::ffff:203.0.113.9'].map(from);
  expect(await statuses(app, asked)).toEqual([200, 429, 200, 200, 429]);
});

test('Rate limit of 0 is no limit, and probes and internal requests are never limited', async () => {
  const unlimited = await limitedApp({});
  expect(new Set(await statuses(unlimited, Array(50).fill(get)))).toEqual(new Set([200]));
  const app = await limitedApp({ read: 1, page: 1 });
  expect(await statuses(app, Array(3).fill({ method: 'GET', url: '/alive' }))).toEqual([200, 200, 200]);
  const ask = injectFetch(app);
  for (let time = 1; time <= 3; time++) expect((await ask('/things')).status).toBe(200);
  // No header can make a caller internal.
  const claimed = { url: '/things', remoteAddress: '203.0.113.7', headers: { 'x-forwarded-for': 'inside', forwarded: 'for=inside' } };
  expect([(await app.inject(claimed)).statusCode, (await app.inject(claimed)).statusCode]).toEqual([200, 429]);
});
