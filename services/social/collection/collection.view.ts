import type { DocOf } from '@waystory/infra/read-models/projection.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import type { CollectionView } from '@waystory/proto/social/collection.ts';
import { collectionEntries, type collections } from './collections.projection.ts';

/** Things whose pictures show what a list is about. */
const shown = 4;
const latest = { page: 1, limit: shown, sort: [{ field: 'addedAt', direction: -1 as const }], after: null };

/** A list with how much of it its reader sees, and what was added last of that. */
export async function viewOf({ entryIds: _, ...collection }: DocOf<typeof collections>, reads: Reads): Promise<CollectionView> {
  const where = eq('collectionId', collection.id);
  // Whoever put something unlisted on it had its link.
  const { items, total } = await reads.list(collectionEntries, latest, { where, reach: 'linked' });
  return { ...collection, entriesCount: total, latest: items };
}
