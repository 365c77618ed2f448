import { allOf, type Filter, type SortKey } from '@waystory/proto/kit/filter.ts';
import type { ListQuery, Page } from '@waystory/proto/kit/list.ts';
import type { SearchQuery } from '@waystory/proto/search/search-query.ts';
import type { z } from 'zod';
import type { Position } from '../../event-store/port.ts';
import type { Principal } from '../../identity/principal.ts';
import type { Log } from '../../log.ts';
import { matches } from '../../projection-store/memory-filter.ts';
import { type Doc, type ProjectionStore, physicalName, type Query, type Selection } from '../../projection-store/port.ts';
import type { SearchEngine } from '../../search/port.ts';
import type { WaitWithoutSlot } from '../../work-queue.ts';
import { type FoundDocuments, type SearchOptions, searchDocuments } from '../indexes/search-reads.ts';
import type { AnyProjection, Collection, DocOf, Reach } from '../projection.ts';
import { indexesOf } from '../searchable.ts';
import { type CachedDocuments, cachedDocuments, memoizePerDocument } from './json-text.ts';
import { type CappedCount, cappedCount, cursorOf, filledPage, type PageStart, pageOf } from './page.ts';
import { filterVisible, parentMatchesOf } from './parent-visibility.ts';
import { followReadProgress } from './read-progress.ts';

/** Cap of an exact count, above the size of any collection. */
const countless = 1_000_000_000;

type AnyCollection = Collection<z.ZodObject>;

export interface ListOptions {
  /** Condition of the route, in addition to the filter of the request. */
  where?: Filter | null;
  reach?: Reach;
  /** Keeps documents whose id is the `key` of a matching visible document of another collection. */
  childMatches?: { collection: AnyCollection; key: string; filter: Filter };
  /** Total number on all pages, if already known. */
  total?: number;
}

export interface SharedListOptions<D> extends Pick<ListOptions, 'where' | 'reach'> {
  /** Bytes of an item in the response; by default, of its document. */
  sizeOf?: (doc: D) => number;
}

/** Query for documents of one collection that are a part of a composed response. */
export interface PartOf<C extends AnyCollection> {
  collection: C;
  where: Filter;
  sort?: readonly SortKey[];
  limit: number;
}
type Parts<Q extends readonly PartOf<AnyCollection>[]> = { [I in keyof Q]: DocOf<Q[I]['collection']>[] };

/** Reads of one request, limited to documents visible to its principal. */
export interface Reads {
  one<C extends AnyCollection>(collection: C, id: string, options?: { where?: Filter }): Promise<DocOf<C> | null>;
  /**
   * Like `one`, but a missing document is read again once the read model reaches the head of the log. For entities that another caller may have just
   * created.
   * @throws Rejected `read/behind`
   */
  latest<C extends AnyCollection>(collection: C, id: string): Promise<DocOf<C> | null>;
  byIds<C extends AnyCollection>(collection: C, ids: readonly string[]): Promise<DocOf<C>[]>;
  list<C extends AnyCollection>(collection: C, query: ListQuery, options?: ListOptions): Promise<Page<DocOf<C>>>;
  /** `list` with shared documents: an unchanged document is mostly the same object. */
  listShared<C extends AnyCollection>(collection: C, query: ListQuery, options?: SharedListOptions<DocOf<C>>): Promise<Page<DocOf<C>>>;
  /** Full-text search by the collection's declaration, best first. */
  search<C extends AnyCollection>(collection: C, query: SearchQuery, options?: SearchOptions): Promise<FoundDocuments<DocOf<C>>>;
  /** All matching documents without a count, for a part of a composed response. */
  all<C extends AnyCollection>(collection: C, where: Filter, sort: readonly SortKey[], limit: number): Promise<DocOf<C>[]>;
  /** `all` of several collections in one round trip, with shared documents. */
  allShared<const Q extends readonly PartOf<AnyCollection>[]>(parts: Q): Promise<Parts<Q>>;
  /** A page of all matching documents in order of id. @param after Id of the previous page's last document. */
  walk<C extends AnyCollection>(collection: C, where: Filter | null, after: string | null, limit: number): Promise<DocOf<C>[]>;
  /** Exact number of matching documents; visits each of them. */
  count(collection: AnyCollection, where: Filter | null): Promise<number>;
  /** Log position of the caller's last write, which all reads include. */
  after: Position;
  /** Names of the projections read so far. */
  touched: ReadonlySet<string>;
}

export interface ReadSide {
  /** @param aside Waits for a read model that has not reached `after`, without occupying a slot. */
  forRequest(principal: Principal, after: Position, aside?: WaitWithoutSlot): Reads;
  /** Captures the state of all projections. The returned function yields a stamp that is equal while the given projections are unchanged. */
  capture(): (projections: readonly string[]) => string | undefined;
  /** Current stamp of projections. */
  stamp(projections: readonly string[]): string | undefined;
  /** Known watermark of a projection. */
  watermark(projection: string): Position;
  close(): void;
}

export interface ReadSideOptions {
  /** Search engine; null makes full-text search impossible. */
  engine?: SearchEngine | null;
  /** Position of the log's last event; without it, `latest` is impossible. */
  head?: () => Promise<Position>;
  /** Receives the wait of each read that needs a certain write, seconds. */
  waited?: (seconds: number) => void;
}

/** Creates the read side of a process, which reads from the builds in use. */
export async function createReadSide(
  store: ProjectionStore,
  projections: readonly AnyProjection[],
  log: Pick<Log, 'warn'>,
  { engine = null, head = noLog, waited = () => {} }: ReadSideOptions = {},
): Promise<ReadSide> {
  const stores: Stores = { store, counted: cappedCount(store), cached: cachedDocuments(store) };
  const home = new Map<string, string>();
  for (const { name, collections } of projections) for (const collection of Object.values(collections)) home.set(collection.name, name);
  const names = projections.flatMap((projection) => [projection.name, ...indexesOf(projection).map((index) => index.as.name)]);
  const shown = new Map<string, Position>();
  const progress = await followReadProgress(store, new Set(names), log, waited);

  /** Physical name of a collection, once its projection has passed `after`. */
  async function locate(collection: AnyCollection, after: Position, touched: Set<string>, aside: WaitWithoutSlot | undefined): Promise<string> {
    const projection = home.get(collection.name);
    if (!projection) throw new Error(`No projection has the collection ${collection.name}`);
    touched.add(projection);
    return physicalName(collection.name, await progress.buildAt(projection, after, aside));
  }

  return {
    forRequest: (principal, after, aside) => {
      const find: Find = async (collection, query, options, touched) => {
        if (!engine) throw new Error('There is no engine to search with');
        touched.add(neverKept);
        const indexBuild = (name: string): Promise<number> => progress.buildAt(name, after, aside);
        const reads = { store, engine, principal, after, shown, indexBuild, watermark: progress.watermark };
        return searchDocuments({ ...reads, locate: (one) => locate(one, after, touched, aside) }, collection, query, options);
      };
      const stampOf = ({ name, under = [] }: AnyCollection) => {
        const projections = [name, ...under.map(({ collection }) => collection.name)].map((one) => home.get(one) ?? '');
        return () => progress.stamp(projections);
      };
      const reads = readsOf(stores, principal, (collection, touched) => locate(collection, after, touched, aside), stampOf, find);
      return {
        after,
        ...reads,
        latest: async (collection, id) => {
          const known = await reads.one(collection, id);
          if (known) return known;
          await locate(collection, await head(), new Set(), aside);
          return reads.one(collection, id);
        },
      };
    },
    ...progress,
  };
}

const noLog = async (): Promise<never> => {
  throw new Error('There is no log to look at');
};

/** Name that is no projection, so that responses with a search are never cached. Search engines show writes only after their next refresh. */
const neverKept = 'search';

type Locate = (collection: AnyCollection, touched: Set<string>) => Promise<string>;

type Find = (collection: AnyCollection, query: SearchQuery, options: SearchOptions, touched: Set<string>) => Promise<FoundDocuments<Doc>>;

/** Sources of documents and counts. */
interface Stores {
  store: ProjectionStore;
  counted: CappedCount;
  cached: CachedDocuments;
}
/** Returns a stamp function for a collection and its parents; the stamp changes whenever their documents may have changed. */
type StampOf = (collection: AnyCollection) => () => string | undefined;

function readsOf(
  { store, counted, cached }: Stores,
  principal: Principal,
  locate: Locate,
  stampOf: StampOf,
  search: Find,
): Omit<Reads, 'after' | 'latest'> {
  const touched = new Set<string>();
  const located = (collection: AnyCollection): Promise<string> => locate(collection, touched);
  /** Condition of the documents that match the wanted filters and that the principal may see. */
  const conditionOf = async (collection: AnyCollection, reach: Reach, ...wanted: (Filter | null | undefined)[]) => ({
    filter: allOf(collection.visibleTo(principal, reach), ...wanted),
    parentMatches: await parentMatchesOf(collection, principal, reach, located),
  });
  const find = async <C extends AnyCollection>(collection: C, query: Query, reach: Reach): Promise<DocOf<C>[]> => {
    const condition = await conditionOf(collection, reach, query.filter);
    return typed(await store.find(await located(collection), { ...query, ...condition }));
  };
  // By key, then filtered in memory: a look-up by id costs the same for any number of documents and any caller.
  const byIds = async <C extends AnyCollection>(collection: C, ids: readonly string[], where?: Filter): Promise<DocOf<C>[]> => {
    const name = await located(collection);
    const { filter, parentMatches } = await conditionOf(collection, 'linked', where);
    if (ids.length === 0) return [];
    // Collections without a visibility condition are small and often needed, so they are cached.
    if (!filter && parentMatches.length === 0) return typed(await cached.get(name, ids, stampOf(collection)));
    const docs = await filterVisible(store, await store.get(name, [...ids]), parentMatches);
    return typed(filter ? docs.filter((doc) => matches(filter, doc)) : docs);
  };
  const pageOfList = async (collection: AnyCollection, query: ListQuery, { where, reach = 'listed' }: ListOptions) => {
    const wanted = allOf(query.filter, query.ids && { op: 'in', field: 'id', values: query.ids }, where);
    const condition = await conditionOf(collection, reach, wanted);
    const start: PageStart = query.after ? { after: query.after } : { offset: (query.page - 1) * query.limit };
    return { name: await located(collection), condition, start };
  };
  /** Total number on all pages. @param found Number of documents on this page. @param more True when documents follow. */
  const totalOf = async (
    collection: AnyCollection,
    condition: Selection,
    query: ListQuery,
    found: number,
    more: boolean,
    known: number | null = null,
  ) => {
    if (!query.after && query.page === 1 && !more) return found;
    return known ?? counted.count(await located(collection), condition, stampOf(collection));
  };
  return {
    touched,
    one: async (collection, id, { where } = {}) => (await byIds(collection, [id], where))[0] ?? null,
    byIds: (collection, ids) => byIds(collection, ids),
    search: async (collection, query, options = {}) => {
      const { hits, total } = await search(collection, query, options, touched);
      return { hits: hits.map((hit) => ({ ...hit, doc: typedOne(hit.doc) })), total };
    },
    all: (collection, filter, sort, limit) => find(collection, { filter, sort, limit }, 'linked'),
    allShared: async (parts) => {
      const questions = parts.map(async ({ collection, where, sort = [], limit }) => {
        const condition = await conditionOf(collection, 'linked', where);
        return { collection: await located(collection), query: { ...condition, sort, limit } };
      });
      return typedParts(await store.findShared(await Promise.all(questions)));
    },
    walk: (collection, filter, after, limit) =>
      find(collection, { filter, sort: [], limit, ...(after && { after: { values: [], id: after } }) }, 'linked'),
    count: async (collection, where) => store.count(await located(collection), await conditionOf(collection, 'linked', where), countless),
    async list(collection, query, options = {}) {
      const { name, condition: own, start } = await pageOfList(collection, query, options);
      const { childMatches, total: known, reach = 'listed' } = options;
      const child = childMatches && {
        collection: await located(childMatches.collection),
        key: childMatches.key,
        filter: allOf(childMatches.collection.visibleTo(principal, reach), childMatches.filter) ?? childMatches.filter,
      };
      const condition = { ...own, ...(child && { childMatches: child }) };
      let count = known ?? null;
      const { items, more } = await filledPage<Doc>({
        limit: query.limit,
        start,
        read: async (limit, from) => {
          const part = { ...condition, sort: query.sort, limit, ...from };
          if (!childMatches || count !== null) return store.find(name, part);
          // With `childMatches`, page and count share the matching children, which take most of the time.
          const found = await counted.page(name, part);
          count = found.count;
          return found.docs;
        },
        sizeOf: (doc) => JSON.stringify(doc).length,
        cursorOf: (doc) => cursorOf(query, doc),
      });
      const total = await totalOf(collection, condition, query, items.length, more, count);
      return pageOf(typed<DocOf<typeof collection>>(items), total, query, more, items.at(-1));
    },
    async listShared(collection, query, { sizeOf = documentBytes, ...options } = {}) {
      const { name, condition, start } = await pageOfList(collection, query, options);
      const { items, more } = await filledPage<DocOf<typeof collection>>({
        limit: query.limit,
        start,
        read: async (limit, from) => {
          const [docs = []] = await store.findShared([{ collection: name, query: { ...condition, sort: query.sort, limit, ...from } }]);
          return typed(docs);
        },
        sizeOf,
        cursorOf: (doc) => cursorOf(query, doc),
      });
      return pageOf(items, await totalOf(collection, condition, query, items.length, more), query, more, items.at(-1));
    },
  };
}

const documentBytes = memoizePerDocument((doc: object) => JSON.stringify(doc).length);

// as: a collection's documents were written by its own projection
const typed = <D>(docs: Doc[]): D[] => docs as D[];
// as: the parts are in the order of the query, which TypeScript cannot follow
const typedParts = <P>(parts: Doc[][]): P => parts as unknown as P;
const typedOne = <D>(doc: Doc): D => doc as D;
