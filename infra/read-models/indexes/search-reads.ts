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

/** How often more hits are asked for in place of those that are not visible any more. */
const rounds = 3;

export interface SearchOptions {
  /** Condition that both the documents and the index know. */
  where?: Filter | undefined;
  /** Condition on fields that only the index has. */
  narrow?: Filter | null;
  /** Limits documents with positions to those with one in this box. */
  within?: Box | null;
  /** Field of the index of which each value is to be found once, by the document that fits best. */
  onePer?: string;
}

/** Documents that were found by words, best first. */
export interface Found<D> {
  hits: (Omit<Hit, 'id'> & { doc: D })[];
  /** Number of all, counted up to 10,000. */
  total: number;
}

export interface SearchReads {
  store: Pick<ProjectionStore, 'get'>;
  engine: SearchEngine;
  principal: Principal;
  /** Log position that an index must have. */
  after: Position;
  /** Build of an index once it is as far, by its name among the projections. */
  indexBuild(name: string): Promise<number>;
  /** Position that an index has at this moment. */
  watermark(name: string): Position;
  /** Positions that engines were made to show, per build of an index. */
  shown: Map<string, Position>;
  /** Physical name of a collection. */
  locate(collection: Collection): Promise<string>;
}

/** Finds by words what the principal may see in lists. Documents come from the read model, so that nothing shows that the index has not learned of yet. */
export async function searchFor(reads: SearchReads, collection: Collection, query: SearchQuery, options: SearchOptions): Promise<Found<Doc>> {
  const { engine, store, principal } = reads;
  const searchable = searchableOf(collection);
  const name = indexName(searchable.index);
  const index = physicalName(searchable.index, await reads.indexBuild(name));
  const docs = await reads.locate(collection);
  const visible = allOf(collection.visibleTo(principal, 'listed'), options.where);
  const { q, fuzzyMatch: fuzzy, minScore, limit } = query;
  const hits: Found<Doc>['hits'] = [];
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

/** Refreshes the index for a caller that waits for a write; once per position, as callers ask again. */
async function show({ engine, after, watermark, shown }: SearchReads, name: string, index: string): Promise<void> {
  if (after <= (shown.get(index) ?? 0)) return;
  const written = watermark(name);
  await engine.refresh(index);
  shown.set(index, Math.max(written, shown.get(index) ?? 0));
}

/** An engine that has lost the build has to be filled again first. */
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
