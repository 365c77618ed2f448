import { bytesOf, type CacheRegistry, cacheRegistry } from '../../cache-registry.ts';
import type { Doc, ProjectionStore } from '../../projection-store/port.ts';

/** A document as of its projection's `stamp`; null when it was missing. */
interface Cached {
  stamp: string;
  doc: Doc | null;
}

/** Caches documents that many answers reference, such as authors and countries, while their projection is unchanged. */
export interface CachedDocuments {
  /**
   * Documents by id, in no order; unknown ones are left out.
   * @param collection Physical name.
   * @param stampNow Returns the stamp of its projection; undefined when unknown.
   */
  get(collection: string, ids: readonly string[], stampNow: () => string | undefined): Promise<Doc[]>;
}

export function cachedDocuments(store: Pick<ProjectionStore, 'get'>, memory: CacheRegistry = cacheRegistry): CachedDocuments {
  const cache = memory.cache<string, Cached>('documents by id', { sizeOf: ({ doc, stamp }) => bytesOf(doc) + stamp.length });
  return {
    async get(collection, ids, stampNow) {
      const stamp = stampNow();
      if (stamp === undefined) return store.get(collection, [...ids]);
      const docs: Doc[] = [];
      const missing: string[] = [];
      for (const id of ids) {
        const known = cache.get(`${collection} ${id}`);
        if (known?.stamp !== stamp) missing.push(id);
        else if (known.doc) docs.push(known.doc);
      }
      if (missing.length === 0) return docs;
      const loaded = await store.get(collection, missing);
      // Documents that changed during the read belong to another stamp.
      if (stampNow() === stamp) {
        const byId = new Map(loaded.map((doc) => [String(doc.id), doc]));
        for (const id of missing) cache.set(`${collection} ${id}`, { stamp, doc: byId.get(id) ?? null });
      }
      return [...docs, ...loaded];
    },
  };
}
