import { type BoundedCache, bytesOf, type CacheRegistry, cacheRegistry } from '../../cache-registry.ts';
import type { StoredDoc } from '../../projection-store/port.ts';
import type { DocsById } from './fold.ts';

/** Bytes of a fence and of the cache's own fields beside the document. */
const fenceBytes = 120;

/**
 * Documents as this process wrote them last, so that a fold does not read what was written a moment ago. Their revisions guard them:
 * if somebody else has written one since, the commit is refused and it is read again.
 */
export interface DocumentCache {
  get(collection: string, id: string): StoredDoc | undefined;
  /** Keeps documents as a commit has stored them. */
  keep(committed: DocsById): void;
  /** Keeps documents of a bulk job only where they are in memory already, so that they displace nothing that callers work on. */
  renew(committed: DocsById): void;
  /** Drops documents that may be stored otherwise. */
  forget(changed: DocsById): void;
  clear(): void;
}

/** @param collections keys of `projection.collections`. */
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
