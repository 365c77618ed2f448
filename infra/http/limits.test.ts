import type { Route } from '@waystory/proto/kit/route.ts';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '../log.ts';
import { createApp } from './app.ts';
import { limitCalls } from './limits.ts';

const read: Route = { method: 'GET', path: '/things', summary: '', access: 'stories.read', reply: z.unknown() };
const write: Route = { method: 'POST', path: '/things', summary: '', access: 'stories.create', reply: z.unknown() };
const costly: Route = { ...write, path: '/costly', perMinute: 1 };

async function limitedApp(reads: number, writes: number): Promise<FastifyInstance> {
  const app = await createApp(createLog('silent'), {});
  const accountOf = (token: string) => (token.startsWith('of-') ? token.slice(3) : undefined);
  const limitRoute = await limitCalls(app, { reads, writes, accountOf, isInternal: (token) => token === 'internal' });
  for (const route of [read, write, costly]) {
    app.route({ method: route.method, url: route.path, onRequest: limitRoute(route), handler: async () => ({}) });
  }
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

test('a caller beyond the limit is told when to come back; reads and writes are counted apart', async () => {
  const app = await limitedApp(2, 1);
  expect(await statuses(app, [get, get, post, get, post])).toEqual([200, 200, 200, 429, 429]);
  const refused = await app.inject({ ...get, remoteAddress: '203.0.113.7' });
  expect(refused.json()).toMatchObject({ code: 'request/too-many', status: 429, detail: expect.stringContaining('wait') });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.headers['content-type']).toContain('application/problem+json');
});

test('accounts are counted by themselves wherever they come from, others by their address', async () => {
  const app = await limitedApp(1, 1);
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

test('a route that costs more has a limit of its own, which never is wider than the usual one', async () => {
  const app = await limitedApp(0, 2);
  const costlyPost = { method: 'POST', url: '/costly' } as const;
  expect(await statuses(app, [costlyPost, costlyPost, post, post, post])).toEqual([200, 429, 200, 200, 429]);
});

test('no limit is none, and the product itself has none', async () => {
  const unlimited = await limitedApp(0, 0);
  expect(new Set(await statuses(unlimited, Array(50).fill(get)))).toEqual(new Set([200]));
  const app = await limitedApp(1, 1);
  expect(await statuses(app, Array(3).fill({ ...get, token: 'internal' }))).toEqual([200, 200, 200]);
});
