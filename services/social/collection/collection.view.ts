import type { DocOf } from '@waystory/infra/read-models/projection.ts';
import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import { eq } from '@waystory/proto/kit/filter.ts';
import type { CollectionView } from '@waystory/proto/social/collection.ts';
import { collectionEntries, type collections } from './collections.projection.ts';

/** Most entries in the preview of a collection. */
const shown = 4;
const latest = { page: 1, limit: shown, sort: [{ field: 'addedAt', direction: -1 as const }], after: null };

/** A collection with the number of its visible entries and the newest of them. */
export async function collectionViewOf({ entryIds: _, ...collection }: DocOf<typeof collections>, reads: Reads): Promise<CollectionView> {
  const where = eq('collectionId', collection.id);
  // Targets of entries may be unlisted, because the owner of the collection had the link.
  const { items, total } = await reads.list(collectionEntries, latest, { where, reach: 'linked' });
  return { ...collection, entriesCount: total, latest: items };
}
