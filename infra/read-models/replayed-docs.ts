import { DatabaseSync } from 'node:sqlite';
import type { Doc } from '../projection-store/port.ts';

/** Documents of a replay by collection and id. Recent ones are in memory, all others in a file. */
export interface ReplayedDocs {
  get(collection: string, id: string): Doc | undefined;
  /** Undefined removes the document. */
  set(collection: string, id: string, doc: Doc | undefined): void;
  /** Moves documents from memory to the file. */
  flush(): void;
  clear(): void;
  /** Number of documents of a collection; like all members below, for flushed documents only. */
  count(collection: string): number;
  /** Resets the record of checked documents of a collection. */
  uncheck(collection: string): void;
  /** JSON of a document, which is marked as checked; null when missing. */
  check(collection: string, id: string): string | null;
  /** A document not marked as checked. */
  unchecked(collection: string): { id: string; json: string } | undefined;
  close(): void;
}

/** An unnamed temporary file, deleted with the connection, so no crash safety is needed. */
const schema = `pragma journal_mode = off; pragma synchronous = off;
  create table docs (collection text, id text, json text not null, checked int not null default 0, primary key (collection, id)) without rowid`;

const textOf = (row: Record<string, unknown> | undefined, column: string): string | null => (typeof row?.[column] === 'string' ? row[column] : null);

export function createReplayedDocs(): ReplayedDocs {
  const file = new DatabaseSync('');
  file.exec(schema);
  const select = file.prepare('select json from docs where collection = ? and id = ?');
  const upsert = file.prepare('insert into docs (collection, id, json) values (?, ?, ?) on conflict do update set json = excluded.json');
  const remove = file.prepare('delete from docs where collection = ? and id = ?');
  const check = file.prepare('update docs set checked = 1 where collection = ? and id = ? returning json');
  const recent = new Map<string, Map<string, Doc | undefined>>();
  const recentIn = (collection: string): Map<string, Doc | undefined> => {
    const docs = recent.get(collection) ?? new Map<string, Doc | undefined>();
    recent.set(collection, docs);
    return docs;
  };

  function store(collection: string, id: string, doc: Doc | undefined): void {
    if (doc === undefined) remove.run(collection, id);
    else upsert.run(collection, id, JSON.stringify(doc));
  }
  return {
    get(collection, id) {
      const docs = recentIn(collection);
      if (docs.has(id)) return docs.get(id);
      const json = textOf(select.get(collection, id), 'json');
      return json === null ? undefined : (JSON.parse(json) as Doc); // `store` wrote it
    },
    set: (collection, id, doc) => void recentIn(collection).set(id, doc),
    flush() {
      file.exec('begin');
      for (const [collection, docs] of recent) for (const [id, doc] of docs) store(collection, id, doc);
      file.exec('commit');
      recent.clear();
    },
    clear() {
      recent.clear();
      file.exec('delete from docs');
    },
    count: (collection) => Number(file.prepare('select count(*) as count from docs where collection = ?').get(collection)?.count),
    uncheck: (collection) => void file.prepare('update docs set checked = 0 where collection = ?').run(collection),
    check: (collection, id) => textOf(check.get(collection, id), 'json'),
    unchecked(collection) {
      const row = file.prepare('select id, json from docs where collection = ? and checked = 0 order by id limit 1').get(collection);
      const [id, json] = [textOf(row, 'id'), textOf(row, 'json')];
      return id === null || json === null ? undefined : { id, json };
    },
    close: () => file.close(),
  };
}
