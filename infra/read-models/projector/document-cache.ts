import { type BoundedCache, bytesOf, type CacheRegistry, cacheRegistry } from '../../cache-registry.ts';
import type { StoredDoc } from '../../projection-store/port.ts';
import type { DocsById } from './fold.ts';

/** Memory of a cached document besides its JSON, for fences and the cache, bytes. */
const fenceBytes = 120;

/**
 * Cache of the documents that this process wrote last, so that a fold need not read them again. After another process's write, the commit conflicts
 * by the revision, and the document is read again.
 */
export interface DocumentCache {
  get(collection: string, id: string): StoredDoc | undefined;
  /** Caches documents as stored by a commit. */
  keep(committed: DocsById): void;
  /** Updates only documents that are cached already, so that a bulk job displaces no others. */
  renew(committed: DocsById): void;
  /** Drops documents whose stored state is uncertain. */
  forget(changed: DocsById): void;
  clear(): void;
}

/** @param collections Keys of `projection.collections`. */
export function createDocumentCache(collections: readonly string[], memory: CacheRegistry = cacheRegistry): DocumentCache {
  const empty = (): Map<string, BoundedCache<string, StoredDoc>> => {
    const sizeOf = ({ doc }: StoredDoc): number => fenceBytes + bytesOf(doc);
    return new Map(collections.map((collection) => [collection, memory.cache<string, StoredDoc>('documents', { sizeOf })]));
  };
  let caches = empty();
  const keep = (committed: DocsById, suits: (collection: string, id: string) => boolean): void => {
    for (const [collection, docs] of committed)
      for (const [id, stored] of docs) if (suits(collection, id)) caches.get(collection)?.set(id, { ...stored, _rev: stored._rev + 1 });
  };
  return {
    get: (collection, id) => caches.get(collection)?.get(id),
    keep: (committed) => keep(committed, () => true),
    renew: (committed) => keep(committed, (collection, id) => caches.get(collection)?.get(id) !== undefined),
    forget(changed) {
      for (const [collection, docs] of changed) for (const id of docs.keys()) caches.get(collection)?.delete(id);
    },
    clear() {
      caches = empty();
    },
  };
}
