import type { Docs } from '@waystory/infra/read-models/projection.ts';

/**
 * Persistent map of documents by id, in small parts. A change copies one part and shares all others with the earlier table. Plain data, as snapshots
 * require.
 */
export type DocTable<D> = Readonly<Record<string, Readonly<Record<string, D>>>>;

/** Ids end in random digits, so the last digit spreads them evenly. */
const partOf = (id: string): string => id.slice(-1);

export const docIn = <D>(table: DocTable<D>, id: string): D | undefined => table[partOf(id)]?.[id];

/** All documents, unordered. */
export const docsIn = <D>(table: DocTable<D>): D[] => Object.values(table).flatMap((part) => Object.values(part));

/** Mutable draft of a table; the original table stays unchanged. */
interface TableDraft<D> {
  docs: Docs<D>;
  /** The table with all changes. The draft must not be used afterwards. */
  finish(): DocTable<D>;
}

export function draftOf<D>(table: DocTable<D>): TableDraft<D> {
  let parts: Record<string, Readonly<Record<string, D>>> | null = null;
  /** Parts that were copied for this draft, which may change them in place. */
  const own = new Map<string, Record<string, D>>();
  const writable = (name: string): Record<string, D> => {
    parts ??= { ...table };
    const part = own.get(name) ?? { ...parts[name] };
    own.set(name, part);
    parts[name] = part;
    return part;
  };
  const get = (id: string): D | undefined => docIn(parts ?? table, id);
  return {
    docs: {
      get,
      update(id, change) {
        const before = get(id);
        const doc = change(before) ?? undefined;
        if (doc === before) return;
        const part = writable(partOf(id));
        if (doc === undefined) delete part[id];
        else part[id] = doc;
      },
      create(id, doc) {
        writable(partOf(id))[id] = doc;
      },
    },
    finish() {
      for (const [name, part] of own) if (parts && Object.keys(part).length === 0) delete parts[name];
      return parts ?? table;
    },
  };
}

/** Differences between two tables, with null for removed documents. Shared parts are not visited. */
export function changedDocsBetween<D extends object>(before: DocTable<D>, after: DocTable<D>): [id: string, doc: D | null][] {
  const changed: [string, D | null][] = [];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name] ?? {}, after[name] ?? {}];
    if (old === now) continue;
    for (const [id, doc] of Object.entries(now)) if (old[id] !== doc) changed.push([id, doc]);
    for (const id of Object.keys(old)) if (!Object.hasOwn(now, id)) changed.push([id, null]);
  }
  return changed;
}
