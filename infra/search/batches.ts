import type { IndexedDoc } from './port.ts';

/** Documents of one round trip to the engine. */
const most = 500;

/** What is to be written, in batches: of each document the newest version only, the later one of two that are equal. */
export function batchesOf(docs: readonly IndexedDoc[]): IndexedDoc[][] {
  const newest = new Map<string, IndexedDoc>();
  for (const doc of docs) if (doc.version >= (newest.get(doc.id)?.version ?? 0)) newest.set(doc.id, doc);
  // Always in the same order, so that two writers never wait for each other in a circle.
  const ordered = [...newest.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return Array.from({ length: Math.ceil(ordered.length / most) }, (_, index) => ordered.slice(index * most, (index + 1) * most));
}
