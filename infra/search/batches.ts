import type { IndexedDoc, Refusal } from './port.ts';

/** Documents per request. */
const most = 500;

/** Batches with the newest version of each document; of equal versions, the later one. */
function batchesOf(docs: readonly IndexedDoc[]): IndexedDoc[][] {
  const newest = new Map<string, IndexedDoc>();
  for (const doc of docs) if (doc.version >= (newest.get(doc.id)?.version ?? 0)) newest.set(doc.id, doc);
  // Sorted, so that two concurrent writers cannot deadlock.
  const ordered = [...newest.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return Array.from({ length: Math.ceil(ordered.length / most) }, (_, index) => ordered.slice(index * most, (index + 1) * most));
}

/** Writes documents in batches. A batch that fails as a whole is halved until the faulty documents are known. */
export async function writeBatches(
  docs: readonly IndexedDoc[],
  write: (batch: readonly IndexedDoc[]) => Promise<readonly Refusal[]>,
  isRefusal: (error: unknown) => boolean,
): Promise<Refusal[]> {
  const writeOrHalve = async (batch: readonly IndexedDoc[]): Promise<readonly Refusal[]> => {
    try {
      return await write(batch);
    } catch (error) {
      const [first] = batch;
      if (!first || !isRefusal(error)) throw error;
      if (batch.length === 1) return [{ id: first.id, reason: error instanceof Error ? error.message : String(error) }];
      const middle = Math.ceil(batch.length / 2);
      return [...(await writeOrHalve(batch.slice(0, middle))), ...(await writeOrHalve(batch.slice(middle)))];
    }
  };
  const refusals: Refusal[] = [];
  for (const batch of batchesOf(docs)) refusals.push(...(await writeOrHalve(batch)));
  return refusals;
}
