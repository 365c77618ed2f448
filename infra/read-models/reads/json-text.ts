import type { Page } from '@waystory/proto/kit/list.ts';
import { bytesOf, type CacheRegistry, cacheRegistry, flattenString } from '../../cache-registry.ts';
import type { Doc, ProjectionStore } from '../../projection-store/port.ts';

declare const says: unique symbol;

/** JSON text of a value of type `T`. */
export type JsonText<T> = string & { readonly [says]: T };

/** A response body that is already serialized. */
export class JsonBody<T> {
  readonly text: JsonText<T>;
  constructor(text: JsonText<T>) {
    this.text = text;
  }
}

const textOf = <T>(text: string): JsonText<T> => text as JsonText<T>; // as: only the type changes

const texts = new WeakMap<object, string>();

/** JSON of an immutable object, serialized once and cached for the object's lifetime. */
export function jsonOf<T extends object>(value: T): JsonText<T> {
  const known = texts.get(value);
  if (known !== undefined) return textOf(known);
  const text = flattenString(JSON.stringify(value));
  texts.set(value, text);
  return textOf(text);
}

/** JSON of a list of immutable items. */
export function jsonOfList<T extends object>(items: readonly T[]): JsonText<T[]> {
  let all = '';
  for (const item of items) all += all === '' ? jsonOf(item) : `,${jsonOf(item)}`;
  return textOf(`[${all}]`);
}

/** JSON of a page of immutable items. */
export const jsonOfPage = <T extends object>({ items, ...rest }: Page<T>): JsonText<Page<T>> =>
  textOf(`{"items":${jsonOfList(items)},${JSON.stringify(rest).slice(1)}`);

/** JSON of an object with lists appended to its own fields. */
export function jsonWithLists<T extends object, L extends Record<string, object[] | undefined>>(
  object: T,
  lists: { readonly [K in keyof L]: Exclude<L[K], undefined> },
): JsonText<T & L> {
  let all = jsonOf(object).slice(0, -1);
  for (const name in lists) all += `,"${name}":${jsonOfList(lists[name] ?? [])}`;
  return textOf(`${all}}`);
}

/** Memoizes a view per document: the same object while the document and all related objects are identical. `make` must be pure. */
export function memoizePerDocument<D extends object, R extends readonly unknown[], V>(
  make: (doc: D, ...related: R) => V,
): (doc: D, ...related: R) => V {
  const made = new WeakMap<D, { related: R; view: V }>();
  return (doc, ...related) => {
    const last = made.get(doc);
    if (last?.related.length === related.length && last.related.every((one, index) => one === related[index])) return last.view;
    const view = make(doc, ...related);
    made.set(doc, { related, view });
    return view;
  };
}

/** A cached document with the stamp of its projection; null for a missing document. */
interface Cached {
  stamp: string;
  doc: Doc | null;
}

/** Caches documents that many answers reference, such as authors and countries, while their projection is unchanged. */
export interface CachedDocuments {
  /**
   * Documents by id, in no order; unknown ids are left out.
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
      // Documents that may have changed during the read are not cached.
      if (stampNow() === stamp) {
        const byId = new Map(loaded.map((doc) => [String(doc.id), doc]));
        for (const id of missing) cache.set(`${collection} ${id}`, { stamp, doc: byId.get(id) ?? null });
      }
      return [...docs, ...loaded];
    },
  };
}
