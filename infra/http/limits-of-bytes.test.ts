import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { createApp } from './app.ts';
import { injectFetch } from './caller.ts';
import { limitWrittenBytes } from './limits.ts';

const clock = { now: 1_000_000 };
async function boundApp(perDay: number) {
  const app = await createApp(createLog('silent'), {});
  limitWrittenBytes(app, { perDay, callerOf: ({ headers }) => String(headers.authorization), now: () => clock.now });
  for (const method of ['POST', 'PATCH', 'GET'] as const) app.route({ method, url: '/things', handler: async () => ({}) });
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_, body, done) => done(null, body));
  const send = async (caller: string, kilobytes: number, type = 'application/json', method: 'POST' | 'PATCH' = 'POST') =>
    app.inject({
      method,
      url: '/things',
      headers: { authorization: caller, 'content-type': type },
      payload: JSON.stringify('x'.repeat(kilobytes * 1_000)),
    });
  return { app, send };
}

test('Daily write limit answers 429 with Retry-After to a caller above it, and 200 to other callers', async () => {
  const { send } = await boundApp(1);
  for (const method of ['POST', 'PATCH'] as const) expect((await send('ann', 400, undefined, method)).statusCode).toBe(200);
  const refused = await send('ann', 400);
  expect(refused.json()).toMatchObject({ status: 429, code: 'request/too-many' });
  expect(Number(refused.headers['retry-after'])).toBe(86_400);
  expect((await send('ann', 100)).statusCode).toBe(200);
  expect((await send('bob', 400)).statusCode).toBe(200);
  clock.now += 86_400_000;
  expect((await send('ann', 400)).statusCode).toBe(200);
});

test('Daily write limit excludes plain text and internal writes, and 0 is no limit', async () => {
  const { app, send } = await boundApp(1);
  for (let at = 0; at < 5; at++) expect((await send('ann', 400, 'text/plain')).statusCode).toBe(200);
  const inside = injectFetch(app);
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify('x'.repeat(400_000)) };
  for (let at = 0; at < 5; at++) expect((await inside('/things', init)).status).toBe(200);
  const free = await boundApp(0);
  for (let at = 0; at < 5; at++) expect((await free.send('cleo', 400)).statusCode).toBe(200);
});
