/** Position of an event in the log of all streams. Positions grow in commit order, so a reader never skips an event. 0 precedes the first event. */
export type Position = number;

export interface EventMeta {
  /** Acting account; null for the product itself and for anonymous visitors. */
  actorId: string | null;
  /** Command id; all events of one command share it. */
  commandId: string;
  /** Hash of the request that issued the command; present when the client sent an idempotency key. */
  requestHash?: string;
  /** W3C trace id, 32 hex digits. */
  traceId?: string;
  /** Span of the command, 16 hex digits; present when the trace is sampled. */
  spanId?: string;
  /** Role of the actor above that of an ordinary user; such events appear in the audit log. */
  role?: string;
  /** Id of the bulk job that issued the command. */
  jobId?: string;
  /** Reason of a command issued by the product, as in `proto/kit/cause.ts`; absent when a person requested it. */
  cause?: string;
}

export interface NewEvent {
  /** UUID and idempotency key: a repeated append to the same stream changes nothing. */
  id: string;
  type: string;
  /** Version of the payload's schema, from 1. */
  schema: number;
  data: Record<string, unknown>;
  meta: EventMeta;
  /** Time of the decision, ISO 8601 UTC with milliseconds; the store does not change it. */
  at: string;
}

export interface RecordedEvent extends NewEvent {
  stream: string;
  /** Sequence number of the event in its stream, from 1. */
  version: number;
  position: Position;
  /** Read-model build, such as `stories@2001`, whose documents were stored together with the event. */
  inlined?: string;
}

/** Version that an append requires of its stream (optimistic concurrency): 0 = the stream must not exist yet, `any` = no check. */
export type ExpectedVersion = number | 'any';

export interface AppendOutcome {
  /** Version of the stream after the append. */
  version: number;
  /** Position of the last appended event. */
  position: Position;
  /** True when the events existed already; the other fields then describe the earlier append. */
  repeated: boolean;
}

/** Events of another stream that are appended together with the main events, such as the first events of a linked entity. */
export interface CompanionEvents {
  stream: string;
  /** Required version of this stream. */
  expected: number;
  events: NewEvent[];
}

/** Changes of documents that follow from the events of one stream. */
export interface DocumentChanges {
  /** Build of the documents' read model, such as `stories@2001`. */
  build: string;
  /** Documents after the events; `doc` is null for a deleted document. `collection` is the storage name. */
  docs: readonly { collection: string; id: string; doc: Record<string, unknown> | null }[];
  /** Counter fields by collection, which events of other streams change. They are 0 in `docs`, and their stored values stay. */
  counted?: Readonly<Record<string, readonly string[]>>;
}

/** State of a stream at a version, so that a long stream need not be read from its start. */
export interface Snapshot {
  version: number;
  state: unknown;
}

/** The event log. Each adapter is a file in this folder; all run `contract.ts`. */
export interface EventStore {
  /**
   * Appends events to a stream, all or none; durable when it resolves. If the stream contains all `events` by id, it returns their position and
   * changes nothing.
   * `companions` precede the events in the log. A companion whose events its stream contains already is skipped. Engines with transactions store all
   * or nothing. Other engines store companions first, so `events` are never stored without them; after a conflict on the stream, the companions
   * remain. A companion must therefore do no harm alone, and a new decision must look for it.
   * An engine with log and read models in one database stores `documents` with the events, which are then marked `inlined`. It does so when the build
   * is in use and up to date; otherwise projectors derive the documents from the events.
   * @throws VersionConflict when the stream, or that of a companion, is not at its expected version
   * @throws DuplicateEvent when another stream contains one of the events, if the engine checks ids across streams
   * @throws UnstorableEvent when an event cannot be stored; concurrent appends are not affected
   */
  append(
    stream: string,
    expected: ExpectedVersion,
    events: NewEvent[],
    companions?: readonly CompanionEvents[],
    documents?: DocumentChanges | null,
  ): Promise<AppendOutcome>;
  /** Events of one stream with versions above `after` (default 0) up to `upTo` (default its end), in order. An unknown stream is empty. */
  read(stream: string, after?: number, upTo?: number): Promise<RecordedEvent[]>;
  /** Events of up to a few hundred streams, by stream name and in order; an unknown stream has none. */
  readMany(streams: readonly string[]): Promise<Map<string, RecordedEvent[]>>;
  /** Event with this id: from any stream if the engine checks ids across streams, else from `stream` alone. */
  find(id: string, stream: string): Promise<RecordedEvent | null>;
  /**
   * Events of all streams above `after`, in order, at most `limit`. With `upTo`, a position that the log has reached, the result may come from memory
   * and may lack events above `upTo`.
   */
  readAll(after: Position, limit: number, upTo?: Position): Promise<RecordedEvent[]>;
  /** Position of the last event; 0 for an empty log. */
  head(): Promise<Position>;
  /**
   * Calls `wake` soon after an append by any process. It is only a hint: late, repeated or superfluous calls are possible. Returns the unsubscribe
   * function.
   */
  onAppended(wake: () => void): () => void;
  /** Latest snapshot of the stream with this `schema` (name and version of the state's shape), if any. */
  readSnapshot(stream: string, schema: string): Promise<Snapshot | null>;
  /** Replaces an older snapshot. Snapshots may be lost, because they only save reads. */
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
