import { allOf, type Box, type Filter } from '@waystory/proto/kit/filter.ts';
import type { SearchQuery } from '@waystory/proto/search/search-query.ts';
import { EngineUnavailable, Rejected } from '../../errors.ts';
import type { Position } from '../../event-store/port.ts';
import type { Principal } from '../../identity/principal.ts';
import { matches } from '../../projection-store/memory-filter.ts';
import { type Doc, type ProjectionStore, physicalName } from '../../projection-store/port.ts';
import type { Hit, Hits, SearchEngine } from '../../search/port.ts';
import type { Collection } from '../projection.ts';
import { indexName, searchableOf } from '../searchable.ts';

/** Most queries per search, because hits that are no longer visible are replaced by further hits. */
const rounds = 3;

export interface SearchOptions {
  /** Condition on fields of both the documents and the index. */
  where?: Filter | undefined;
  /** Condition on fields of the index only. */
  narrow?: Filter | null;
  /** Bounding box that must contain a position of the document. */
  within?: Box | null;
  /** Index field: of the documents with the same value, only the best is returned. */
  onePer?: string;
}

/** Found documents, best first. */
export interface FoundDocuments<D> {
  hits: (Omit<Hit, 'id'> & { doc: D })[];
  /** Number of all found documents, counted up to 10,000. */
  total: number;
}

export interface SearchReads {
  store: Pick<ProjectionStore, 'get'>;
  engine: SearchEngine;
  principal: Principal;
  /** Log position that the index must include. */
  after: Position;
  /**
   * Resolves with the build of an index, once the index includes the position `after`.
   * @param name Name of the index among projections.
   */
  indexBuild(name: string): Promise<number>;
  /** Current watermark of an index. */
  watermark(name: string): Position;
  /** Position up to which each index build was refreshed. */
  shown: Map<string, Position>;
  /** Physical name of a collection. */
  locate(collection: Collection): Promise<string>;
}

/**
 * Searches the documents that the principal may see in lists. Documents are read from the read model, so that outdated hits of the index stay hidden.
 */
export async function searchDocuments(
  reads: SearchReads,
  collection: Collection,
  query: SearchQuery,
  options: SearchOptions,
): Promise<FoundDocuments<Doc>> {
  const { engine, store, principal } = reads;
  const searchable = searchableOf(collection);
  const name = indexName(searchable.index);
  const index = physicalName(searchable.index, await reads.indexBuild(name));
  const docs = await reads.locate(collection);
  const visible = allOf(collection.visibleTo(principal, 'listed'), options.where);
  const { q, fuzzyMatch: fuzzy, minScore, limit } = query;
  const hits: FoundDocuments<Doc>['hits'] = [];
  let offset = (query.page - 1) * limit;
  let total = 0;
  let gone = 0;
  return askingFor(name, engine, searchable.index, index, async () => {
    await show(reads, name, index);
    for (let round = 1; round <= rounds && hits.length < limit; round++) {
      const wanted = limit - hits.length;
      const asked = { q, fuzzy, minScore, filter: allOf(visible, options.narrow), within: options.within, onePer: options.onePer };
      const answer: Hits = await engine.search(index, { ...asked, limit: wanted, offset });
      const known = new Map(
        (
          await store.get(
            docs,
            answer.hits.map(({ id }) => id),
          )
        ).map((doc) => [String(doc.id), doc]),
      );
      for (const { id, ...hit } of answer.hits) {
        const doc = known.get(id);
        if (doc && (!visible || matches(visible, doc))) hits.push({ ...hit, doc });
        else gone += 1;
      }
      total = answer.total;
      offset += answer.hits.length;
      if (answer.hits.length < wanted) break;
    }
    return { hits, total: total - gone };
  });
}

/** Refreshes the index for a request that waits for a write; once per position, because requests repeat. */
async function show({ engine, after, watermark, shown }: SearchReads, name: string, index: string): Promise<void> {
  if (after <= (shown.get(index) ?? 0)) return;
  const written = watermark(name);
  await engine.refresh(index);
  shown.set(index, Math.max(written, shown.get(index) ?? 0));
}

/** Runs a search. A build that the engine has lost is reported as `read/behind` until it is filled again. */
async function askingFor<T>(name: string, engine: SearchEngine, index: string, physical: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof EngineUnavailable) throw error;
    const active = (await engine.activeBuilds())[index];
    if (active === undefined || physicalName(index, active) !== physical) throw new Rejected('read/behind', { projection: name });
    throw error;
  }
}

/** A page of search results in the API's form. */
interface SearchResults<V> {
  results: { entity: V; score: number; matchedFields: string[]; highlights: Record<string, string> }[];
  total: number;
  page: number;
  limit: number;
  query: string;
  /** Milliseconds. */
  duration: number;
}

/** Answers a search with the documents of `find`, each converted by `present`. */
export async function searchResults<D, V>(
  { q, page, limit }: Pick<SearchQuery, 'q' | 'page' | 'limit'>,
  find: () => Promise<FoundDocuments<D>>,
  present: (docs: D[]) => Promise<V[]>,
): Promise<SearchResults<V>> {
  const from = performance.now();
  const { hits, total } = await find();
  const views = await present(hits.map(({ doc }) => doc));
  const results = hits.flatMap(({ doc: _, ...hit }, place) => {
    const entity = views[place];
    return entity === undefined ? [] : [{ entity, ...hit }];
  });
  return { results, total, page, limit, query: q, duration: Math.round((performance.now() - from) * 10) / 10 };
}
