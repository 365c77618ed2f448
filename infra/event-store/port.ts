/** Place of an event in the whole log. Positions grow in commit order, so a reader never skips an event. 0 precedes the first event. */
export type Position = number;

export interface EventMeta {
  /** Acting account; null for the system itself. */
  actorId: string | null;
  /** One per command; events of one command share it. */
  commandId: string;
  /** Hash of the request behind the command; present when the client requested idempotency. */
  requestHash?: string;
  /** W3C trace id, 32 hex digits. */
  traceId?: string;
  /** Span of the append, 16 hex digits; present in a recorded trace. */
  spanId?: string;
  /** Role of the actor above that of an ordinary user; such events appear in the audit log. */
  role?: string;
  /** Bulk job of the command. */
  jobId?: string;
  /** Reason of a command issued by the product, as in `proto/kit/cause.ts`; absent when a person requested it. */
  cause?: string;
}

export interface NewEvent {
  /** UUID and idempotency key: appending it to the same stream again changes nothing. */
  id: string;
  type: string;
  /** Version of the payload's schema, from 1. */
  schema: number;
  data: Record<string, unknown>;
  meta: EventMeta;
  /** Time of the decision, ISO 8601 UTC with milliseconds; the store keeps it as given. */
  at: string;
}

export interface RecordedEvent extends NewEvent {
  stream: string;
  /** Place in its stream, from 1. */
  version: number;
  position: Position;
  /** Read-model build, such as `stories@2001`, whose documents were stored together with the event. */
  inlined?: string;
}

/** Version that an append requires of its stream: 0 = must not exist yet, `any` = no check. */
export type ExpectedVersion = number | 'any';

export interface Appended {
  /** Version of the stream after the append. */
  version: number;
  /** Position of the last appended event. */
  position: Position;
  /** True when the events existed already; the other fields are their places. */
  repeated: boolean;
}

/** Events of another stream that belong to an append: the beginning of an entity that is created together with it. */
export interface CompanionEvents {
  stream: string;
  /** Required version of this stream. */
  expected: number;
  events: NewEvent[];
}

/** Changes that events make to the documents of their own stream. */
export interface DocumentChanges {
  /** Build of the documents' read model, such as `stories@2001`. */
  build: string;
  /** Documents after the events; null for a removed one. `collection` is the storage name. */
  docs: readonly { collection: string; id: string; doc: Record<string, unknown> | null }[];
  /** Counter fields by collection, which events of other streams change. They are 0 in `docs`, and their stored values stay. */
  counted?: Readonly<Record<string, readonly string[]>>;
}

/** State of a stream at a version, so that a long stream need not be read from its start. */
export interface Snapshot {
  version: number;
  state: unknown;
}

/** The event log. Adapters: one file each beside this one; all run `contract.ts`. */
export interface EventStore {
  /**
   * Appends events to a stream, all or none; durable when it resolves. When the stream holds all `events` by id, it returns their position and
   * changes nothing.
   * `companions` precede the stream in the log. A companion whose stream holds its events is done. Engines with transactions store all or nothing.
   * Other engines store companions first, so `events` never lack them; after a conflict on the stream they stay behind. A companion must therefore do
   * no harm alone, and a new decision must look for it.
   * An engine with log and read models in one database stores `documents` with the events, which are then marked `inlined`. It does so when the build
   * is in use and up to date; otherwise documents follow from the events.
   * @throws VersionConflict when the stream is not at `expected`, or a companion's is not
   * @throws DuplicateEvent when another stream has one of the events, as far as the engine knows ids beyond a stream
   * @throws UnstorableEvent when an event cannot be stored; concurrent appends are not affected
   */
  append(
    stream: string,
    expected: ExpectedVersion,
    events: NewEvent[],
    companions?: readonly CompanionEvents[],
    documents?: DocumentChanges | null,
  ): Promise<Appended>;
  /** Events of one stream with versions above `after` (default 0) up to `upTo` (default its end), in order. An unknown stream is empty. */
  read(stream: string, after?: number, upTo?: number): Promise<RecordedEvent[]>;
  /** Events of up to a few hundred streams by stream name, each in order; an unknown stream is empty. */
  readMany(streams: readonly string[]): Promise<Map<string, RecordedEvent[]>>;
  /** Event with this id: from any stream where the engine knows ids beyond a stream, else from `stream` alone. */
  find(id: string, stream: string): Promise<RecordedEvent | null>;
  /**
   * Events of all streams above `after`, in order, at most `limit`. A caller that knows the log to reach `upTo`, and needs no later event, may be
   * answered from memory.
   */
  readAll(after: Position, limit: number, upTo?: Position): Promise<RecordedEvent[]>;
  /** Position of the last event; 0 for an empty log. */
  head(): Promise<Position>;
  /** Calls `wake` soon after an append by any process. It is a hint, which may come late, twice or without cause. Returns the unsubscribe. */
  onAppended(wake: () => void): () => void;
  /** Latest snapshot of the stream with this `schema` (name and version of the state's shape), if any. */
  readSnapshot(stream: string, schema: string): Promise<Snapshot | null>;
  /** Replaces an older snapshot. Its loss must cost time only. */
  writeSnapshot(stream: string, schema: string, snapshot: Snapshot): Promise<void>;
  close(): Promise<void>;
}

/** The stream is not at the version that the writer expected. */
export class VersionConflict extends Error {
  readonly code = 'event-store/version-conflict';
  constructor(stream: string, expected: ExpectedVersion) {
    super(`${stream} is not at version ${expected}`);
  }
}

/** Another stream holds an event with this id already. */
export class DuplicateEvent extends Error {
  readonly code = 'event-store/duplicate';
  constructor(stream: string) {
    super(`Another stream has an event that was to be appended to ${stream}`);
  }
}

/** The event itself cannot be stored, by any writer. */
export class UnstorableEvent extends Error {
  readonly code: string = 'event-store/unstorable';
}

/** The events exceed the engine's limit of one append; each alone might be stored. */
export class AppendTooLarge extends UnstorableEvent {
  override readonly code = 'event-store/too-large';
}

const pageSize = 1_000;

/** The log after a position, page by page, up to its end at the time of the last read. */
export async function* logPages(events: Pick<EventStore, 'readAll'>, after: Position = 0): AsyncGenerator<readonly RecordedEvent[], void, undefined> {
  for (let position = after; ; ) {
    const page = await events.readAll(position, pageSize);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    position = last.position;
  }
}
