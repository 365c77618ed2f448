import { logPartition } from '../../bus/postgres/log-reader.ts';
import type { DocumentChanges, Position } from '../../event-store/port.ts';
import type { DocumentWriter, StreamDocuments } from '../../event-store/postgres/append.ts';
import { physicalName, type StoredDoc, streamFence } from '../port.ts';
import { columnName, type Layout, tableName } from './expressions.ts';
import { type Layouts, rowsJson, rowsShape } from './rows.ts';

/** A read model whose documents are stored with the events of their own stream. */
export interface InlineProjection {
  name: string;
  /** True when a build is of the declared version, because documents of other versions have another form. */
  suits(build: number): boolean;
  /** Names of the collections, without build. */
  collections: readonly string[];
}

export interface InlineDocuments extends DocumentWriter {
  /** Returns a function for the number of the build that receives documents now; null while it is unknown or of another version. */
  declare(projection: InlineProjection): () => number | null;
}

export interface InlineDocumentsOptions {
  layouts: Layouts;
  activeVersions(): Promise<Record<string, number>>;
  /** Calls `changed` after every switch to another build. */
  onChange(changed: (change: { projection: string }) => void): () => void;
  /** Notifies this process that inline documents are stored. */
  tell(build: string, positions: readonly Position[]): void;
}

type Doc = DocumentChanges['docs'][number];

/** Documents of one collection, with the stream of each. */
interface CollectionDocs {
  docs: StoredDoc[];
  streams: string[];
  /** Counter fields that events of other streams change. */
  counted: ReadonlySet<string>;
}

/** Writer of inline documents: stores documents in the statement that appends their events. */
export function inlineDocuments({ layouts, activeVersions, onChange, tell }: InlineDocumentsOptions): InlineDocuments {
  const known = new Map<string, Layout>();
  const stale = new Map<string, () => void>();
  /** SQL by the collections of a batch: making the text again would cost as much as running it. */
  const statements = new Map<string, readonly string[]>();
  return {
    declare({ name, suits, collections }) {
      let build: number | null = null;
      const refresh = async (): Promise<void> => {
        const active = (await activeVersions())[name];
        const usable = active !== undefined && suits(active) ? active : null;
        for (const collection of usable === null ? [] : collections) {
          const physical = physicalName(collection, usable ?? 0);
          known.set(physical, await layouts.of(physical));
        }
        statements.clear();
        build = usable;
      };
      // Until the build is known, documents are projected from their events.
      const look = (): void => void refresh().catch(() => {});
      const forget = (): void => {
        build = null;
        look();
      };
      onChange(({ projection }) => {
        if (projection === name) forget();
      });
      stale.set(name, forget);
      look();
      return () => build;
    },
    parts(all, from) {
      const changed = [...byCollection(all)].map(([collection, documents]) => {
        const layout = known.get(collection);
        if (!layout) throw new Error(`${collection} is not known`);
        return { ...documents, collection, layout };
      });
      const key = [from, ...changed.map(({ collection, counted }) => [collection, ...counted].join(' '))].join();
      const parts =
        statements.get(key) ??
        changed.flatMap(({ collection, layout, counted }, index) => upsert(index, tableName(collection), layout, counted, from + index));
      statements.set(key, parts);
      return { parts, values: changed.map(({ layout, docs, streams }) => rowsJson(layout, docs, streams)) };
    },
    stored: tell,
    passedBy: (build) => stale.get(build.split('@')[0] ?? '')?.(),
  };
}

/** Documents by collection, sorted by name, so that few distinct statements are prepared. */
function byCollection(all: readonly StreamDocuments[]): Map<string, CollectionDocs> {
  const collections = new Map<string, CollectionDocs>();
  const add = (stream: string, { collection, id, doc }: Doc, counted: readonly string[]): void => {
    const into = collections.get(collection) ?? { docs: [], streams: [], counted: new Set(counted) };
    into.docs.push({ id, doc, _at: {}, _rev: 0 });
    into.streams.push(stream);
    collections.set(collection, into);
  };
  for (const { stream, documents } of all) for (const doc of documents.docs) add(stream, doc, documents.counted?.[doc.collection] ?? []);
  return new Map([...collections].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** SQL that replaces a stored document whole, because its stream alone defines it. Counter fields, which other streams change, keep their value. */
function upsert(index: number, table: string, layout: Layout, counted: ReadonlySet<string>, parameter: number): string[] {
  const { names, values, given } = rowsShape(layout);
  const columns = new Map([...counted].map((field) => [columnName(field), field]));
  // Earlier events of counting streams may still follow, so the fence covers the document's own stream only.
  const key = counted.size > 0 ? streamFence(logPartition, `' || w.stream || '`) : logPartition;
  const fence = `'{"${key}":' || w.position || '}'`;
  const inserted = names.map((name, at) => (name === 'at' ? fence : values[at]));
  const sets = names.flatMap((name) => {
    if (name === 'id') return [];
    if (name === 'at') return ['at = (t.at::jsonb || excluded.at::jsonb)::text'];
    if (name === 'body') return [`body = ${[...columns].reduce((body, [column, field]) => withCount(body, column, field), 'excluded.body')}`];
    return [`${name} = ${columns.has(name) ? `coalesce(t.${name}, excluded.${name})` : `excluded.${name}`}`];
  });
  return [
    `w${index} as materialized (select w.*, a.position from ${given(parameter)} join appended a on a.stream = w.stream and a.inlined order by w.id)`,
    `x${index} as (insert into ${table} as t (rev, ${names}) select 1, ${inserted} from w${index} w
      on conflict (id) do update set rev = t.rev + 1, ${sets.join(', ')})`,
  ];
}

/**
 * SQL of a body with the stored value of a counter field, because only events of other streams change it. Most counters are 0 and need no parsing.
 */
const withCount = (body: string, column: string, field: string): string =>
  `case when coalesce(t.${column}, 0) = 0 then ${body} else jsonb_set((${body})::jsonb, '{${field}}', to_jsonb(t.${column}))::text end`;
