import type { StopPicture } from '@waystory/proto/itineraries/stop.ts';
import type { StopValues } from './stop-values.ts';

/** Limit of the schema of a stop: one cover and 19 gallery pictures. */
export const mostPictures = 20;

type PictureValues = Pick<StopValues, 'imageUrl' | 'imageId' | 'imageCaption' | 'gallery'>;

/** Ordered pictures of a stop; the first one is the cover. */
export const listOfPictures = ({ imageUrl, imageId, imageCaption, gallery }: PictureValues): StopPicture[] =>
  imageUrl === null ? gallery : [{ imageUrl, imageId, caption: imageCaption }, ...gallery];

/** Inverse of listOfPictures: without the first picture the second becomes the cover. */
export const valuesOfPictures = ([first, ...gallery]: readonly StopPicture[]): PictureValues => ({
  imageUrl: first?.imageUrl ?? null,
  imageId: first?.imageId ?? null,
  imageCaption: first?.caption ?? null,
  gallery,
});

/** @param to Place in the list, from 0. */
export function moved(pictures: readonly StopPicture[], from: number, to: number): StopPicture[] {
  const [picture] = pictures.slice(from, from + 1);
  const others = pictures.filter((_, index) => index !== from);
  return picture ? others.toSpliced(to, 0, picture) : others;
}
