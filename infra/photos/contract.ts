import { imageFields } from '@waystory/proto/media/image.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { PageOrigins } from '../page-origins.ts';
import type { Photos } from './port.ts';

const photo = z.strictObject({ ...imageFields, providerId: z.string().min(1) });

/**
 * Contract of a picture provider, which `make` returns.
 * @param origins Declared origins of its pictures; empty for pictures of this product.
 */
export function photosContract(make: () => Promise<Photos>, { image: origins = [] }: PageOrigins = {}): void {
  describe('pictures found by words', () => {
    let photos: Photos;
    beforeAll(async () => {
      photos = await make();
    });

    test('have all fields of a picture and an author', async () => {
      const found = await photos.search('mountain lake', 12);
      expect(found).toHaveLength(12);
      for (const one of found) expect(photo.parse(one)).toEqual(one);
      expect(found.every(({ authorName, attribution }) => authorName !== '' && attribution !== '')).toBe(true);
    });

    test('have URLs at the declared origins in all widths', async () => {
      const found = await photos.search('castle', 30);
      const addresses = found.flatMap(({ url, previewUrl, thumbnailUrl }) => [url, previewUrl, thumbnailUrl]);
      const elsewhere = addresses.filter((address) => !(address.startsWith('/') || origins.includes(new URL(address).origin)));
      expect([elsewhere, addresses.length > 0]).toEqual([[], true]);
    });

    test('are all different', async () => {
      const found = await photos.search('harbour', 30);
      expect(new Set(found.map(({ providerId }) => providerId)).size).toBe(found.length);
      expect(new Set(found.map(({ url }) => url)).size).toBe(found.length);
    });

    test.each([1, 7, 30])('are never more than the requested %i', async (count) => {
      const found = await photos.search('old town', count, { latitude: 38.7, longitude: -9.1 });
      expect(found.length).toBeGreaterThan(0);
      expect(found.length).toBeLessThanOrEqual(count);
    });

    test.each(['café 東京 ‘quoted’ & more?', 'x'.repeat(200)])('are an array for the words %j', async (words) => {
      expect(await photos.search(words, 3)).toBeInstanceOf(Array);
    });

    test('are none for blank words', async () => {
      expect(await photos.search('  ', 5)).toEqual([]);
    });
  });
}
