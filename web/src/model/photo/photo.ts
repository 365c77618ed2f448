import type { ShownImage } from '@waystory/proto/media/image.ts';
import type { ImageCredit } from '@waystory/ui/image-notes.tsx';

/** An item with a picture: an entered URL or a chosen image. */
export interface Pictured {
  imageUrl: string | null;
  image: ShownImage | null;
}

/** Size of the picture: across the page, on a card, or beside a line of text. */
export type PhotoSize = 'large' | 'card' | 'thumbnail';

/** Properties for `Image`; `credit` must be visible with the picture (spec 1). */
export interface Photo {
  src: string;
  srcSet?: string;
  sizes?: string;
  credit?: ImageCredit | null;
  illustration?: boolean;
}

/** Names of photo services in their own spelling. */
const services = { unsplash: 'Unsplash', wikimedia: 'Wikimedia Commons', openverse: 'Openverse' } as const;

/** Path of the product's own drawings, which contains the width. */
const drawing = /^(\/photos\/.+)-(\d+)\.webp$/;
/** Widths of stored drawings and uploads, pixels. */
const drawnWidths = { card: 640, thumbnail: 240 } as const;
const uploadedWidths = { card: 640, thumbnail: 320 } as const;
/** Width of a large picture: the whole window below 1024 px, and 55 % of it from 1024 px, beside the map. */
const sizes = '(min-width: 1024px) 55vw, 100vw';

/** A picture with its credit at a size; null without a picture. An entered URL takes precedence over a chosen image. */
export function photoOf({ imageUrl, image }: Pictured, size: PhotoSize): Photo | null {
  if (!image || (imageUrl && imageUrl !== image.url)) return imageUrl ? photoAt(imageUrl, size) : null;
  const owed = { credit: creditOf(image), illustration: image.source === 'illustration' };
  if (size === 'thumbnail') return { src: image.thumbnailUrl, ...owed };
  if (size === 'card') return { src: image.previewUrl, ...owed };
  return { src: image.url, srcSet: `${image.previewUrl} ${drawnWidths.card}w, ${image.url} ${image.width}w`, sizes, ...owed };
}

/** The cover of an itinerary, else the picture of its first country. */
export const coverOf = ({ countryImageUrl, ...itinerary }: Pictured & { countryImageUrl: string | null }, size: PhotoSize): Photo | null =>
  photoOf(itinerary, size) ?? photoOf({ imageUrl: countryImageUrl, image: null }, size);

/** Credit of an image; null for the product's own drawings. */
export function creditOf({ source, authorName, authorUrl, sourceUrl }: ShownImage): ImageCredit | null {
  return source === 'illustration' ? null : { author: authorName, authorUrl, source: services[source], sourceUrl };
}

function photoAt(url: string, size: PhotoSize): Photo {
  const [, path, width] = drawing.exec(url) ?? [];
  if (path) {
    const smaller = (kind: keyof typeof drawnWidths): string => `${path}-${drawnWidths[kind]}.webp`;
    if (size !== 'large') return { src: smaller(size), illustration: true };
    return { src: url, srcSet: `${smaller('card')} ${drawnWidths.card}w, ${url} ${width}w`, sizes, illustration: true };
  }
  if (size !== 'large' && url.startsWith('/media/')) return { src: `${url.split('?')[0]}?w=${uploadedWidths[size]}` };
  return { src: url };
}
