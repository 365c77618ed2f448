import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import type { Pictured } from './photo.ts';

/** A picture of a stop as a page shows it. */
export interface CaptionedPicture extends Pictured {
  caption: string | null;
}

/** The pictures of a stop in their order; the first of them stands for it on cards. */
export const picturesOf = ({ imageUrl, image, imageCaption, gallery, galleryImages }: StopView): CaptionedPicture[] => [
  ...(imageUrl !== null || image !== null ? [{ imageUrl, image, caption: imageCaption }] : []),
  ...gallery.map((picture, index) => ({ imageUrl: picture.imageUrl, image: galleryImages[index] ?? null, caption: picture.caption })),
];
