import { z } from 'zod';
import type { OpenService } from '../open-data/open-service.ts';
import type { PageOrigins } from '../page-origins.ts';
import { type Photo, type Photos, photoOf, textOfHtml } from './port.ts';

const address = z.url({ protocol: /^https?$/ });
const note = z.object({ value: z.string() }).optional();
const page = z.object({
  pageid: z.int(),
  index: z.number(),
  title: z.string(),
  imageinfo: z
    .array(
      z.object({
        ...{
          width: z.int().min(1),
          height: z.int().min(1),
          url: address,
          thumburl: address,
          thumbwidth: z.int().min(1),
          thumbheight: z.int().min(1),
        },
        ...{ descriptionurl: address, mime: z.string() },
        extmetadata: z.object({ Artist: note, LicenseShortName: note, ImageDescription: note }),
      }),
    )
    .min(1),
});
const answer = z.object({ query: z.object({ pages: z.array(z.unknown()) }).optional() });

/** Origins of Wikimedia's image URLs: the first for originals, the second for scaled pictures since August 2026. Older stories use only the first. */
export const wikimediaOrigins: PageOrigins = { image: ['https://upload.wikimedia.org', 'https://thumb.wikimedia.org'] };

/** Widths that Wikimedia's servers cache, pixels; the servers may refuse to scale to other widths. */
const widths = { url: 1280, previewUrl: 500, thumbnailUrl: 250 } as const;
/** Accepted types and least width, pixels. Other types are mostly maps and diagrams, which seldom show a place; narrower pictures are often scans. */
const pictures = ['image/jpeg', 'image/webp'];
const leastWidth = 800;
/** Search results requested per wanted picture, because some of them are filtered out. */
const spare = 3;
const mostAnswers = 50;

/** Free pictures of Wikimedia Commons through MediaWiki's API, with their authors and licences. */
export function wikimediaPhotos(service: OpenService): Photos {
  return {
    async search(words, count) {
      if (words.trim() === '') return [];
      const found = await service.ask(
        '/w/api.php',
        {
          ...{ action: 'query', format: 'json', formatversion: '2', generator: 'search', gsrnamespace: '6' },
          ...{ gsrsearch: `${words.trim().slice(0, 200)} filetype:bitmap`, gsrlimit: String(Math.min(mostAnswers, count * spare)) },
          ...{ prop: 'imageinfo', iiprop: 'url|size|mime|extmetadata', iiurlwidth: String(widths.url) },
          iiextmetadatafilter: 'Artist|LicenseShortName|ImageDescription',
        },
        answer,
      );
      const pages = (found?.query?.pages ?? []).flatMap((one) => page.safeParse(one).data ?? []);
      return pages
        .toSorted((a, b) => a.index - b.index)
        .flatMap(photosOf)
        .slice(0, count);
    },
  };
}

function photosOf({ pageid, title, imageinfo: [info] }: z.output<typeof page>): Photo[] {
  const licence = info?.extmetadata.LicenseShortName?.value;
  // A picture without a licence cannot be credited as its author requires.
  if (!info || !licence || !pictures.includes(info.mime) || info.width < leastWidth) return [];
  const { Artist, ImageDescription } = info.extmetadata;
  const description = ImageDescription ? textOfHtml(ImageDescription.value) : '';
  return [
    photoOf({
      ...{ source: 'wikimedia', collection: 'Wikimedia Commons', id: String(pageid), addresses: addressesOf(info.thumburl) },
      ...{ width: info.thumbwidth, height: info.thumbheight, title: title.replace(/^File:|\.\w+$/g, ''), authorUrl: null },
      ...{
        author: (Artist && textOfHtml(Artist.value)) || null,
        licence: textOfHtml(licence),
        page: info.descriptionurl,
        description: description || null,
      },
    }),
  ];
}

/**
 * URLs of a picture in three widths; a picture narrower than the first is used unscaled. `utm_` parameters are removed, other query parameters stay.
 */
function addressesOf(address: string): { url: string; previewUrl: string; thumbnailUrl: string } {
  const [path = '', query = ''] = address.split('?', 2);
  const kept = query.split('&').filter((one) => one !== '' && !one.startsWith('utm_'));
  const behind = kept.length > 0 ? `?${kept.join('&')}` : '';
  const inWidth = (width: number): string => `${path.replace(/\/\d+px-(?=[^/]*$)/, `/${width}px-`)}${behind}`;
  return { url: `${path}${behind}`, previewUrl: inWidth(widths.previewUrl), thumbnailUrl: inWidth(widths.thumbnailUrl) };
}
