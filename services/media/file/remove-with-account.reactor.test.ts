import { systemPrincipal } from '@waystory/infra/identity/principal.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestProduct, testProduct } from '../../testing/product.ts';
import { files } from './files.projection.ts';
import { jpeg } from './pictures.fixture.ts';
import { fileIn, postForm, uploadTo } from './uploads.fixture.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

const blobNames = (): Promise<string[]> => Array.fromAsync(product.engines.blobs.list(''));

test('account deletion removes the files and blobs of the account, and of no other account', async () => {
  const [ada, bob] = [product.person('ada'), product.person('bob')];
  await ada.api.createAccount({});
  const picture = await jpeg(700, 300);
  // 23 files, because one batch removes 20.
  const small = await jpeg(9, 9);
  await Promise.all(Array.from({ length: 23 }, (_, number) => postForm(product, ada, [['file', number === 0 ? picture : small, 'a.jpg']])));
  await uploadTo(product, ada, picture);
  const kept = fileIn(await postForm(product, bob, [['file', picture, 'b.jpg']]));
  await ada.api.deleteAccount({ params: { id: ada.accountId } });
  await expect
    .poll(blobNames, { timeout: 60_000 })
    .toEqual([kept.blobName, ...[320, 640].map((width) => kept.blobName.replace('.webp', `-${width}.webp`))].sort());
  const reads = async () => product.host.readSide.forRequest(systemPrincipal, await product.engines.events.head());
  const left = async (accountId: string) => (await reads()).all(files, eq('accountId', accountId), [{ field: 'createdAt', direction: 1 }], 100);
  await expect.poll(async () => (await left(ada.accountId)).length, { timeout: 60_000 }).toBe(0);
  expect((await left(bob.accountId)).map(({ id }) => id)).toEqual([kept.id]);
  expect((await product.send({ url: kept.url })).statusCode).toBe(200);
}, 120_000);
