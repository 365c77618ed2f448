import { createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { EngineUnavailable } from '@waystory/infra/errors.ts';
import { defineService } from '@waystory/infra/host/service.ts';
import type { Photos } from '@waystory/infra/photos/port.ts';
import { bindWorkflow } from '@waystory/infra/workflows/workflow.ts';
import type { DescribedImage } from '@waystory/proto/media/image.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultContexts, type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { imageIdOf, imageStream } from '../image/image.ts';
import { mediaService } from '../service.ts';
import { reportUseActivities } from './report-use.activities.ts';
import { reportUseWorkflow } from './report-use.workflow.ts';

const told: string[] = [];
const photos: Photos = {
  search: async () => [],
  reportUse: async (address) => {
    told.push(address);
    if (address.includes('away')) throw new EngineUnavailable('unsplash', null);
  },
};

let product: TestProduct;
let ada: Person;
beforeAll(async () => {
  // The media context with a photo provider that requires reports of use.
  const media = defineService({ ...mediaService, workflows: () => [bindWorkflow(reportUseWorkflow, reportUseActivities(photos))] });
  product = await testProduct(defaultContexts.map((context) => (context === mediaService ? media : context)));
  ada = product.person('ada');
});
afterAll(() => product.stop());

const addressOf = (name: string): string => `https://api.unsplash.com/photos/${name}/download?ixid=1`;

async function imageOf(name: string, downloadUrl: string | null = addressOf(name)): Promise<string> {
  const image: DescribedImage = {
    url: `https://images.unsplash.com/${name}`,
    previewUrl: '/p',
    thumbnailUrl: '/t',
    width: 4,
    height: 3,
    source: 'unsplash',
    attribution: 'Photo',
    sourceUrl: null,
    authorName: 'Some One',
    authorUrl: null,
    description: null,
    unsplashId: name,
    photographerUsername: 'someone',
    downloadUrl,
  };
  const imageId = imageIdOf('unsplash', name);
  const context = { actorId: null, now: new Date().toISOString(), commandId: crypto.randomUUID() };
  await createCommandHandler(product.engines.events).execute(imageStream, imageId, [{ type: 'AddImage', imageId, image }], context);
  return imageId;
}

test('Photo use is reported once per itinerary and stop, and never without a downloadUrl', async () => {
  const [lake, boat, drawing, away, last] = [
    await imageOf('lake'),
    await imageOf('boat'),
    await imageOf('drawing', null),
    await imageOf('away'),
    await imageOf('last'),
  ];
  const more = await imageOf('more');
  const { id } = await ada.api.createItinerary({ body: { title: 'Slow days', imageId: lake } });
  const params = { id };
  const place = { coordinates: { latitude: 30, longitude: 31 }, address: { city: 'Cairo', countryName: 'Egypt', countryCode: 'EG' } };
  const stop = await ada.api.addStop({ params: { itineraryId: id }, body: { title: 'Ship', imageId: boat, ...place } });
  for (const imageId of [drawing, null, lake, away, boat, lake]) await ada.api.patchItinerary({ params, body: { imageId } });
  await ada.api.patchStop({ params: { itineraryId: id, id: stop.id }, body: { imageId: lake } });
  await ada.api.addStop({
    params: { itineraryId: id },
    body: { title: 'Last', imageId: last, gallery: [{ imageUrl: '/more.webp', imageId: more, caption: null }], ...place },
  });
  const each = ['away', 'boat', 'boat', 'lake', 'lake', 'last', 'more'].map(addressOf);
  await expect.poll(() => told.toSorted(), { timeout: 60_000 }).toEqual(each);
  expect(await ada.api.getItinerary({ params })).toMatchObject({ imageId: lake });
}, 120_000);
