import { bytesOf, type CacheRegistry, cacheRegistry } from '../../cache-registry.ts';
import type { Doc, Question } from '../port.ts';
import { tableName } from './expressions.ts';
import { type LayoutOf, possibleIds, revisionsStatement, splitRevisions } from './query.ts';
import type { Run } from './statement.ts';

/** Bytes of a document, its memoized view and the JSON of that, per byte of its own JSON; measured. */
const withView = 3;
/** Attempts when documents change between the two statements. */
const attempts = 3;

/** A document in memory. */
interface Shared {
  doc: Doc;
  bytes: number;
}

/** A document of an answer: `key` names its collection, revision and id. */
interface Found {
  key: string;
  collection: string;
  id: string;
  doc: Doc | undefined;
}

/** Answers queries with shared documents; null when documents changed too often, or an id contains a separator. */
export type CachedDocuments = (questions: readonly Question[], layoutOf: LayoutOf) => Promise<Doc[][] | null>;

/**
 * Documents stay in memory by collection, id and revision. Each question is still answered by the database, with ids and revisions; only documents
 * whose revision is not in memory are read. Revisions never come back: builds have numbers of their own, and removed documents keep their row.
 */
export function cachedDocuments(run: Run, memory: CacheRegistry = cacheRegistry): CachedDocuments {
  const cache = memory.cache<string, Shared>('shared documents', { sizeOf: ({ bytes }) => withView * bytes });

  /** Reads missing documents in one statement, if they still have the revisions that were found. */
  async function complete(missing: readonly Found[]): Promise<boolean> {
    const collections = [...Map.groupBy(missing, ({ collection }) => collection)];
    const selects = collections.map(
      ([collection], index) => `select '${collection} ' || rev || ' ' || id as key, body from ${tableName(collection)}
        where id = any($${index + 1}::text[]) and body is not null`,
    );
    const values = collections.map(([, found]) => possibleIds(found.map(({ id }) => id)));
    const rows = await run<{ key: string; body: string }>({ text: selects.join(' union all '), values });
    const bodies = new Map(rows.map(({ key, body }) => [key, body]));
    for (const one of missing) {
      const body = bodies.get(one.key);
      if (body === undefined) return false;
      const doc: Doc = JSON.parse(body);
      one.doc = doc;
      cache.set(one.key, { doc, bytes: bytesOf(body) });
    }
    return true;
  }

  return async (questions, layoutOf) => {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const [row] = await run<Record<string, string | null>>(revisionsStatement(questions, layoutOf));
      const found: Found[][] = [];
      for (const [index, { collection }] of questions.entries()) {
        const revisions = splitRevisions(row?.[index]);
        if (!revisions) return null;
        found.push(revisions.map((revision) => foundAs(collection, revision)));
      }
      const missing = found.flatMap((of) => of.filter(({ doc }) => !doc));
      if (missing.length === 0 || (await complete(missing))) return found.map((of) => of.map(({ doc }) => doc).filter((doc) => doc !== undefined));
    }
    return null;
  };

  function foundAs(collection: string, revision: string): Found {
    const key = `${collection} ${revision}`;
    return { key, collection, id: revision.slice(revision.indexOf(' ') + 1), doc: cache.get(key)?.doc };
  }
}
