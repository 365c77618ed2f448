import { defineService, type OpenServices } from '@waystory/infra/host/service.ts';
import { unsplashPhotos } from '@waystory/infra/photos/unsplash.ts';
import { type RecordedService, recordedKey, recordedService } from '@waystory/infra/photos/unsplash-recorded.fixture.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultContexts, type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { mediaService } from '../service.ts';

let service: RecordedService;
let product: TestProduct;
let ada: Person;

beforeAll(async () => {
  service = await recordedService();
  const photos = unsplashPhotos(recordedKey, service.request);
  const withPhotos = <T extends Pick<OpenServices, 'engines'>>(services: T): T => ({ ...services, engines: { ...services.engines, photos } });
  const media = defineService({
    ...mediaService,
    workflows: (services) => mediaService.workflows?.(withPhotos(services)) ?? [],
    open: async (services) => (await mediaService.open?.(withPhotos(services))) ?? { routes: [] },
  });
  product = await testProduct(defaultContexts.map((context) => (context === mediaService ? media : context)));
  ada = product.person('ada');
});
afterAll(async () => {
  await product.stop();
  service.close();
});
beforeEach(() => {
  service.asked.length = 0;
});

const referred = /^https:\/\/unsplash\.com\/.*[?&]utm_source=waystory&utm_medium=referral$/;
const credit = { source: 'unsplash', authorName: 'Some One', authorUrl: expect.stringMatching(referred), sourceUrl: expect.stringMatching(referred) };
const downloads = () => service.asked.filter((path) => path.includes('/download'));

describe('photo of a provider that requires reports of use', () => {
  test('is not reported when it is only previewed', async () => {
    await ada.api.previewImages({ body: { word: 'harbour', count: 3 } });
    expect(downloads()).toEqual([]);
  });

  test('is reported when it becomes a cover, and every card credits its author', async () => {
    const [photo] = await ada.api.previewImages({ body: { word: 'harbour', count: 1 } });
    const body = { title: 'By the water', visibility: 'PUBLIC', imageId: photo?.id ?? null, imageUrl: photo?.url ?? null } as const;
    const { id } = await ada.api.createItinerary({ body });
    const place = { coordinates: { latitude: 30, longitude: 31 }, address: { city: 'Cairo', countryName: 'Egypt', countryCode: 'EG' } };
    await ada.api.addStop({ params: { itineraryId: id }, body: { title: 'Pier', ...place } });
    const corners = { southWestLat: 29, southWestLng: 30, northEastLat: 31, northEastLng: 32 };
    const cards = [await ada.api.listItineraryProjections({ query: { ids: [id] } }), await ada.api.listItinerariesByBounds({ query: corners })].map(
      ({ items }) => items[0],
    );
    for (const card of cards)
      expect(card).toMatchObject({ imageUrl: photo?.url, image: { url: photo?.url, previewUrl: photo?.previewUrl, ...credit } });
    await expect.poll(downloads, { timeout: 60_000 }).toEqual([expect.stringMatching(/^\/photos\/[\w-]+\/download\?ixid=/)]);
  });

  test('loses its credit when another imageUrl replaces it', async () => {
    const [photo] = await ada.api.previewImages({ body: { word: 'harbour', count: 1 } });
    const { id } = await ada.api.createItinerary({ body: { title: 'Typed in', imageId: photo?.id ?? null, imageUrl: '/photos/own.webp' } });
    const { items } = await ada.api.listItineraryProjections({ query: { ids: [id] } });
    expect(items[0]).toMatchObject({ imageUrl: '/photos/own.webp', image: null });
  });
});
