import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { serveProbes } from './probes.ts';

const stopping = new AbortController();
let isComplete = false;
const app = Fastify();
serveProbes(app, stopping.signal, () => isComplete);
afterAll(() => app.close());

const statusOf = async (url: string): Promise<number> => (await app.inject(url)).statusCode;
const all = async () => Promise.all(['/livez', '/readyz', '/readyz?complete'].map(statusOf));

test('a process takes requests before it is complete, and none once it stops', async () => {
  expect(await all()).toEqual([200, 200, 503]);
  isComplete = true;
  expect(await all()).toEqual([200, 200, 200]);
  stopping.abort();
  expect(await all()).toEqual([200, 503, 503]);
});
