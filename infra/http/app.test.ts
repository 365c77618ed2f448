import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { createApp } from './app.ts';

/** Who a process takes the caller for. */
async function callerSeen(trustedProxies: string[] | undefined, forwardedFor: string): Promise<string> {
  const app = await createApp(createLog('silent'), {}, { trustedProxies });
  app.get('/', async ({ ip }) => ({ ip }));
  const answer = await app.inject({ url: '/', remoteAddress: '10.0.0.9', headers: { 'x-forwarded-for': forwardedFor } });
  await app.close();
  return answer.json().ip;
}

test('without a proxy in front, callers cannot say who they are', async () => {
  expect(await callerSeen(undefined, '203.0.113.7')).toBe('10.0.0.9');
  expect(await callerSeen(['10.0.0.8'], '203.0.113.7')).toBe('10.0.0.9');
});

test('behind proxies the outermost one says it, and what the caller claims beyond that counts for nothing', async () => {
  expect(await callerSeen(['10.0.0.9'], '203.0.113.7')).toBe('203.0.113.7');
  expect(await callerSeen(['uniquelocal'], '192.0.2.1, 203.0.113.7, 10.0.0.2')).toBe('203.0.113.7');
});
