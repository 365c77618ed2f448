import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
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
