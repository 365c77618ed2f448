import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import type { SettingFault } from '../identity/setting-fault.ts';
import { serveProbes } from './probes.ts';

const stopping = new AbortController();
let isComplete = false;
let faults: SettingFault[] = [];
const app = Fastify();
let isDatabaseUp = true;
let away: string[] = [];
serveProbes(app, {
  stopping: stopping.signal,
  isComplete: () => isComplete,
  isDatabaseUp: () => isDatabaseUp,
  away: () => away,
  faults: () => faults,
});
afterAll(() => app.close());

const statusOf = async (url: string): Promise<number> => (await app.inject(url)).statusCode;
const all = async () => Promise.all(['/livez', '/readyz', '/readyz?complete'].map(statusOf));

test('Readiness probe answers 200 with the settings that block the sign-in', async () => {
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ok' });
  const fault = { code: 'identity/issuer-differs', setting: 'OIDC_ISSUER', remedy: 'Set OIDC_ISSUER=https://id.test/', blocks: true } as const;
  faults = [fault];
  const answer = await app.inject('/readyz');
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok', settings: [fault] }]);
  faults = [];
});

test('Readiness probe answers 503 while the embedded database is unavailable', async () => {
  isDatabaseUp = false;
  expect(await all()).toEqual([200, 503, 503]);
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'away', away: ['postgres'] });
  isDatabaseUp = true;
  expect(await all()).toEqual([200, 200, 503]);
});

test('Readiness probe answers 200 with the names of unavailable external engines', async () => {
  away = ['kafka'];
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ok', away: ['kafka'] });
  away = [];
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ok' });
});

test('Readiness probe answers 200 before completion, /readyz?complete 503, and both answer 503 once the process stops', async () => {
  expect(await all()).toEqual([200, 200, 503]);
  isComplete = true;
  expect(await all()).toEqual([200, 200, 200]);
  stopping.abort();
  expect(await all()).toEqual([200, 503, 503]);
});
