import { allOf, type Filter, type SortKey } from '@waystory/proto/kit/filter.ts';
import { type ListQuery, type Page, totalCap, writeCursor } from '@waystory/proto/kit/list.ts';
import type { z } from 'zod';
import type { Position } from '../event-store/port.ts';
import type { Log } from '../log.ts';
import { matches } from '../projections/memory-filter.ts';
import { type Doc, type ProjectionStore, physicalName, type Query } from '../projections/port.ts';
import { type Count, cappedCount } from './capped-count.ts';
import { Rejected } from './decider.ts';
import type { AnyProjection, Collection, DocOf, Reach } from './projection.ts';
import type { Viewer } from './viewer.ts';

/** How long a read waits for a write that is on its way, milliseconds. */
const patience = 2_000;

type AnyCollection = Collection<z.ZodObject>;

export interface ListOptions {
  /** Condition of the route, beside what the caller asked for. */
  where?: Filter | null;
  reach?: Reach;
  /** Only documents whose id is the `key` of a visible document of another collection that matches. */
  having?: { collection: AnyCollection; key: string; filter: Filter };
}

/** Reads for one request: everything is limited to what its viewer may see. */
export interface Reads {
  one<C extends AnyCollection>(collection: C, id: string, options?: { where?: Filter }): Promise<DocOf<C> | null>;
  byIds<C extends AnyCollection>(collection: C, ids: readonly string[]): Promise<DocOf<C>[]>;
  list<C extends AnyCollection>(collection: C, query: ListQuery, options?: ListOptions): Promise<Page<DocOf<C>>>;
  /** All that match, without counting; for parts of a whole. */
  all<C extends AnyCollection>(collection: C, where: Filter, sort: readonly SortKey[], limit: number): Promise<DocOf<C>[]>;
  /** Projections that were read so far. */
  touched: ReadonlySet<string>;
}

export interface ReadSide {
  forRequest(viewer: Viewer, after: Position): Reads;
  /** State of all projections now; asked for some of them later, it answers a text that is equal when they have not changed in between. */
  capture(): (projections: readonly string[]) => string | undefined;
  /** The same of this moment. */
  stamp(projections: readonly string[]): string | undefined;
  /** Log position up to which a projection is known to be applied. */
  watermark(projection: string): Position;
  close(): void;
}

interface Progress {
  build: number;
  watermark: Position;
  /** Another text whenever the other two change. */
  stamp: string;
}

const progressOf = (build: number, watermark: Position): Progress => ({ build, watermark, stamp: `${build}:${watermark}` });

function stampOf(progress: ReadonlyMap<string, Progress>, names: readonly string[]): string | undefined {
  let all = '';
  for (const name of names) {
    const stamp = progress.get(name)?.stamp;
    if (stamp === undefined) return undefined;
    all += `${stamp} `;
  }
  return all;
}

/**
 * Follows the projections of a store and reads from the version that is active.
 * A store that is away at first is asked again by the reads that need it.
 */
export async function createReadSide(store: ProjectionStore, projections: readonly AnyProjection[], log: Pick<Log, 'warn'>): Promise<ReadSide> {
  const progress = new Map<string, Progress>();
  const waiting = new Set<() => void>();
  const count = cappedCount(store);
  const names = new Set(projections.map(({ name }) => name));
  const home = new Map<string, string>();
  for (const { name, collections } of projections) for (const collection of Object.values(collections)) home.set(collection.name, name);

  async function refresh(): Promise<void> {
    for (const [name, build] of Object.entries(await store.activeVersions())) {
      const checkpoints = Object.values(await store.checkpoints(physicalName(name, build)));
      const watermark = checkpoints.length > 0 ? Math.min(...checkpoints.map((checkpoint) => checkpoint.watermark)) : 0;
      progress.set(name, progressOf(build, watermark));
    }
    for (const wake of waiting) wake();
  }

  const unsubscribe = store.onChange((change) => {
    const [name = '', build] = change.projection.split('@');
    // Reactors keep checkpoints too.
    if (!names.has(name)) return;
    const known = progress.get(name);
    if (!known || change.watermark === undefined) {
      void refresh().catch(() => {}); // the next change asks again
    } else if (Number(build) === known.build) {
      progress.set(name, progressOf(known.build, Math.max(known.watermark, change.watermark)));
      for (const wake of waiting) wake();
    }
  });
  await refresh().catch((error: unknown) => log.warn({ err: error }, 'read models are not reachable yet'));

  const waitUntil = async (reached: () => boolean): Promise<boolean> => {
    if (reached()) return true;
    return new Promise((resolve) => {
      const finish = (result: boolean) => {
        waiting.delete(check);
        clearTimeout(timer);
        resolve(result);
      };
      const check = () => reached() && finish(true);
      const timer = setTimeout(() => finish(false), patience);
      waiting.add(check);
    });
  };

  /** Physical name of a collection, once its projection has passed `after`. */
  async function locate(collection: AnyCollection, after: Position, touched: Set<string>): Promise<string> {
    const projection = home.get(collection.name);
    if (!projection) throw new Error(`No projection has the collection ${collection.name}`);
    touched.add(projection);
    if (!progress.has(projection)) await refresh();
    const ready = () => (progress.get(projection)?.watermark ?? -1) >= after;
    if (!ready() && !(await waitUntil(ready))) throw new Rejected('read/behind', { projection });
    return physicalName(collection.name, progress.get(projection)?.build ?? 0);
  }

  return {
    forRequest: (viewer, after) => readsOf(store, count, viewer, (collection, touched) => locate(collection, after, touched)),
    capture() {
      const then = new Map(progress);
      return (names) => stampOf(then, names);
    },
    stamp: (names) => stampOf(progress, names),
    watermark: (projection) => progress.get(projection)?.watermark ?? 0,
    close: unsubscribe,
  };
}

type Locate = (collection: AnyCollection, touched: Set<string>) => Promise<string>;

function readsOf(store: ProjectionStore, count: Count, viewer: Viewer, locate: Locate): Reads {
  const touched = new Set<string>();
  const find = async <C extends AnyCollection>(collection: C, query: Query, reach: Reach): Promise<DocOf<C>[]> => {
    const filter = allOf(collection.visibleTo(viewer, reach), query.filter);
    return typed(await store.find(await locate(collection, touched), { ...query, filter }));
  };
  // By key and then in memory: a look-up by id costs the same however many documents there are and whoever asks.
  const byIds = async <C extends AnyCollection>(collection: C, ids: readonly string[], where?: Filter): Promise<DocOf<C>[]> => {
    const name = await locate(collection, touched);
    if (ids.length === 0) return [];
    const filter = allOf(collection.visibleTo(viewer, 'linked'), where);
    const docs = await store.get(name, [...ids]);
    return typed(filter ? docs.filter((doc) => matches(filter, doc)) : docs);
  };
  return {
    touched,
    one: async (collection, id, { where } = {}) => (await byIds(collection, [id], where))[0] ?? null,
    byIds: (collection, ids) => byIds(collection, ids),
    all: (collection, filter, sort, limit) => find(collection, { filter, sort, limit }, 'linked'),
    async list(collection, query, { where, reach = 'listed', having } = {}) {
      const name = await locate(collection, touched);
      const asked = allOf(query.filter, query.ids && { op: 'in', field: 'id', values: query.ids }, where);
      const filter = allOf(collection.visibleTo(viewer, reach), asked);
      const child = having && {
        collection: await locate(having.collection, touched),
        key: having.key,
        filter: allOf(having.collection.visibleTo(viewer, reach), having.filter) ?? having.filter,
      };
      const condition = { filter, ...(child && { having: child }) };
      const place = query.after ? { after: query.after } : { offset: (query.page - 1) * query.limit };
      const docs = typed<DocOf<typeof collection>>(await store.find(name, { ...condition, sort: query.sort, limit: query.limit + 1, ...place }));
      const items = docs.slice(0, query.limit);
      const whole = !query.after && query.page === 1 && docs.length <= query.limit;
      const total = whole ? items.length : await count(name, condition);
      return page(items, total, query, docs.length > query.limit);
    },
  };
}

// Documents in a collection were written by its own projection, so they have its shape.
const typed = <D>(docs: Doc[]): D[] => docs as D[];

function page<D>(items: D[], total: number, query: ListQuery, more: boolean): Page<D> {
  const last = items.at(-1) as Doc | undefined; // documents are plain objects
  const next =
    more && last ? writeCursor(query.sort, { values: query.sort.map(({ field }) => last[field] ?? null), id: String(last.id) }) : undefined;
  return {
    items,
    total: Math.min(total, totalCap),
    ...(total > totalCap && { totalCapped: true as const }),
    page: query.page,
    limit: query.limit,
    ...(next && { next }),
  };
}
