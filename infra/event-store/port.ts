/** Place in the log of all events. Positions grow in commit order, so a reader never skips an event. 0 lies before the first. */
export type Position = number;

export interface EventMeta {
  /** Account that acted; null is the system itself. */
  actorId: string | null;
  /** One per command; events of one command share it. */
  commandId: string;
  /** Hash of the request that the command came from, present when the client asked for idempotency. */
  requestHash?: string;
  /** W3C trace id, 32 hex digits. */
  traceId?: string;
  /** Span that it was written in, 16 hex digits; only where the trace is recorded. */
  spanId?: string;
  /** Role that the actor had beyond that of an ordinary user; what somebody with one does stands in the audit log. */
  role?: string;
  /** Bulk job that the command was part of. */
  jobId?: string;
  /** Reason why the product made the command, as in `proto/kit/cause.ts`; absent when a person asked for it. */
  cause?: string;
}

export interface NewEvent {
  /** UUID; appending the same id to the same stream again changes nothing. */
  id: string;
  type: string;
  /** Version of the payload's schema, from 1. */
  schema: number;
  data: Record<string, unknown>;
  meta: EventMeta;
  /** When it was decided, ISO 8601 UTC with milliseconds; the store keeps it as given. */
  at: string;
}

export interface RecordedEvent extends NewEvent {
  stream: string;
  /** Place in its stream, from 1. */
  version: number;
  position: Position;
  /** Build of a read model, as `stories@2001`, in which its documents were stored along with it. */
  inlined?: string;
}

/** Version that a stream must have for an append to go through: 0 = must not exist yet, `any` = whatever it has. */
export type ExpectedVersion = number | 'any';

export interface Appended {
  /** Version of the stream after the append. */
  version: number;
  /** Position of the last appended event. */
  position: Position;
  /** The events were there already, and these are their places. */
  repeated: boolean;
}

/** Events of another stream that go with an append: the beginning of a thing that is made along with what is appended. */
export interface CompanionEvents {
  stream: string;
  /** Version that this stream must have. */
  expected: number;
  events: NewEvent[];
}

/** Changes that events make to the documents of their own stream. */
export interface DocumentChanges {
  /** Build of a read model that the documents belong to, as `stories@2001`. */
  build: string;
  /** Documents as they are after the events; null where one is gone. `collection` is the name that it is stored under. */
  docs: readonly { collection: string; id: string; doc: Record<string, unknown> | null }[];
  /** Fields of numbers, by collection, in which events of other streams count: they are 0 in `docs`, and stay as they are stored. */
  counted?: Readonly<Record<string, readonly string[]>>;
}

/** State of a stream at a version, so that a long stream need not be read from its start. */
export interface Snapshot {
  version: number;
  state: unknown;
}

/** The log of everything that happened. Adapters: one file each beside this one; all run `contract.ts`. */
export interface EventStore {
  /**
   * Adds events to a stream, all or none; durable when it resolves. When all `events` are in this stream already, by id, it answers their position
   * and changes nothing.
   *
   * `companions` come before the stream in the log. A companion whose events are in its stream already is done. Engines with transactions store all
   * or nothing. Engines without store companions first, so `events` never lack them; after a conflict on the stream they stay behind. So a companion
   * must do no harm alone, and a new decision must look for it.
   *
   * An engine that keeps log and read models together stores `documents` with the events, which are then marked `inlined`. It does so when the build
   * is in use and up to date. Otherwise documents follow from the events.
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
  /** Events of one stream with a version above `after` (default 0) and not above `upTo` (default its end), in order. An unknown stream is empty. */
  read(stream: string, after?: number, upTo?: number): Promise<RecordedEvent[]>;
  /** Events of some streams, each in order, by the name of the stream; an unknown one is empty. For a few hundred streams at a time. */
  readMany(streams: readonly string[]): Promise<Map<string, RecordedEvent[]>>;
  /** The event of this id: of any stream where the engine knows ids beyond a stream, else of `stream` alone. */
  find(id: string, stream: string): Promise<RecordedEvent | null>;
  /**
   * Events of all streams with a position above `after`, in order, at most `limit`. Whoever knows that the log goes up to `upTo`, and asks for
   * nothing beyond, may be answered from memory.
   */
  readAll(after: Position, limit: number, upTo?: Position): Promise<RecordedEvent[]>;
  /** Position of the last event, 0 when there is none. */
  head(): Promise<Position>;
  /** Calls `wake` soon after events were appended by any process. A hint: it may come late, twice or for nothing. Returns the unsubscribe. */
  onAppended(wake: () => void): () => void;
  /** Latest snapshot of the stream taken with this `schema` (name and version of the state's shape), if any. */
  readSnapshot(stream: string, schema: string): Promise<Snapshot | null>;
  /** Keeps a snapshot in place of an older one. Losing it must cost time only. */
  writeSnapshot(stream: string, schema: string, snapshot: Snapshot): Promise<void>;
  close(): Promise<void>;
}

/** The stream is not where the writer thought it was. */
export class VersionConflict extends Error {
  readonly code = 'event-store/version-conflict';
  constructor(stream: string, expected: ExpectedVersion) {
    super(`${stream} is not at version ${expected}`);
  }
}

/** An event of this id is in the log already, in another stream than the one it was to be appended to. */
export class DuplicateEvent extends Error {
  readonly code = 'event-store/duplicate';
  constructor(stream: string) {
    super(`Another stream has an event that was to be appended to ${stream}`);
  }
}

/** The event itself cannot be stored, whoever tries. */
export class UnstorableEvent extends Error {
  readonly code: string = 'event-store/unstorable';
}

/** The events are more than the engine takes in one append; each by itself might be stored. */
export class AppendTooLarge extends UnstorableEvent {
  override readonly code = 'event-store/too-large';
}
