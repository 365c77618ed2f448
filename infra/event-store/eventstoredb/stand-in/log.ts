import { type EventStore, type NewEvent, VersionConflict } from '../../port.ts';

/** The server's default limit for the event data of one append, bytes. */
const maxAppendBytes = 1_048_576;
/** Factor between versions of our log and positions of the stand-in. Positions of a real log are byte offsets, so most numbers are no position. */
const bytesPerRecord = 64;
/** Page size of searches in the log. */
const pageSize = 500;

/** An event with the fields of the server's protocol. */
export interface LogRecord {
  id: string;
  stream: string;
  revision: number;
  position: number;
  type: string;
  contentType: string;
  /** Milliseconds since 1970. */
  created: number;
  data: Uint8Array;
  metadata: Uint8Array;
}
export type ProposedEvent = Pick<LogRecord, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;

/** Settings of a stream: the data of the last event of its metadata stream. */
interface Settings {
  $maxCount?: number;
  /** Truncation: events below this revision are hidden. */
  $tb?: number;
}

export class TooLarge extends Error {
  readonly maxAppendBytes = maxAppendBytes;
}
export class NoSuchPosition extends Error {}

export interface StandInLog {
  /** @returns revision and position of the last event, or after a conflict the stream's current revision (-1 = no stream). */
  append(
    stream: string,
    expected: number | 'any',
    events: ProposedEvent[],
  ): Promise<{ written: { revision: number; position: number } } | { current: number }>;
  /** Visible events of a stream from a revision on; null for an unknown stream. */
  stream(name: string, from: number): Promise<LogRecord[] | null>;
  /** Records from a position on, inclusive. */
  forwards(from: number): AsyncGenerator<LogRecord>;
  /** Records before a position, or before the end, newest first. */
  backwards(from: number | 'end'): AsyncGenerator<LogRecord>;
  end(): Promise<number>;
  onAppended: EventStore['onAppended'];
}

/** A log like EventStoreDB's, stored in one of our event stores, which must be empty and without other writers. */
export function createStandInLog(store: EventStore): StandInLog {
  /** Last revision of each stream, cached because each conflict and each read needs it. */
  const ends = new Map<string, number>();
  const settings = new Map<string, Settings>();
  const written = (name: string, revision: number, last: ProposedEvent | undefined): void => {
    ends.set(name, Math.max(revision, ends.get(name) ?? 0));
    if (last && name.startsWith('$$')) settings.set(name.slice(2), JSON.parse(new TextDecoder().decode(last.data)));
  };
  return {
    append: async (name, expected, proposed) => {
      if (proposed.reduce((sum, { type, data, metadata }) => sum + type.length + data.length + metadata.length, 0) > maxAppendBytes)
        throw new TooLarge();
      try {
        const { version, position } = await store.append(name, expected === 'any' ? expected : expected + 1, proposed.map(kept));
        written(name, version - 1, proposed.at(-1));
        return { written: { revision: version - 1, position: position * bytesPerRecord } };
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error;
        return { current: ends.get(name) ?? -1 };
      }
    },
    stream: async (name, from) => {
      const end = ends.get(name);
      if (end === undefined) return null;
      const { $maxCount = end + 1, $tb = 0 } = settings.get(name) ?? {};
      const first = Math.max($tb, end + 1 - $maxCount);
      return first > end ? null : (await store.read(name, Math.max(from, first))).map(record);
    },
    forwards: (from) => forwards(store, from),
    backwards: (from) => backwards(store, from),
    end: async () => (await store.head()) * bytesPerRecord,
    onAppended: store.onAppended,
  };
}

async function* forwards(store: EventStore, from: number): AsyncGenerator<LogRecord> {
  for (let after = placeOf(from) - 1; ; ) {
    const page = await store.readAll(Math.max(after, 0), pageSize);
    for (const event of page) yield record(event);
    if (page.length < pageSize) return;
    after = page.at(-1)?.position ?? after;
  }
}

async function* backwards(store: EventStore, from: number | 'end'): AsyncGenerator<LogRecord> {
  for (let to = from === 'end' ? await store.head() : placeOf(from) - 1; to > 0; to -= pageSize) {
    const page = await store.readAll(Math.max(to - pageSize, 0), pageSize);
    for (const event of page.filter(({ position }) => position <= to).reverse()) yield record(event);
  }
}

function placeOf(position: number): number {
  if (position % bytesPerRecord !== 0) throw new NoSuchPosition(`No record begins at ${position}`);
  return position / bytesPerRecord;
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Encodes an event for the underlying store. Data and metadata are stored as base64, because the server does not interpret them. */
const kept = ({ id, type, contentType, data, metadata }: ProposedEvent): NewEvent => ({
  id,
  type,
  schema: 1,
  data: { contentType, data: base64(data), metadata: base64(metadata) },
  meta: { actorId: null, commandId: id },
  at: new Date().toISOString(),
});

function record(event: Awaited<ReturnType<EventStore['read']>>[number]): LogRecord {
  const { id, stream, type, version, position, at } = event;
  // as: `kept` wrote them, and nothing else writes to this store
  const { contentType, data, metadata } = event.data as Record<'contentType' | 'data' | 'metadata', string>;
  return {
    id,
    stream,
    type,
    contentType,
    revision: version - 1,
    position: position * bytesPerRecord,
    created: Date.parse(at),
    data: Buffer.from(data, 'base64'),
    metadata: Buffer.from(metadata, 'base64'),
  };
}
