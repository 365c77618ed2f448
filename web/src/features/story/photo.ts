import type { Image } from '@waystory/proto/media/image.ts';
import type { ImageProps } from '../../ui/image.tsx';

interface Pictured {
  imageUrl: string | null;
  image: Image | null;
}

/** Names of photo services as they want to be called. */
const services = { unsplash: 'Unsplash' } as const;

/** Width of the smaller picture that every provider has, pixels. */
const previewWidth = 640;

/** A drawing of the product itself: its path carries the width. */
const drawing = /^(\/photos\/.+)-(\d+)\.webp$/;
const thumbnailWidth = 240;
/** The text takes the whole window below 1024 px, and the part beside the map above. */
const sizes = '(min-width: 1024px) 55vw, 100vw';

type Photo = Pick<ImageProps, 'src' | 'srcSet' | 'sizes' | 'credit' | 'illustration'>;

/** A picture with whom it is owed to, in the size it is shown in; null when there is none. An address that was typed in comes before a chosen image. */
export function photoOf({ imageUrl, image }: Pictured, size: 'large' | 'small'): Photo | null {
  if (!image || (imageUrl && imageUrl !== image.url)) return imageUrl ? photoAt(imageUrl, size) : null;
  if (size === 'small') return { src: image.thumbnailUrl };
  const isDrawn = image.source === 'illustration';
  const credit = isDrawn ? null : { author: image.authorName, authorUrl: image.authorUrl, source: services.unsplash, sourceUrl: image.sourceUrl };
  const srcSet = `${image.previewUrl} ${previewWidth}w, ${image.url} ${image.width}w`;
  return { src: image.url, srcSet, sizes, credit, illustration: isDrawn };
}

function photoAt(url: string, size: 'large' | 'small'): Photo {
  const [, path, width] = drawing.exec(url) ?? [];
  if (!path) return { src: url };
  if (size === 'small') return { src: `${path}-${thumbnailWidth}.webp` };
  return { src: url, srcSet: `${path}-${previewWidth}.webp ${previewWidth}w, ${url} ${width}w`, sizes, illustration: true };
}
