import { setImmediate as breath } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

const address = '/photos/lake-day-landscape-0a-240.webp';

test('GET /photos serves a drawn picture without a sign-in, as immutable, with an ETag', async () => {
  const answer = await product.send({ url: address });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect(answer.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
  const etag = String(answer.headers.etag);
  for (const known of [`W/${etag}`, etag.replace(/"$/, '-gzip"'), `"other", ${etag}`, '*'])
    expect((await product.send({ url: address, headers: { 'if-none-match': known } })).statusCode, known).toBe(304);
  for (const unknown of ['"other"', etag.slice(1, -1), 'W/"x'])
    expect((await product.send({ url: address, headers: { 'if-none-match': unknown } })).statusCode, unknown).toBe(200);
  const again = await product.send({ url: address, headers: { 'if-none-match': String(answer.headers.etag) } });
  expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, answer.headers.etag]);
  expect((await product.send({ method: 'HEAD', url: address })).headers['content-length']).toBe(String(answer.rawPayload.length));
});

test.each([
  'lake-day-landscape-0a-241.webp',
  'lake-day-landscape-0a.webp',
  'x.webp',
  '..%2f..%2fpackage.json',
  '%00',
  '%ff',
  `${'x'.repeat(190)}.webp`,
])('GET /photos answers 404 for %s', async (file) => {
  const answer = await product.send({ url: `/photos/${file}` });
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'request/unknown-route']);
  expect(answer.headers['cache-control']).toBeUndefined();
});

test('GET /photos leaves time for more than 60 other requests during a burst of 60 pictures', async () => {
  // Warm-up: the first read compiles its plan.
  await product.send({ url: '/api/itineraries' });
  const burst = Promise.all(
    Array.from({ length: 60 }, (_, number) => product.send({ url: `/photos/island-day-landscape-${((number % 12) + 16).toString(16)}-240.webp` })),
  );
  let answered = 0;
  let done = false;
  const reading = (async () => {
    while (!done) {
      answered += Number((await product.send({ url: '/api/itineraries' })).statusCode === 200);
      // An injected request uses no socket, so the loop must yield to the event loop itself.
      await breath();
    }
  })();
  expect(new Set((await burst).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  done = true;
  await reading;
  // One picture takes longer to draw than many reads, so drawing on this thread would leave time for only a few reads.
  expect(answered).toBeGreaterThan(60);
});
