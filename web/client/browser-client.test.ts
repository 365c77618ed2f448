import { expect, test } from 'vitest';
import { withKeepalive } from './browser-client.ts';

test.each([
  ['POST with a short body', { method: 'POST', body: '{"kind":"stop"}' }, true],
  ['DELETE without a body', { method: 'DELETE' }, true],
  ['PATCH with a long body', { method: 'PATCH', body: 'a'.repeat(10_000) }, undefined],
  ['PUT of a file', { method: 'PUT', body: new Blob(['a']) }, undefined],
  ['GET', { method: 'GET' }, undefined],
])('Option keepalive is set for a small write only: %s', async (_title, init, keepalive) => {
  const sent: (RequestInit | undefined)[] = [];
  await withKeepalive((_input, options) => {
    sent.push(options);
    return Promise.resolve(new Response());
  })('/api', init);
  expect(sent).toEqual([keepalive ? { ...init, keepalive } : init]);
});
