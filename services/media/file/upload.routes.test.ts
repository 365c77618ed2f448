import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { uploadedFile } from '@waystory/proto/media/file.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { jpeg, phonePhoto, png, svgWithScript } from './pictures.fixture.ts';
import { type FormPart, fileIn, formOf, nonEmptyBlobsIn, postForm } from './uploads.fixture.ts';

let product: TestProduct;
let ada: Person;
let origin: string;
beforeAll(async () => {
  product = await testProduct();
  ada = product.person('ada');
  origin = await product.host.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => product.stop());

const blobs = () => product.engines.blobs;
const head = () => product.engines.events.head();
const namesOf = (prefix: string): Promise<string[]> => Array.fromAsync(blobs().list(prefix));

describe('POST /files', () => {
  test('answers 201 with the file, and leaves no blob of the upload', async () => {
    const answer = await postForm(product, ada, [['file', await phonePhoto(600, 400), 'boat.jpg']]);
    expect(answer.statusCode).toBe(201);
    const file = fileIn(answer);
    expect(file).toMatchObject({ accountId: ada.accountId, filename: 'boat.jpg', mimeType: 'image/webp', width: 400, height: 600 });
    expect(answer.headers).toMatchObject({ etag: '"1"', 'x-position': expect.any(String) });
    expect((await product.send({ url: file.url })).rawPayload.length).toBe(file.size);
    expect(await namesOf('incoming/')).toEqual([]);
  });

  test('answers 201 to a streamed body of 14.9 MB', async () => {
    const content = Buffer.concat([await jpeg(), Buffer.alloc(14_900_000)]);
    const form = new FormData();
    form.append('file', new File([content], 'large.jpg', { type: 'image/jpeg' }));
    const answer = await fetch(`${origin}/api/files`, { method: 'POST', headers: { authorization: `Bearer ${ada.token}` }, body: form });
    expect(answer.status).toBe(201);
    expect(uploadedFile.parse(await answer.json())).toMatchObject({ filename: 'large.jpg', width: 40 });
  }, 90_000);

  test('answers 201 to a JPEG of 20 MB', async () => {
    const answer = await postForm(product, ada, [['file', Buffer.concat([await jpeg(), Buffer.alloc(20_000_000)]), 'large.jpg']]);
    expect([answer.statusCode, fileIn(answer).width]).toEqual([201, 40]);
  }, 90_000);

  test('is idempotent under one key, and answers 422 request/key-reused for another picture', async () => {
    const content = await jpeg(30, 30);
    const send = (bytes: typeof content, name = 'a.jpg') => postForm(product, ada, [['file', bytes, name]], { 'idempotency-key': 'picture-1' });
    const [first, atOnce] = await Promise.all([send(content), send(content)]);
    const again = await send(content);
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect([fileIn(atOnce), fileIn(again)]).toEqual([fileIn(first), fileIn(first)]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const before = [await head(), await nonEmptyBlobsIn(blobs())];
    for (const other of [await send(await jpeg(31, 31)), await send(content, 'b.jpg')])
      expect(other.json()).toMatchObject({ status: 422, code: 'request/key-reused' });
    expect([await head(), await nonEmptyBlobsIn(blobs())]).toEqual(before);
  });

  test('answers 422 under the key of another request, without storing a blob', async () => {
    const [url, headers] = ['/api/itineraries', { 'idempotency-key': 'picture-2' }];
    expect((await product.send({ method: 'POST', url, as: ada, headers, payload: { title: 'A story' } })).statusCode).toBe(201);
    const before = [await head(), await nonEmptyBlobsIn(blobs())];
    const answer = await postForm(product, ada, [['file', await jpeg(), 'a.jpg']], headers);
    expect(answer.json()).toMatchObject({ status: 422, code: 'request/key-reused' });
    expect([await head(), await nonEmptyBlobsIn(blobs())]).toEqual(before);
  });

  test.each(['../../etc/passwd.jpg', '/etc/passwd.jpg', 'C:\\x\\passwd.jpg', 'ſtraße 東京 passwd.jpg'])(
    'keeps the last path segment of the file name %s',
    async (name) => {
      const file = fileIn(await postForm(product, ada, [['file', await jpeg(), name]]));
      expect(file.filename).toMatch(/^(ſtraße 東京 )?passwd\.jpg$/);
      expect(file.blobName).toMatch(/^media\/[0-9a-f-]{36}\/[0-9a-f]{16}\.webp$/);
    },
  );
});

describe('refused POST /files leaves no event and no blob:', () => {
  let before: [number, string[], string[]];
  const now = async (): Promise<typeof before> => [await head(), await nonEmptyBlobsIn(blobs()), await namesOf('incoming/')];
  beforeEach(async () => {
    before = await now();
  });
  afterEach(async () => {
    await expect.poll(now, { timeout: 20_000 }).toEqual(before);
  });

  const good = jpeg();
  test.each<[string, number, string, () => Promise<FormPart[]>]>([
    ['no file', 400, 'body.file', async () => []],
    [
      'two files',
      400,
      'body.file',
      async () => [
        ['file', await good, 'a.jpg'],
        ['file', await good, 'b.jpg'],
      ],
    ],
    [
      'three files',
      400,
      'body',
      async () => [
        ['file', await good, 'a.jpg'],
        ['file', await good, 'b.jpg'],
        ['file', await good, 'c.jpg'],
      ],
    ],
    ['a file in another field', 400, 'body.picture', async () => [['picture', await good, 'a.jpg']]],
    [
      'a file and another one beside it',
      400,
      'body.other',
      async () => [
        ['file', await good, 'a.jpg'],
        ['other', await good, 'b.jpg'],
      ],
    ],
    ['text in place of a file', 400, 'body.file', async () => [['file', 'text']]],
    [
      'a field that there is not',
      400,
      'body.accountId',
      async () => [
        ['file', await good, 'a.jpg'],
        ['accountId', 'x'],
      ],
    ],
    ['many fields', 400, 'body', async () => Array.from({ length: 500 }, (_, number): FormPart => [`f${number}`, 'x'])],
    ['a field of the prototype', 400, 'body', async () => [['__proto__', await good, 'a.jpg']]],
    ['a name of 300 characters', 400, 'body.file.filename', async () => [['file', await good, `${'x'.repeat(300)}.jpg`]]],
  ])('%s', async (_, status, path, parts) => {
    const answer = await postForm(product, ada, await parts());
    expect(answer.json()).toMatchObject({ status, code: 'request/invalid' });
    expect(answer.json().errors[0].path).toContain(path);
  });

  test.each<[string, number, string, () => Promise<FormPart>]>([
    ['an empty file', 422, 'file/empty', async () => ['file', '', 'a.jpg']],
    ['a type that is a lie', 422, 'file/wrong-type', async () => ['file', await png(), 'a.jpg', 'image/jpeg']],
    ['a type that is none of a picture', 422, 'file/wrong-type', async () => ['file', await good, 'a.html', 'text/html']],
    ['a drawing with script', 422, 'file/no-picture', async () => ['file', svgWithScript, 'a.svg', 'image/svg+xml']],
    ['a drawing with script that is named a picture', 422, 'file/no-picture', async () => ['file', svgWithScript, 'a.png', 'image/png']],
    ['an archive that would become large', 422, 'file/no-picture', async () => ['file', gzipSync(Buffer.alloc(100_000_000)), 'a.png', 'image/png']],
    ['half a picture', 422, 'file/unreadable', async () => ['file', (await jpeg(900, 900)).subarray(0, 3_000), 'a.jpg']],
    [
      'a JPEG of more than 30 MB',
      413,
      'request/too-large',
      async () => ['file', Buffer.concat([await good, Buffer.alloc(30 * 1024 * 1024)]), 'a.jpg'],
    ],
    ['more than 15 MB of anything else', 413, 'request/too-large', async () => ['file', Buffer.alloc(15 * 1024 * 1024 + 1), 'a.jpg']],
  ])('%s', async (_, status, code, part) => {
    expect((await postForm(product, ada, [await part()])).json()).toMatchObject({ status, code, detail: expect.stringMatching(/\./) });
  });

  test('a request without a sign-in', async () => {
    expect((await postForm(product, undefined, [['file', await good, 'a.jpg']])).statusCode).toBe(401);
  });

  test('a body that is no multipart form, or a truncated one', async () => {
    const form = await formOf(['file', await good, 'a.jpg']);
    const send = async (payload: Buffer | object, headers: Record<string, string>) =>
      (await product.send({ method: 'POST', url: '/api/files', as: ada, payload, headers })).json();
    expect(await send({ file: 'x' }, {})).toMatchObject({ status: 400, errors: [{ path: 'body' }] });
    expect(await send(await good, { 'content-type': 'image/jpeg' })).toMatchObject({ status: 415 });
    expect(await send(form.payload, { 'content-type': 'multipart/form-data' })).toMatchObject({ status: 400, errors: [{ path: 'body' }] });
    expect(await send(form.payload, { 'content-type': 'multipart/form-data; boundary=other' })).toMatchObject({ status: 400 });
    expect(await send(form.payload.subarray(0, -300), form.headers)).toMatchObject({ status: 400, errors: [{ path: 'body' }] });
    expect(await send(Buffer.from('x'), form.headers)).toMatchObject({ status: 400 });
    expect(await send(Buffer.of(), form.headers)).toMatchObject({ status: 400 });
  });

  test('an upload that is aborted, or shorter than it claims', async () => {
    const form = await formOf(['file', await jpeg(600, 600), 'a.jpg']);
    const headers = { ...form.headers, authorization: `Bearer ${ada.token}`, 'content-length': String(form.payload.length) };
    const sending = request(`${origin}/api/files`, { method: 'POST', headers });
    sending.on('error', () => {}); // aborting the request emits this error
    await new Promise((sent) => sending.write(form.payload.subarray(0, 2_000), sent));
    const closed = new Promise((resolve) => sending.once('close', resolve));
    sending.destroy();
    await closed;
    const short = connect(Number(new URL(origin).port), '127.0.0.1');
    const head = Object.entries({ ...headers, 'content-length': '5000000', connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
    short.write(`POST /api/files HTTP/1.1\r\nhost: x\r\n${head.join('')}\r\n`);
    short.end(form.payload);
    short.on('error', () => {}).resume();
    await once(short, 'close');
  });
});

test('PUT account answers 415 to a multipart form', async () => {
  const form = await formOf(['aboutMe', 'x']);
  const answer = await product.send({ method: 'PUT', url: `/api/accounts/${ada.accountId}`, as: ada, ...form });
  expect(answer.statusCode).toBe(415);
});
