import type { DescribedImage } from '@waystory/proto/media/image.ts';
import type { Photo } from './port.ts';

/** A picture as an open collection describes it. */
export interface LicensedPhoto {
  source: DescribedImage['source'];
  /** How people call the collection. */
  collection: string;
  id: string;
  /** Addresses of the picture about 1280, 500 and 250 pixels wide. */
  addresses: { url: string; previewUrl: string; thumbnailUrl: string };
  width: number;
  height: number;
  title: string;
  author: string | null;
  authorUrl: string | null;
  /** Short name of the licence: `CC BY-SA 4.0`. */
  licence: string;
  /** The page of the picture, where its licence is told in full. */
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
    // Wherever the picture is shown its author is named, and so is the licence.
    ...{
      authorName: `${cut(by, 150)} (${cut(licence, 40)})`,
      authorUrl: photo.authorUrl,
      description: description === null ? null : cut(description, 1_000),
    },
    ...{ unsplashId: null, photographerUsername: null, downloadUrl: null },
  };
}

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

/** Text of a piece of HTML, as descriptions and authors are written there. */
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
