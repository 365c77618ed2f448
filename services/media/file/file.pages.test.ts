import type { UploadedFile } from '@waystory/proto/media/file.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestProduct, testProduct } from '../../testing/product.ts';
import { jpeg } from './pictures.fixture.ts';
import { fileIn, postForm } from './uploads.fixture.ts';

let product: TestProduct;
let file: UploadedFile;
beforeAll(async () => {
  product = await testProduct();
  file = fileIn(await postForm(product, product.person('ada'), [['file', await jpeg(1_000, 500), 'boat.jpg']]));
});
afterAll(() => product.stop());

test('GET /media serves a picture without a sign-in, as immutable, with nosniff and a policy of default-src none', async () => {
  const answer = await product.send({ url: file.url });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(file.size),
    'content-disposition': expect.stringMatching(/^inline; filename="[0-9a-f-]+\.webp"$/),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
  });
  expect(answer.rawPayload.length).toBe(file.size);
  const again = await product.send({ url: file.url, headers: { 'if-none-match': String(answer.headers.etag) } });
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  const head = await product.send({ method: 'HEAD', url: file.url });
  expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, String(file.size), 0]);
});

test('GET /media serves the requested width, or the original when that is narrower', async () => {
  const widthOf = async (w: number) => (await sharp((await product.send({ url: `${file.url}?w=${w}` })).rawPayload).metadata()).width;
  expect([await widthOf(320), await widthOf(640), await widthOf(1280)]).toEqual([320, 640, 1_000]);
  const [plain, narrow] = [await product.send({ url: file.url }), await product.send({ url: `${file.url}?w=320` })];
  expect(plain.headers.etag).not.toBe(narrow.headers.etag);
});

test.each(['?w=321', '?w=', '?w=0320', '?w=320&w=640', '?w=320&x=1', '?size=320'])('GET /media answers 404 for %s', async (query) => {
  expect((await product.send({ url: `${file.url}${query}` })).json()).toMatchObject({ status: 404, code: 'request/unknown-route' });
});

test.each([
  'x.webp',
  '..%2fkey',
  '..%2f..%2fkey',
  '%00',
  '%ff',
  `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}/${'0'.repeat(16)}.webp`,
  `${'x'.repeat(190)}.webp`,
])('GET /media answers 404 for the file name %s', async (name) => {
  const answer = await product.send({ url: `/media/${name}` });
  expect([answer.statusCode, answer.json().code, answer.headers['cache-control']]).toEqual([404, 'request/unknown-route', undefined]);
});

test('GET of the blob name of an upload answers 404', async () => {
  for (const url of [`/incoming/${product.person('ada').accountId}/x`, '/media/../key', `/uploads/${file.blobName}`])
    expect((await product.send({ url })).statusCode).toBe(404);
});
