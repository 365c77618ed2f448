import type { ShownImage } from '@waystory/proto/media/image.ts';
import type { ImageCredit } from '@waystory/ui/image-notes.tsx';

/** Something with a picture: at an address that was typed in, or an image that was chosen. */
export interface Pictured {
  imageUrl: string | null;
  image: ShownImage | null;
}

/** Across the page, on a card, or beside a line of text. */
export type PhotoSize = 'large' | 'card' | 'thumbnail';

/** As `Image` takes it; `credit` is to be seen wherever the picture is (spec 1). */
export interface Photo {
  src: string;
  srcSet?: string;
  sizes?: string;
  credit?: ImageCredit | null;
  illustration?: boolean;
}

/** Names of photo services as they want to be called. */
const services = { unsplash: 'Unsplash', wikimedia: 'Wikimedia Commons', openverse: 'Openverse' } as const;

/** A drawing of the product itself: its path carries the width. */
const drawing = /^(\/photos\/.+)-(\d+)\.webp$/;
/** Widths that the server keeps drawings and uploads in, pixels. */
const drawnWidths = { card: 640, thumbnail: 240 } as const;
const uploadedWidths = { card: 640, thumbnail: 320 } as const;
/** The text takes the whole window below 1024 px, and the part beside the map above. */
const sizes = '(min-width: 1024px) 55vw, 100vw';

/** A picture with whom it is owed to, in the size it is shown in; null when there is none. An address that was typed in comes before a chosen image. */
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

/** Whom an image is owed to; nobody when the product drew it. */
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
