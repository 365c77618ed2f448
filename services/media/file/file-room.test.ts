import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { askForGrant, confirmUpload, fileIn, nonEmptyBlobsIn, postForm, uploadTo } from './uploads.fixture.ts';

let product: TestProduct;
let ada: Person;
beforeAll(async () => {
  product = await testProduct(undefined, undefined, { PICTURES_PER_ACCOUNT: '1' });
  ada = product.person('ada');
  await ada.api.createAccount({});
});
afterAll(() => product.stop());

/** A JPEG of random pixels, which compresses badly, so that few pictures fill the quota. */
const noise = async (side: number) =>
  Buffer.from(
    await sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
      .jpeg()
      .toBuffer(),
  );
const upload = async (side = 900) => postForm(product, ada, [['file', await noise(side), 'noise.jpg']]);
const remove = (id: string, as: Person = ada) => product.send({ method: 'DELETE', url: `/api/files/${id}`, as });
const grant = () => askForGrant(product, ada, { filename: 'a.jpg', mimeType: 'image/jpeg' });

test('Upload, grant and confirmation routes answer 422 file/too-many while the pictures of the account fill its storage quota', async () => {
  const admin = product.person('mona', 'moderator', 'admin');
  await admin.api.createAccount({});
  const waiting = await uploadTo(product, ada, await noise(300));
  const files: ReturnType<typeof fileIn>[] = [];
  for (let answer = await upload(); answer.statusCode === 201; answer = await upload()) {
    files.push(fileIn(answer));
    // The quota check of the next upload reads the read model, so it must have caught up.
    await expect.poll(async () => (await product.send({ url: `/api/files/${files.at(-1)?.id}`, as: admin })).statusCode).toBe(200);
    if (files.length > 20) break;
  }
  expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(2_500_000);
  expect((await upload()).json()).toMatchObject({ status: 422, code: 'file/too-many', data: { most: 1_000_000 } });
  expect((await grant()).json()).toMatchObject({ code: 'file/too-many' });
  expect((await confirmUpload(product, ada, waiting.body)).json()).toMatchObject({ code: 'file/too-many' });
  const other = product.person('bob');
  await other.api.createAccount({});
  expect((await postForm(product, other, [['file', await noise(50), 'a.jpg']])).statusCode).toBe(201);

  const [first] = files;
  expect((await remove(first?.id ?? '', other)).statusCode).toBe(404);
  expect((await product.send({ method: 'DELETE', url: `/api/files/${first?.id}` })).statusCode).toBe(401);
  expect((await product.send({ url: first?.url ?? '' })).statusCode).toBe(200);
  for (const { id } of files) expect((await remove(id)).statusCode).toBe(204);
  expect((await remove(first?.id ?? '')).json()).toMatchObject({ status: 404, code: 'file/unknown' });
  expect((await product.send({ url: first?.url ?? '' })).statusCode).toBe(404);
  expect((await nonEmptyBlobsIn(product.engines.blobs)).filter((name) => files.some(({ id }) => name.includes(id)))).toEqual([]);
  await expect.poll(async () => (await grant()).statusCode).toBe(200);
  expect((await confirmUpload(product, ada, waiting.body)).statusCode).toBe(200);
});

test('DELETE file answers 204 to a moderator for the picture of another account', async () => {
  const cleo = product.person('cleo');
  await cleo.api.createAccount({});
  const file = fileIn(await postForm(product, cleo, [['file', await noise(100), 'a.jpg']]));
  const moderator = product.person('mod', 'moderator');
  await moderator.api.createAccount({});
  expect((await remove(file.id, moderator)).statusCode).toBe(204);
  expect((await product.send({ url: file.url })).statusCode).toBe(404);
});
