import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { DescribedImage } from '@waystory/proto/media/image.ts';
import type { PicturedPlace } from '@waystory/scenes';

export type { PicturedPlace };

/** A picture of a provider, with the provider's id. */
export interface Photo extends DescribedImage {
  providerId: string;
}

/** Picture search. Adapters: one file each beside this one; all run `contract.ts`. */
export interface Photos {
  /**
   * At most `count` different pictures, best first; fewer or none when nothing else matches.
   * @param words Subject in any language; blank words find nothing.
   * @param count 1 to 30.
   * @param near Coordinates of the subject, for providers that use them.
   * @param place Facts about the pictured place, so that no picture shows another place.
   * @throws EngineUnavailable when the provider is unavailable, refuses the request or limits the rate.
   */
  search(words: string, count: number, near?: Coordinates, place?: PicturedPlace): Promise<Photo[]>;
  /**
   * Reports the choice of a picture to providers that require it.
   * @param downloadUrl Download URL of the picture; URLs of other providers are ignored.
   * @throws EngineUnavailable like `search`.
   */
  reportUse?(downloadUrl: string): Promise<void>;
}

/** A picture as described by an open collection. */
interface LicensedPhoto {
  source: DescribedImage['source'];
  /** Common name of the collection. */
  collection: string;
  id: string;
  /** URLs of the picture in three sizes, largest first; at Wikimedia 1280, 500 and 250 pixels wide. */
  addresses: { url: string; previewUrl: string; thumbnailUrl: string };
  width: number;
  height: number;
  title: string;
  author: string | null;
  authorUrl: string | null;
  /** Short name of the licence: `CC BY-SA 4.0`. */
  licence: string;
  /** Web page of the picture with its full licence. */
  page: string;
  description: string | null;
}

/** Converts a picture of an open collection. Its attribution has author, licence and origin, as licences require (spec 2.11). */
export function photoOf(photo: LicensedPhoto): Photo {
  const { source, collection, id, addresses, width, height, title, author, licence, page, description } = photo;
  const by = author ?? 'an unnamed author';
  return {
    ...{ providerId: `${source}.${id}`, ...addresses, width, height, source },
    ...{ attribution: `${cut(title, 120)} by ${cut(by, 100)}, ${cut(licence, 40)}, via ${collection}`, sourceUrl: page },
    // The licence is part of `authorName`, so that it is visible wherever the author is shown.
    ...{
      authorName: `${cut(by, 150)} (${cut(licence, 40)})`,
      authorUrl: photo.authorUrl,
      description: description === null ? null : cut(description, 1_000),
    },
    ...{ unsplashId: null, photographerUsername: null, downloadUrl: null },
  };
}

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

/** Plain text of an HTML fragment, because open collections give authors and descriptions as HTML. */
export const textOfHtml = (html: string): string =>
  html
    .replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#\d{1,6}|#x[\da-f]{1,6}|[a-z]+);/gi, (entity, name: string) => characterOf(name) ?? entity)
    .replace(/\s+/g, ' ')
    .trim();

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return named[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}
