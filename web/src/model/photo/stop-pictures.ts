import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import type { Pictured } from './photo.ts';

/** A picture of a stop with its caption. */
export interface CaptionedPicture extends Pictured {
  caption: string | null;
}

/** Pictures of a stop in order; cards show the first. */
export const picturesOf = ({ imageUrl, image, imageCaption, gallery, galleryImages }: StopView): CaptionedPicture[] => [
  ...(imageUrl !== null || image !== null ? [{ imageUrl, image, caption: imageCaption }] : []),
  ...gallery.map((picture, index) => ({ imageUrl: picture.imageUrl, image: galleryImages[index] ?? null, caption: picture.caption })),
];
