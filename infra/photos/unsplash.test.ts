import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { photosContract } from './contract.ts';
import { photoFromUnsplash, unsplashErrorOf, unsplashOrigins, unsplashPhoto, unsplashPhotos } from './unsplash.ts';
import { type RecordedService, recordedKey, recordedService } from './unsplash-recorded.fixture.ts';

const accessKey = readConfig().UNSPLASH_ACCESS_KEY;

describe('Unsplash contract on the real service', () => {
  beforeEach((context) => {
    if (!accessKey) context.skip('UNSPLASH_ACCESS_KEY is not set');
  });
  photosContract(async () => unsplashPhotos(accessKey ?? ''), unsplashOrigins);
});

describe('Unsplash on documented answers', () => {
  let service: RecordedService;
  beforeAll(async () => {
    service = await recordedService();
  });
  afterAll(() => service.close());
  beforeEach(() => {
    service.refuseWith(0);
    service.asked.length = 0;
  });
  const photos = (key = recordedKey) => unsplashPhotos(key, service.request);

  describe('fulfils the contract', () => photosContract(async () => photos(), unsplashOrigins));

  test('returns unmodified image URLs of Unsplash, and links with utm parameters', async () => {
    const [photo] = await photos().search('old harbour', 1);
    for (const address of [photo?.url, photo?.previewUrl, photo?.thumbnailUrl])
      expect(address).toMatch(/^https:\/\/images\.unsplash\.com\/photo-\S+\?ixid=\S+&ixlib=/);
    for (const link of [photo?.sourceUrl, photo?.authorUrl])
      expect(link).toMatch(/^https:\/\/unsplash\.com\/.*[?&]utm_source=waystory&utm_medium=referral$/);
    expect(photo).toMatchObject({ attribution: 'Photo by Some One on Unsplash', authorName: 'Some One', photographerUsername: 'someone' });
    expect(service.asked).toEqual(['/search/photos?query=old+harbour&per_page=1&orientation=landscape&content_filter=high']);
  });

  test('reports a chosen picture at its download URL with all query parameters', async () => {
    const [photo] = await photos().search('old harbour', 1);
    service.asked.length = 0;
    await photos().reportUse?.(photo?.downloadUrl ?? '');
    expect(service.asked).toEqual(['/photos/11x0/download?ixid=M3wx11x0']);
    await photos().reportUse?.('https://api.unsplash.com/photos/gone/download');
  });

  test.each([
    'https://api.unsplash.com.example/photos/1/download',
    'http://api.unsplash.com/photos/1/download',
    'https://example.com/',
    '/photos/1',
    '',
  ])('sends the access key to no other host: %j', async (address) => {
    await photos().reportUse?.(address);
    expect(service.asked).toEqual([]);
  });

  test('throws EngineUnavailable for every refusal, including an unknown key', async () => {
    const address = 'https://api.unsplash.com/photos/1/download?ixid=1';
    for (const status of [403, 429, 500, 503]) {
      service.refuseWith(status);
      await expect(photos().search('x', 1)).rejects.toMatchObject({ code: 'engine/unavailable' });
      await expect(photos().reportUse?.(address)).rejects.toMatchObject({ code: 'engine/unavailable' });
    }
    service.refuseWith(0);
    await expect(photos('other').search('x', 1)).rejects.toMatchObject({ code: 'engine/unavailable' });
    await expect(photos('other').reportUse?.(address)).rejects.toMatchObject({ code: 'engine/unavailable' });
  });
});

/** A result in the form of the search API, version 1. */
const result = unsplashPhoto.parse({
  id: 'eOLpJytrbsQ',
  created_at: '2014-11-18T14:35:36-05:00',
  width: 4_000,
  height: 3_000,
  color: '#A7A2A1',
  likes: 286,
  description: null,
  alt_description: ' a boat on a lake ',
  user: {
    id: 'Ul0QVz12Goo',
    username: 'someone',
    name: 'Some One',
    links: { html: 'https://unsplash.com/@someone', likes: 'https://api.unsplash.com/l' },
  },
  urls: {
    raw: 'https://images.unsplash.com/photo-1',
    regular: 'https://images.unsplash.com/photo-1?w=1080',
    small: 'https://images.unsplash.com/photo-1?w=400',
    thumb: 'https://images.unsplash.com/photo-1?w=200',
  },
  links: { html: 'https://unsplash.com/photos/eOLpJytrbsQ?ref=x', download_location: 'https://api.unsplash.com/photos/eOLpJytrbsQ/download?ixid=1' },
});

describe('Unsplash search result', () => {
  test('becomes a picture with the required attribution', () => {
    expect(photoFromUnsplash(result)).toEqual({
      providerId: 'eOLpJytrbsQ',
      url: 'https://images.unsplash.com/photo-1?w=1080',
      previewUrl: 'https://images.unsplash.com/photo-1?w=400',
      thumbnailUrl: 'https://images.unsplash.com/photo-1?w=200',
      width: 4_000,
      height: 3_000,
      source: 'unsplash',
      attribution: 'Photo by Some One on Unsplash',
      sourceUrl: 'https://unsplash.com/photos/eOLpJytrbsQ?ref=x&utm_source=waystory&utm_medium=referral',
      authorName: 'Some One',
      authorUrl: 'https://unsplash.com/@someone?utm_source=waystory&utm_medium=referral',
      description: 'a boat on a lake',
      unsplashId: 'eOLpJytrbsQ',
      photographerUsername: 'someone',
      downloadUrl: 'https://api.unsplash.com/photos/eOLpJytrbsQ/download?ixid=1',
    });
  });

  test('falls back from alt_description to description, and ignores blank texts', () => {
    expect(photoFromUnsplash({ ...result, alt_description: null, description: 'Morning' }).description).toBe('Morning');
    expect(photoFromUnsplash({ ...result, alt_description: ' ', description: '' }).description).toBeNull();
    expect(photoFromUnsplash({ ...result, alt_description: 'x'.repeat(3_000) }).description).toHaveLength(1_000);
  });

  test('with a javascript: URL is refused', () => {
    expect(unsplashPhoto.safeParse({ ...result, urls: { ...result.urls, regular: 'javascript:alert(1)' } }).success).toBe(false);
  });
});

test.each([
  [401, 'does not accept the access key'],
  [403, 'enough for this hour'],
  [429, 'enough for this hour'],
  [500, 'failed'],
  [503, 'failed'],
])('Unsplash status %i throws EngineUnavailable, whose cause contains: %s', (status, meaning) => {
  const refusal = unsplashErrorOf(status);
  expect(refusal).toMatchObject({ code: 'engine/unavailable', engine: 'unsplash' });
  expect(String(refusal.cause)).toContain(meaning);
});
