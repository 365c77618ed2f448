import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import type { Image } from '@waystory/proto/media/image.ts';
import { pictures } from './pictures.projection.ts';

/** Images by id, in one query, or in no query without ids. */
export async function picturesOf(imageIds: readonly (string | null)[], reads: Reads): Promise<Map<string, Image>> {
  const ids = [...new Set(imageIds.filter((id) => id !== null))];
  const found = ids.length > 0 ? await reads.byIds(pictures, ids) : [];
  return new Map(found.map((picture) => [picture.id, picture]));
}
