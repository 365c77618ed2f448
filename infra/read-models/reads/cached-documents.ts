import { bytesOf, type CacheRegistry, cacheRegistry } from '../../cache-registry.ts';
import type { Doc, ProjectionStore } from '../../projection-store/port.ts';

/** A document as it was when its projection was at `stamp`; null when it was not there. */
interface Cached {
  stamp: string;
  doc: Doc | null;
}

/** Documents that many answers refer to, such as authors and countries, from memory as long as nothing in their projection changes. */
export interface CachedDocuments {
  /**
   * Documents by id in no particular order; unknown ones are left out.
   * @param collection physical name.
   * @param stampNow asks for the stamp of its projection; undefined when that is not known.
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
      // Documents that changed while they were read belong to another stamp.
      if (stampNow() === stamp) {
        const byId = new Map(loaded.map((doc) => [String(doc.id), doc]));
        for (const id of missing) cache.set(`${collection} ${id}`, { stamp, doc: byId.get(id) ?? null });
      }
      return [...docs, ...loaded];
    },
  };
}
