import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { DescribedImage } from '@waystory/proto/media/image.ts';
import type { PicturedPlace } from '@waystory/scenes';

export type { PicturedPlace };

/** A picture that a provider offers, under the id that it has there. */
export interface Photo extends DescribedImage {
  providerId: string;
}

/** Finds pictures for words. Adapters: one file each beside this one; all run `contract.ts`. */
export interface Photos {
  /**
   * At most `count` different pictures, the best first; fewer when there are no more, none when nothing fits.
   * @param words what to show, in any language; blank words find nothing.
   * @param count 1 to 30.
   * @param near where on earth it is, for providers that can use it.
   * @param place what is known of the place that the pictures are for, so that none of them shows something else.
   * @throws EngineUnavailable when the provider is away, refuses us or asks us to slow down.
   */
  search(words: string, count: number, near?: Coordinates, place?: PicturedPlace): Promise<Photo[]>;
  /**
   * Tells the provider that somebody chose a picture, where it asks to be told.
   * @param downloadUrl of the picture; one that is not the provider's is left alone.
   * @throws EngineUnavailable like `search`.
   */
  reportUse?(downloadUrl: string): Promise<void>;
}
