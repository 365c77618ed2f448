import { z } from 'zod';
import type { OpenService } from '../open-data/open-service.ts';
import type { PageOrigins } from '../page-origins.ts';
import { type Photo, type Photos, photoOf } from './port.ts';

const address = z.url({ protocol: /^https?$/ });
const image = z.object({
  id: z.uuid(),
  title: z.string().nullish(),
  thumbnail: address,
  width: z.int().min(1).nullable(),
  height: z.int().min(1).nullable(),
  creator: z.string().nullish(),
  creator_url: address.nullish().catch(null),
  license: z.string().min(1),
  license_version: z.string().nullish(),
  foreign_landing_url: address,
  provider: z.string().optional(),
});
const answer = z.object({ results: z.array(z.unknown()) });

/** Origins of Openverse's image URLs. Openverse proxies the pictures of other collections. */
export const openverseOrigins: PageOrigins = { image: ['https://api.openverse.org'] };

/** Most results per request without a key. */
const mostAnswers = 20;

/**
 * Pictures of several open collections, found through Openverse's API; only with licences that permit changes and commercial use. The image URLs are
 * Openverse's own, so that no browser contacts third-party hosts.
 */
export function openversePhotos(service: OpenService): Photos {
  return {
    async search(words, count) {
      const q = words.trim().slice(0, 200);
      if (q === '') return [];
      const parameters = {
        q,
        page_size: String(Math.min(count, mostAnswers)),
        license_type: 'commercial,modification',
        category: 'photograph',
        mature: 'false',
      };
      const found = await service.ask('/v1/images/', parameters, answer);
      return (found?.results ?? []).flatMap(photosOf).slice(0, count);
    },
  };
}

function photosOf(value: unknown): Photo[] {
  const parsed = image.safeParse(value);
  if (!parsed.success) return [];
  const { id, title, thumbnail, width, height, creator, creator_url, license, license_version, foreign_landing_url } = parsed.data;
  if (width === null || height === null) return [];
  return [
    photoOf({
      ...{
        source: 'openverse',
        collection: 'Openverse',
        id,
        title: title?.trim() || 'Untitled',
        author: creator?.trim() || null,
        authorUrl: creator_url ?? null,
      },
      addresses: { url: `${thumbnail}?full_size=true`, previewUrl: thumbnail, thumbnailUrl: thumbnail },
      ...{ width, height, licence: licenceName(license, license_version ?? ''), page: foreign_landing_url, description: title?.trim() || null },
    }),
  ];
}

/** Short name of a licence: `by-sa` in version 2.0 is CC BY-SA 2.0. The public domain has separate names. */
function licenceName(license: string, version: string): string {
  if (license === 'pdm') return 'Public Domain Mark';
  return `${license === 'cc0' ? 'CC0' : `CC ${license.toUpperCase()}`} ${version}`.trim();
}
