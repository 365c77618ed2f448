import { createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import type { UploadedFile } from '@waystory/proto/media/file.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { fileIdsIn } from './named-files.projection.ts';
import { jpeg } from './pictures.fixture.ts';
import { sweepUnreferenced } from './sweep-uploads.ts';
import { fileIn, postForm } from './uploads.fixture.ts';

const day = 86_400_000;
let product: TestProduct;
let ada: Person;
beforeAll(async () => {
  product = await testProduct();
  ada = product.person('ada');
  await ada.api.createAccount({});
});
afterAll(() => product.stop());

const upload = async (): Promise<UploadedFile> => fileIn(await postForm(product, ada, [['file', await jpeg(), 'a.jpg']]));
const sweep = async (now: number): Promise<void> => {
  const { engines, host } = product;
  let after: string | null = null;
  do
    after = await sweepUnreferenced(
      { blobs: engines.blobs, events: engines.events, readSide: host.readSide, commands: createCommandHandler(engines.events) },
      now,
      after,
    );
  while (after !== null);
};
const statusOf = async ({ url }: UploadedFile): Promise<number> => (await product.send({ url })).statusCode;

test('Sweep removes only pictures older than a day that no event ever referenced', async () => {
  const place = { coordinates: { latitude: 38.7, longitude: -9.1 } };
  const [unused, cover, inGallery, ofRemoved, inBin, avatar, comment, inText, replaced] = await Promise.all(Array.from({ length: 9 }, upload));
  const urlOf = (file: UploadedFile | undefined): string => file?.url ?? '';
  const { id } = await ada.api.createItinerary({
    body: { title: 'Named', imageUrl: urlOf(cover), visibility: 'PUBLIC', description: `See ${urlOf(inText)}` },
  });
  const params = { itineraryId: id };
  await ada.api.addStop({ params, body: { title: 'A', ...place, gallery: [{ imageUrl: urlOf(inGallery), imageId: null, caption: null }] } });
  const removed = await ada.api.addStop({ params, body: { title: 'B', ...place, imageUrl: urlOf(ofRemoved) } });
  await ada.api.deleteStop({ params: { ...params, id: removed.id } });
  await ada.api.patchItinerary({ params: { id }, body: { imageUrl: urlOf(replaced) } });
  await ada.api.patchItinerary({ params: { id }, body: { imageUrl: null } });
  const binned = await ada.api.createItinerary({ body: { title: 'Binned', imageUrl: `http://localhost:4000${urlOf(inBin)}` } });
  await ada.api.binItinerary({ params: { id: binned.id } });
  await ada.api.updateAccount({ params: { id: ada.accountId }, body: { avatarUrl: urlOf(avatar) } });
  await ada.api.createPost({ body: { postableType: 'itinerary', postableId: id, text: 'Here', fileId: comment?.id ?? null } });
  const named = [cover, inGallery, ofRemoved, inBin, avatar, comment, inText, replaced];

  await sweep(Date.now() + day - 60_000);
  for (const file of [unused, ...named]) expect(file && (await statusOf(file))).toBe(200);
  await sweep(Date.now() + day + 60_000);
  expect(unused && (await statusOf(unused))).toBe(404);
  for (const file of named) expect(file && (await statusOf(file))).toBe(200);
}, 120_000);

test('fileIdsIn finds files by their URL in any text and by the field fileId', () => {
  const [one, two] = ['f0000000-0000-8000-8000-000000000001', 'f0000000-0000-8000-8000-000000000002'];
  const data = {
    a: { gallery: [{ imageUrl: `https://x.example/media/${one}/0123456789abcdef.webp?w=320` }] },
    fileId: two,
    other: 'f0000000-0000-8000-8000-000000000003',
  };
  expect([...fileIdsIn(data)]).toEqual([one, two]);
});
