import { newId } from '@waystory/infra/identifier.ts';
import { largestJpeg } from '@waystory/proto/media/file.ts';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { incomingBlobName } from './blob-names.ts';
import { jpeg, phonePhoto, png, pngWithStatedSize, svgWithScript } from './pictures.fixture.ts';
import { mostUnconfirmedUploads } from './upload-quota.ts';
import { askForGrant, confirmUpload, fileIn, nonEmptyBlobsIn, postForm, uploadTo } from './uploads.fixture.ts';

let product: TestProduct;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  product = await testProduct();
  [ada, bob] = [product.person('ada'), product.person('bob')];
  for (const one of [ada, bob, product.person('mona', 'moderator', 'admin')]) await one.api.createAccount({});
});
afterAll(() => product.stop());

const blobs = () => product.engines.blobs;
const head = () => product.engines.events.head();

describe('upload to a granted URL', () => {
  test('is stored as a re-encoded file, and the blob of the upload is removed', async () => {
    const before = await nonEmptyBlobsIn(blobs());
    const content = await phonePhoto(600, 400);
    const { grant, put, body } = await uploadTo(product, ada, content, 'image/jpeg', 'C:\\Holiday\\boat.jpg');
    expect(grant).toMatchObject({ uploadUrl: expect.stringMatching(/^\/uploads\//), containerName: 'files' });
    expect(grant.blobName).toContain(ada.accountId);
    expect(Date.parse(grant.expiresAt) - Date.now()).toBeGreaterThan(800_000);
    expect(put.statusCode).toBe(201);
    const answer = await confirmUpload(product, ada, { ...body, size: content.length });
    expect(answer.statusCode).toBe(200);
    const file = fileIn(answer);
    expect(file).toMatchObject({ accountId: ada.accountId, filename: 'boat.jpg', mimeType: 'image/webp', width: 400, height: 600, version: 1 });
    expect(file.url).toBe(`/${file.blobName}`);
    expect(answer.headers['x-position']).toBeDefined();
    expect((await nonEmptyBlobsIn(blobs())).filter((name) => !before.includes(name))).toEqual(
      [file.blobName.replace('.webp', '-320.webp'), file.blobName].sort(),
    );
    const served = await product.send({ url: file.url });
    expect([served.statusCode, served.rawPayload.length]).toEqual([200, file.size]);
    expect((await sharp(served.rawPayload).metadata()).exif).toBeUndefined();
  });

  test('is listed to administrators only, with its owner', async () => {
    const { body } = await uploadTo(product, ada, await jpeg(), 'image/jpeg', 'listed.jpg');
    const file = fileIn(await confirmUpload(product, ada, body));
    const url = `/api/files?filter=${encodeURIComponent(JSON.stringify({ filename: 'listed.jpg', accountId: ada.accountId }))}`;
    const list = (as?: Person) => product.send({ url, ...(as && { as }) });
    const admin = product.person('mona', 'moderator', 'admin');
    await expect.poll(async () => (await list(admin)).json().items).toEqual([file]);
    expect((await product.send({ url: `/api/files/${file.id}`, as: admin })).json()).toEqual(file);
    expect((await list(product.person('mod', 'moderator'))).statusCode).toBe(403);
    expect([(await list(ada)).statusCode, (await list()).statusCode]).toEqual([403, 401]);
  });

  test('yields one file and one event when it is confirmed twice, also concurrently', async () => {
    const { body } = await uploadTo(product, ada, await jpeg());
    const before = await head();
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirmUpload(product, ada, body)));
    const again = await confirmUpload(product, ada, { ...body, filename: 'other.jpg' });
    for (const answer of answers) expect(fileIn(answer)).toEqual(fileIn(again));
    expect(await head()).toBe(before + 1);
  });

  test('is confirmed idempotently, and the same idempotency key answers 422 request/key-reused for another upload', async () => {
    const [one, other] = [await uploadTo(product, ada, await jpeg()), await uploadTo(product, ada, await jpeg(31, 31))];
    const confirmed = async (payload: object) =>
      product.send({ method: 'POST', url: '/api/files/confirmation', as: ada, payload, headers: { 'idempotency-key': 'confirmation-1' } });
    const [first, again] = [await confirmed(one.body), await confirmed(one.body)];
    expect([again.statusCode, again.headers['idempotent-replayed'], fileIn(again)]).toEqual([200, 'true', fileIn(first)]);
    const before = [await head(), await nonEmptyBlobsIn(blobs())];
    expect((await confirmed(other.body)).json()).toMatchObject({ status: 422, code: 'request/key-reused' });
    expect([await head(), await nonEmptyBlobsIn(blobs())]).toEqual(before);
  });

  test('answers 409 to a second PUT, also after the file exists', async () => {
    const { grant, body } = await uploadTo(product, ada, await jpeg());
    const replay = async () => product.send({ method: 'PUT', url: grant.uploadUrl, payload: await png(), headers: { 'content-type': 'image/jpeg' } });
    expect((await replay()).json()).toMatchObject({ status: 409, code: 'upload/address-taken', detail: expect.stringContaining('used already') });
    const file = fileIn(await confirmUpload(product, ada, body));
    expect((await replay()).statusCode).toBe(409);
    expect(fileIn(await confirmUpload(product, ada, body))).toEqual(file);
  });

  test('is refused without a sign-in, with an invalid file name, and with a MIME type that is no accepted picture type', async () => {
    const body = { filename: 'a.jpg', mimeType: 'image/jpeg' };
    expect((await askForGrant(product, undefined, body)).statusCode).toBe(401);
    expect((await confirmUpload(product, undefined, {})).statusCode).toBe(401);
    for (const mimeType of ['image/svg+xml', 'text/html', 'application/zip', 'image/heic', '', '../x', 'image/jpeg; charset=x'])
      expect((await askForGrant(product, ada, { ...body, mimeType })).json()).toMatchObject({ status: 422, code: 'file/no-picture' });
    const unnamed: [unknown, string][] = [
      ['', 'body.filename'],
      ['/', 'body.filename'],
      ['..\\ ', 'body.filename'],
      ['a\u0000.jpg', 'body.filename'],
      ['\ud800', 'body.filename'],
      ['x'.repeat(300), 'body.filename'],
      [7, 'body.filename'],
    ];
    for (const [filename, path] of unnamed)
      expect((await askForGrant(product, ada, { ...body, filename })).json()).toMatchObject({ status: 400, errors: [{ path }] });
    expect((await askForGrant(product, ada, { ...body, size: 3 })).json()).toMatchObject({ status: 400, errors: [{ path: 'body.size' }] });
  });

  test.each(['../../etc/passwd', '/etc/passwd', 'C:\\windows\\system.ini', '....//....//x', 'ſtraße 東京.jpg', '.htaccess', 'a b"c\r\n.jpg'])(
    'is stored under a generated blob name, for the file name %j',
    async (filename) => {
      const { grant, body } = await uploadTo(product, ada, await jpeg(), 'image/jpeg', filename);
      expect(grant.blobName).toMatch(/^incoming\/[0-9a-f-]{36}\/\d{13}-[0-9a-f-]{36}$/);
      const file = fileIn(await confirmUpload(product, ada, body));
      expect(file.blobName).toMatch(/^media\/[0-9a-f-]{36}\/[0-9a-f]{16}\.webp$/);
      expect(file.filename).toBe(filename.split(/[/\\]/).at(-1));
    },
  );
});

describe('refused upload leaves no event and no blob:', () => {
  let before: [number, string[]];
  const remember = async () => {
    before = [await head(), await nonEmptyBlobsIn(blobs())];
  };
  afterEach(async () => {
    expect([await head(), await nonEmptyBlobsIn(blobs())]).toEqual(before);
  });

  test.each<[string, string, () => Promise<Uint8Array> | Uint8Array]>([
    ['file/no-picture', 'a drawing with script', () => svgWithScript],
    ['file/no-picture', 'a page', () => Buffer.from('<html><script>alert(1)</script>')],
    ['file/wrong-type', 'another type of picture', () => png()],
    ['file/unreadable', 'half a picture', async () => (await jpeg(900, 900)).subarray(0, 3_000)],
    ['file/empty', 'an empty file', () => Buffer.of()],
  ])('%s: %s', async (code, _, make) => {
    await remember();
    const { body } = await uploadTo(product, ada, await make());
    const said = { ...body, size: Math.max(body.size, 1) };
    expect((await confirmUpload(product, ada, said)).json()).toMatchObject({ status: 422, code, detail: expect.stringMatching(/\./) });
    expect((await confirmUpload(product, ada, said)).json()).toMatchObject({ status: 422, code: 'file/empty' });
  });

  test('a picture that would exhaust memory', async () => {
    await remember();
    const { body } = await uploadTo(product, ada, pngWithStatedSize(60_000, 60_000, Buffer.alloc(10)), 'image/png');
    expect((await confirmUpload(product, ada, body)).json()).toMatchObject({ status: 422, code: 'file/too-many-pixels' });
  });

  test('a wrong size, too small or too large', async () => {
    for (const lie of [-1, 1]) {
      await remember();
      const { body } = await uploadTo(product, ada, await jpeg());
      expect((await confirmUpload(product, ada, { ...body, size: body.size + lie })).json()).toMatchObject({ status: 422, code: 'file/wrong-size' });
    }
    const { body } = { body: { blobName: 'x', filename: 'a', mimeType: 'image/png' } };
    for (const size of [0, -1, 1.5, largestJpeg + 1, '7', null])
      expect((await confirmUpload(product, ada, { ...body, size })).json()).toMatchObject({ status: 400, errors: [{ path: 'body.size' }] });
  });

  test('a wrong type', async () => {
    await remember();
    const { body } = await uploadTo(product, ada, await jpeg());
    expect((await confirmUpload(product, ada, { ...body, mimeType: 'image/svg+xml' })).json()).toMatchObject({
      status: 422,
      code: 'file/wrong-type',
    });
  });

  test('an upload larger than its grant', async () => {
    await remember();
    const { put } = await uploadTo(product, ada, Buffer.alloc(largestJpeg + 1));
    expect(put.json()).toMatchObject({ status: 413, code: 'request/too-large' });
  });

  test('the upload of another account answers the same 404 as an unknown upload', async () => {
    const { body } = await uploadTo(product, ada, await jpeg());
    await remember();
    const foreign = await confirmUpload(product, bob, body);
    const unknown = await confirmUpload(product, bob, { ...body, blobName: body.blobName.replace(ada.accountId, bob.accountId) });
    const told = (answer: typeof foreign) => ({ ...answer.json(), traceId: '' });
    expect(told(foreign)).toMatchObject({ status: 404, code: 'file/unknown' });
    expect(told(foreign)).toEqual(told(unknown));
    const moderator = product.person('mona', 'moderator', 'admin');
    expect(told(await confirmUpload(product, moderator, body))).toEqual(told(unknown));
  });

  test('a confirmation with the file id of another account answers the same 404 as with an unknown file id', async () => {
    const { body } = await uploadTo(product, ada, await jpeg());
    const file = fileIn(await confirmUpload(product, ada, body));
    await remember();
    const named = (who: Person, fileId: string) => ({ ...body, blobName: incomingBlobName({ accountId: who.accountId, since: Date.now(), fileId }) });
    const told = async (who: Person, fileId: string) => ({ ...(await confirmUpload(product, who, named(who, fileId))).json(), traceId: '' });
    const unknown = await told(bob, newId());
    expect(unknown).toMatchObject({ status: 404, code: 'file/unknown' });
    expect(await told(bob, file.id)).toEqual(unknown);
    expect(await told(product.person('mona', 'moderator', 'admin'), file.id)).toEqual(unknown);
    // The owner's confirmation still returns the file.
    expect(await told(ada, file.id)).toMatchObject({ id: file.id });
  });

  test.each(['', '../key', 'incoming/../key', '/etc/passwd', 'media/x', 'incoming/%2e%2e/x', 'a\u0001b', 'x'.repeat(500)])(
    'the blob name %j, which is no upload',
    async (blobName) => {
      await remember();
      const answer = await confirmUpload(product, ada, { blobName, filename: 'a', mimeType: 'image/png', size: 1 });
      expect(answer.json()).toMatchObject({ status: 404, code: 'file/unknown' });
    },
  );
});

describe('upload quota', () => {
  const grantAs = (who: Person) => askForGrant(product, who, { filename: 'a.jpg', mimeType: 'image/jpeg' });
  const full = { status: 429, code: 'upload/too-many-waiting', detail: expect.stringContaining('hour') };

  test('limits unconfirmed uploads per account, grants without content included', async () => {
    const [cem, dot] = [product.person('cem'), product.person('dot')];
    const waiting = [];
    for (let one = 2; one < mostUnconfirmedUploads; one++) waiting.push(await uploadTo(product, cem, await jpeg(20, 20)));
    const answers = await Promise.all(Array.from({ length: 10 }, () => grantAs(cem)));
    const given = answers.filter(({ statusCode }) => statusCode === 200).length;
    expect(given).toBe(2);
    expect((await grantAs(cem)).json()).toMatchObject(full);
    expect((await postForm(product, cem, [['file', await jpeg(20, 20), 'a.jpg']])).json()).toMatchObject(full);
    expect((await grantAs(dot)).statusCode).toBe(200);
    // A confirmed or refused upload no longer counts towards the quota.
    expect((await confirmUpload(product, cem, waiting[0]?.body ?? {})).statusCode).toBe(200);
    expect((await grantAs(cem)).statusCode).toBe(200);
    expect((await grantAs(cem)).json()).toMatchObject(full);
    expect((await confirmUpload(product, cem, { ...waiting[1]?.body, mimeType: 'image/png' })).statusCode).toBe(422);
    expect((await grantAs(cem)).statusCode).toBe(200);
  });
});
