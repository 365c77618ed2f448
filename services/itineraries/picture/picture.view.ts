import { ifReadable } from '@waystory/infra/kit/answers.ts';
import type { Reads } from '@waystory/infra/kit/read-side.ts';
import type { Answer } from '@waystory/infra/kit/route-handler.ts';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import type { Image } from '@waystory/proto/media/image.ts';
import { pictures } from './pictures.projection.ts';

interface Pictured {
  imageId: string | null;
}

/** Images of some things by id: one query however many there are, and none when none of them has an image. */
export async function picturesOf(things: readonly Pictured[], reads: Reads): Promise<Map<string, Image>> {
  const ids = [...new Set(things.flatMap(({ imageId }) => imageId ?? []))];
  const found = ids.length > 0 ? await reads.byIds(pictures, ids) : [];
  return new Map(found.map((picture) => [picture.id, picture]));
}

/** Things with their image; null where there is none or it is not known. */
export async function withPictures<T extends Pictured>(things: readonly T[], reads: Reads): Promise<(T & { image: Image | null })[]> {
  const known = await picturesOf(things, reads);
  return things.map((thing) => ({ ...thing, image: known.get(thing.imageId ?? '') ?? null }));
}

/** One thing with its image. */
export async function withPicture<T extends Pictured>(thing: T, reads: Reads): Promise<T & { image: Image | null }> {
  return { ...thing, image: (await picturesOf([thing], reads)).get(thing.imageId ?? '') ?? null };
}

/** The answer to a write with the image that a read would show. The write is done, so what cannot be read yet is left out. */
export const picturedAnswer = async (answer: Answer<StopView>, reads: Reads): Promise<Answer<StopView>> => ({
  ...answer,
  body: (await ifReadable(withPicture(answer.body, reads))) ?? answer.body,
});
