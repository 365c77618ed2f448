import type { z } from 'zod';
import { longestCustomPictureUrl } from '../kit/field.ts';

/** Picture fields: the id of a stored image, or a custom URL. */
interface Pictured {
  imageUrl?: string | null | undefined;
  imageId?: string | null | undefined;
  gallery?: readonly Pictured[] | undefined;
}

export const pictureUrlNote = `At most ${longestCustomPictureUrl} characters, unless imageId names an image`;

/** Refuses long custom URLs. URLs of stored images may be longer. */
export function refuseLongPictureUrls(written: Pictured, context: z.RefinementCtx): void {
  const refuse = ({ imageUrl, imageId }: Pictured, ...path: PropertyKey[]): void => {
    if (imageUrl && imageUrl.length > longestCustomPictureUrl && !imageId)
      context.addIssue({ code: 'custom', message: `Keep it to ${longestCustomPictureUrl} characters at most`, path: [...path, 'imageUrl'] });
  };
  refuse(written);
  written.gallery?.forEach((picture, at) => {
    refuse(picture, 'gallery', at);
  });
}
