import type { StoredDoc } from '../port.ts';
import type { Writes } from './document.ts';

/** Most cached revisions per projection. When a commit would exceed the limit, all earlier revisions are dropped and looked up again. */
const most = 10_000;

/** Caches revisions of a look-up that began after this function was obtained; missing documents have revision 0. */
export type CacheRevisions = (collection: string, ids: readonly string[], found: readonly Pick<StoredDoc, 'id' | '_rev'>[]) => void;

export interface RevisionCheck {
  /** True when the revisions of all documents are cached. */
  isKnown: boolean;
  /** Ids of documents whose cached revision differs from the loaded revision. */
  moved: string[];
  /** True when a loaded revision is later than the cached revision, because another process has written the document. */
  isOutdated: boolean;
}

/**
 * Cached revisions of documents, valid while only this process commits, which each commit proves by its number. They come from commits of this
 * process, or from reads. A read may overlap a commit and be older, so it adds only unknown revisions. A read has no effect once revisions were
 * dropped after its start.
 */
export interface Revisions {
  judge(writes: Writes): RevisionCheck;
  /** Documents whose revisions are not cached, per collection. */
  unknown(writes: Writes): Writes;
  /**
   * To be called before a look-up begins. @param isNeeded True when a commit waits for the look-up; other look-ups are cached only while there is
   * room.
   */
  learn(isNeeded: boolean): CacheRevisions;
  committed(writes: Writes): void;
  /** Drops revisions that may have changed: of some documents, of a collection, or all. */
  forget(of?: { collection: string } | { writes: Writes }): void;
}

export function createRevisions(): Revisions {
  let known = new Map<string, Map<string, number>>();
  let size = 0;
  /** Number of drops. A read that began before a drop is ignored. */
  let era = 0;
  const of = (collection: string, id: string): number | undefined => known.get(collection)?.get(id);
  const put = (collection: string, id: string, revision: number): void => {
    const revisions = known.get(collection) ?? new Map<string, number>();
    known.set(collection, revisions);
    if (!revisions.has(id)) size += 1;
    revisions.set(id, revision);
  };
  const forgetAll = (): void => {
    known = new Map();
    size = 0;
    era += 1;
  };
  const forgetCollection = (collection: string): void => {
    size -= known.get(collection)?.size ?? 0;
    known.delete(collection);
    era += 1;
  };
  const forgetDocs = (writes: Writes): void => {
    for (const { collection, docs } of writes) for (const { id } of docs) if (known.get(collection)?.delete(id)) size -= 1;
    era += 1;
  };
  return {
    judge: (writes) => {
      const pairs = writes.flatMap(({ collection, docs }) => docs.map(({ id, _rev }) => ({ id, loaded: _rev, now: of(collection, id) })));
      const moved = pairs.filter(({ loaded, now }) => now !== undefined && now !== loaded).map(({ id }) => id);
      return {
        isKnown: pairs.every(({ now }) => now !== undefined),
        moved: [...new Set(moved)],
        isOutdated: pairs.some(({ loaded, now }) => now !== undefined && now < loaded),
      };
    },
    unknown: (writes) =>
      writes
        .map(({ collection, docs }) => ({ collection, docs: docs.filter(({ id }) => of(collection, id) === undefined) }))
        .filter(({ docs }) => docs.length > 0),
    learn: (isNeeded) => {
      const begun = era;
      return (collection, ids, found) => {
        if (era !== begun || (!isNeeded && size + ids.length > most)) return;
        const revisions = new Map(found.map(({ id, _rev }) => [id, _rev]));
        for (const id of ids) if (of(collection, id) === undefined) put(collection, id, revisions.get(id) ?? 0);
      };
    },
    committed: (writes) => {
      if (size + writes.reduce((sum, { docs }) => sum + docs.length, 0) > most) forgetAll();
      for (const { collection, docs } of writes) for (const { id, _rev } of docs) put(collection, id, _rev + 1);
    },
    forget: (what) => {
      if (!what) forgetAll();
      else if ('writes' in what) forgetDocs(what.writes);
      else forgetCollection(what.collection);
    },
  };
}
