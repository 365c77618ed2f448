import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { upcast } from '@waystory/proto/kit/event.ts';
import type { EventStore, Position, RecordedEvent } from '../event-store/port.ts';
import { type Doc, type ProjectionStore, physicalName, watermarkOf } from '../projection-store/port.ts';
import type { AnyEventInContext, AnyProjection, Docs } from './projection.ts';

// Verification shares only the handlers with the projector, because the handlers define the documents. With a shared fold, a fault of the fold would
// stay hidden.

/** Longest wait until a projection is at the head of the log and does not change, milliseconds. */
const patienceMs = 30_000;
const askEveryMs = 50;
const pageSize = 1_000;

/** A document that differs from the replay of the log. Both forms are canonical JSON; null for a missing document. */
export interface DocumentDifference {
  id: string;
  expected: string | null;
  stored: string | null;
}

export interface VerificationResult {
  projection: string;
  collection: string;
  /** Number of documents that the replay yields. */
  documents: number;
  equal: boolean;
  firstDifference?: DocumentDifference;
}

export interface VerifyOptions {
  projections: readonly AnyProjection[];
  events: EventStore;
  store: ProjectionStore;
}

/**
 * Replays the log and compares every document of the builds in use.
 * @throws Error when a projection is not at the head of the log within 30 seconds.
 */
export async function verify({ projections, events, store }: VerifyOptions): Promise<VerificationResult[]> {
  const deadline = Date.now() + patienceMs;
  const head = await events.head();
  const verified: VerificationResult[] = [];
  for (const projection of projections) {
    const docs = createReplayedDocs();
    try {
      verified.push(...(await verifyOne(projection, docs, { events, store, head, deadline })));
    } finally {
      docs.close();
    }
  }
  return verified;
}

interface Verifying extends Pick<VerifyOptions, 'events' | 'store'> {
  head: Position;
  /** End of the wait, milliseconds since 1970. */
  deadline: number;
}

async function verifyOne(projection: AnyProjection, docs: ReplayedDocs, { events, store, head, deadline }: Verifying): Promise<VerificationResult[]> {
  const replay = createReplay(projection, docs);
  for (;;) {
    const { build, watermark } = await reached(projection, store, head, deadline);
    await replay.upTo(events, watermark);
    const verified: VerificationResult[] = [];
    for (const [key, { name }] of Object.entries(projection.collections)) {
      const firstDifference = await compare(store, physicalName(name, build), docs, key);
      verified.push({
        projection: projection.name,
        collection: name,
        documents: docs.count(key),
        equal: !firstDifference,
        ...(firstDifference && { firstDifference }),
      });
    }
    // A difference is only valid if no event arrived during the comparison.
    const now = await progress(projection, store);
    const still = now.build === build && now.watermark === watermark && (await events.head()) <= watermark;
    if (verified.every(({ equal }) => equal) || still || Date.now() > deadline) return verified;
  }
}

interface Reached {
  build: number | undefined;
  watermark: Position;
}

async function progress({ name }: AnyProjection, store: ProjectionStore): Promise<Reached> {
  const build = (await store.activeVersions())[name];
  return { build, watermark: build === undefined ? 0 : watermarkOf(await store.checkpoints(physicalName(name, build))) };
}

async function reached(projection: AnyProjection, store: ProjectionStore, head: Position, deadline: number): Promise<Reached & { build: number }> {
  for (;;) {
    const { build, watermark } = await progress(projection, store);
    if (build !== undefined && watermark >= head) return { build, watermark };
    if (Date.now() > deadline) throw new Error(`${projection.name} is at ${watermark} of ${head} after ${patienceMs / 1_000} s`);
    await pause(askEveryMs);
  }
}

interface Replay {
  /** Replays events up to a position. */
  upTo(events: EventStore, watermark: Position): Promise<void>;
}

function createReplay(projection: AnyProjection, docs: ReplayedDocs): Replay {
  const handlers = new Map(Object.entries(projection.on));
  const keys = Object.keys(projection.collections);
  const asideStreams = new Set<string>();
  let position: Position = 0;

  const apply = (event: RecordedEvent): void => {
    const handler = handlers.get(event.type);
    if (!handler || asideStreams.has(event.stream)) return;
    const overlay = new Map(keys.map((key) => [key, new Map<string, Doc | undefined>()]));
    try {
      handler(
        eventInContext(projection, event),
        Object.fromEntries([...overlay].map(([key, changes]) => [key, docsOver((id) => docs.get(key, id), changes)])),
      );
    } catch {
      // As in the projector, a poison event stops its stream: it is parked with all later events.
      asideStreams.add(event.stream);
      return;
    }
    for (const [key, changes] of overlay) for (const [id, doc] of changes) docs.set(key, id, doc);
  };
  return {
    upTo: async (events, watermark) => {
      if (watermark < position) {
        // Readers were switched to a build with a lower watermark, so the replay starts again.
        docs.clear();
        asideStreams.clear();
        position = 0;
      }
      while (position < watermark) {
        const page = (await events.readAll(position, pageSize)).filter((event) => event.position <= watermark);
        for (const event of page) apply(event);
        docs.flush();
        position = page.at(-1)?.position ?? watermark;
      }
    },
  };
}

const eventInContext = (projection: AnyProjection, event: RecordedEvent): AnyEventInContext => ({
  type: event.type,
  data: upcast(projection.reads, event),
  stream: event.stream,
  at: event.at,
  version: event.version,
  position: event.position,
  actorId: event.meta.actorId,
  role: event.meta.role,
  jobId: event.meta.jobId,
});

const docsOver = (stored: (id: string) => Doc | undefined, overlay: Map<string, Doc | undefined>): Docs<Doc> => {
  const get = (id: string): Doc | undefined => (overlay.has(id) ? overlay.get(id) : stored(id));
  return { get, update: (id, change) => void overlay.set(id, change(get(id)) ?? undefined), create: (id, doc) => void overlay.set(id, doc) };
};

/** The first differing document, in the store's order. */
async function compare(store: ProjectionStore, collection: string, replayed: ReplayedDocs, key: string): Promise<DocumentDifference | undefined> {
  replayed.uncheck(key);
  for await (const { id, doc } of store.scan(collection)) {
    const wanted = replayed.check(key, id);
    const difference = { id, expected: wanted && canonicalJson(JSON.parse(wanted)), stored: doc === null ? null : canonicalJson(doc) };
    if (difference.expected !== difference.stored) return difference;
  }
  const missing = replayed.unchecked(key);
  return missing && { id: missing.id, expected: canonicalJson(JSON.parse(missing.json)), stored: null };
}

/** JSON with sorted keys in every object, so that equal values yield equal texts. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** Documents of a replay by collection and id. Documents since the last flush are in memory, all others in a file. */
interface ReplayedDocs {
  get(collection: string, id: string): Doc | undefined;
  /** Stores a document; undefined deletes it. */
  set(collection: string, id: string, doc: Doc | undefined): void;
  /** Moves documents from memory to the file. */
  flush(): void;
  clear(): void;
  /** Number of documents of a collection. This and the following members see only flushed documents. */
  count(collection: string): number;
  /** Marks all documents of a collection as unchecked. */
  uncheck(collection: string): void;
  /** Marks a document as checked and returns its JSON; null for a missing document. */
  check(collection: string, id: string): string | null;
  /** Any document that is not marked as checked. */
  unchecked(collection: string): { id: string; json: string } | undefined;
  close(): void;
}

/** Schema of a temporary SQLite file without a name. It is deleted with the connection, so it needs no crash safety. */
const schema = `pragma journal_mode = off; pragma synchronous = off;
  create table docs (collection text, id text, json text not null, checked int not null default 0, primary key (collection, id)) without rowid`;

const textOf = (row: Record<string, unknown> | undefined, column: string): string | null => (typeof row?.[column] === 'string' ? row[column] : null);

function createReplayedDocs(): ReplayedDocs {
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
      return json === null ? undefined : (JSON.parse(json) as Doc); // as: `store` wrote it
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
