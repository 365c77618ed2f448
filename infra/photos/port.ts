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
   * @param near Place on earth, for providers that use it.
   * @param place Known facts of the pictured place, so that no picture shows another place.
   * @throws EngineUnavailable when the provider is unavailable, refuses us or asks us to slow down.
   */
  search(words: string, count: number, near?: Coordinates, place?: PicturedPlace): Promise<Photo[]>;
  /**
   * Reports the choice of a picture to providers that require it.
   * @param downloadUrl Download address of the picture; addresses of other providers are ignored.
   * @throws EngineUnavailable like `search`.
   */
  reportUse?(downloadUrl: string): Promise<void>;
}
