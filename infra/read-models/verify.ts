import { setTimeout as pause } from 'node:timers/promises';
import { upcast } from '@waystory/proto/kit/event.ts';
import type { EventStore, Position, RecordedEvent } from '../event-store/port.ts';
import { type Doc, type ProjectionStore, physicalName } from '../projection-store/port.ts';
import type { AnyEventInContext, AnyProjection, Docs } from './projection.ts';

// Shares nothing with the projector but the handlers, which are the definition: a fault in its fold must not hide itself.

/** How long projections may take to get to the end of the log, and to hold still. */
const patienceMs = 30_000;
const askEveryMs = 50;
const pageSize = 1_000;

/** A document that is not what the log says, as canonical JSON; null = not there. */
export interface Difference {
  id: string;
  expected: string | null;
  stored: string | null;
}

export interface Verified {
  projection: string;
  collection: string;
  /** Number of documents that the log leads to. */
  documents: number;
  equal: boolean;
  firstDifference?: Difference;
}

export interface VerifyOptions {
  projections: readonly AnyProjection[];
  events: EventStore;
  store: ProjectionStore;
}

/**
 * Replays the log and compares every document of the builds in use with it.
 * @throws Error when a projection is not at the end of the log within 30 seconds.
 */
export async function verify({ projections, events, store }: VerifyOptions): Promise<Verified[]> {
  const deadline = Date.now() + patienceMs;
  const head = await events.head();
  const verified: Verified[] = [];
  for (const projection of projections) verified.push(...(await verifyOne(projection, events, store, head, deadline)));
  return verified;
}

async function verifyOne(
  projection: AnyProjection,
  events: EventStore,
  store: ProjectionStore,
  head: Position,
  deadline: number,
): Promise<Verified[]> {
  const replay = createReplay(projection);
  for (;;) {
    const { build, watermark } = await reached(projection, store, head, deadline);
    await replay.upTo(events, watermark);
    const verified: Verified[] = [];
    for (const [key, { name }] of Object.entries(projection.collections)) {
      const expected = replay.docs(key);
      const firstDifference = await compare(store, physicalName(name, build), expected);
      verified.push({
        projection: projection.name,
        collection: name,
        documents: expected.size,
        equal: !firstDifference,
        ...(firstDifference && { firstDifference }),
      });
    }
    // While events arrive, documents are ahead of the place that was compared.
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
  const checkpoints = build === undefined ? [] : Object.values(await store.checkpoints(physicalName(name, build)));
  return { build, watermark: checkpoints.length > 0 ? Math.min(...checkpoints.map(({ watermark }) => watermark)) : 0 };
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
  upTo(events: EventStore, watermark: Position): Promise<void>;
  /** Documents of a collection as they must be. */
  docs(key: string): ReadonlyMap<string, Doc>;
}

function createReplay(projection: AnyProjection): Replay {
  const handlers = new Map(Object.entries(projection.on));
  let maps = new Map<string, Map<string, Doc>>(Object.keys(projection.collections).map((key) => [key, new Map()]));
  const asideStreams = new Set<string>();
  let position: Position = 0;

  const apply = (event: RecordedEvent): void => {
    const handler = handlers.get(event.type);
    if (!handler || asideStreams.has(event.stream)) return;
    const overlay = new Map([...maps.keys()].map((key) => [key, new Map<string, Doc | undefined>()]));
    try {
      handler(
        eventInContext(projection, event),
        Object.fromEntries([...maps].map(([key, docs]) => [key, docsOver(docs, overlay.get(key) ?? new Map())])),
      );
    } catch {
      // An event that its handler cannot take is parked with all that follow in its stream.
      asideStreams.add(event.stream);
      return;
    }
    for (const [key, changes] of overlay)
      for (const [id, doc] of changes) doc === undefined ? maps.get(key)?.delete(id) : maps.get(key)?.set(id, doc);
  };
  return {
    docs: (key) => maps.get(key) ?? new Map(),
    upTo: async (events, watermark) => {
      if (watermark < position) {
        // Another build took over and is not as far.
        maps = new Map([...maps.keys()].map((key) => [key, new Map()]));
        asideStreams.clear();
        position = 0;
      }
      while (position < watermark) {
        const page = (await events.readAll(position, pageSize)).filter((event) => event.position <= watermark);
        for (const event of page) apply(event);
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

const docsOver = (docs: ReadonlyMap<string, Doc>, overlay: Map<string, Doc | undefined>): Docs<Doc> => {
  const get = (id: string): Doc | undefined => (overlay.has(id) ? overlay.get(id) : docs.get(id));
  return { get, update: (id, change) => void overlay.set(id, change(get(id))), create: (id, doc) => void overlay.set(id, doc) };
};

/** The first document, by the order of the store, that differs. */
async function compare(store: ProjectionStore, collection: string, expected: ReadonlyMap<string, Doc>): Promise<Difference | undefined> {
  const unseen = new Set(expected.keys());
  for await (const { id, doc } of store.scan(collection)) {
    unseen.delete(id);
    const wanted = expected.get(id);
    const difference = { id, expected: wanted === undefined ? null : canonicalJson(wanted), stored: doc === null ? null : canonicalJson(doc) };
    if (difference.expected !== difference.stored) return difference;
  }
  for (const id of unseen) return { id, expected: canonicalJson(expected.get(id)), stored: null };
  return undefined;
}

/** JSON with the keys of every object in order, so that equal values are equal texts. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
