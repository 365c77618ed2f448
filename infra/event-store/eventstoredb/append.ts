import { setTimeout as pause } from 'node:timers/promises';
import type { EventData } from '@eventstore/db-client';
import {
  type AppendOutcome,
  AppendTooLarge,
  type EventStore,
  type ExpectedVersion,
  type NewEvent,
  type Position,
  type RecordedEvent,
  UnstorableEvent,
  VersionConflict,
} from '../port.ts';
import { encodeEvents, errorKindOf, positionOf, statusCodeOf, toSafeInteger, versionOf } from './calls.ts';
import type { Connection } from './client.ts';

/** Attempts of an append at any version after lost races; only a permanently busy stream needs that many. */
const maxAttempts = 200;

interface Append {
  stream: string;
  events: NewEvent[];
  data: EventData[];
}

/** gRPC status codes of an append refused for its content, mostly its size: invalid argument, resources exhausted, out of range. */
const unstorableCodes: readonly unknown[] = [3, 8, 11];

/** Error kind by which the client, or gRPC below it, reports an append above the server's limit. */
const tooLargeKind = 'maximum-append-size-exceeded';
const sizeSaid = /maximum append size|message (exceeds|larger)/i;

interface Target {
  connected: () => Promise<Connection>;
  /** Cache of the event ids in the streams. */
  known: KnownIds;
}

/** Creates the append of the store. `known` caches the event ids of streams. */
export function createAppend(connected: () => Promise<Connection>, known: KnownIds): EventStore['append'] {
  const target = { connected, known };
  const inTurn = oneByOnePerStream();
  const appendOne = async (append: Append, expected: ExpectedVersion): Promise<AppendOutcome> => {
    if (expected === 'any') return inTurn(append.stream, () => appendAtAny(target, append));
    if (!Number.isSafeInteger(expected) || expected < 0) throw new VersionConflict(append.stream, expected);
    return appendAt(target, append, expected);
  };
  return async (stream, expected, events, companions = []) => {
    const append = { stream, events, data: encodeEvents(stream, events) };
    const along = companions.map((one) => ({ ...one, data: encodeEvents(one.stream, one.events) }));
    const ids = [append, ...along].flatMap((one) => one.events.map(({ id }) => id));
    if (new Set(ids).size < ids.length) throw new UnstorableEvent(`Two events for ${stream} have the same id`);
    if (new Set([stream, ...along.map((one) => one.stream)]).size <= along.length) {
      throw new UnstorableEvent(`A companion of ${stream} is for a stream that comes twice`);
    }
    // The server appends to one stream at a time. Most conflicts are therefore detected before companions are stored, which would otherwise remain
    // without the append.
    if (along.length > 0) await mustBeAt(target, append, expected);
    for (const one of along) await appendOne(one, one.expected);
    return appendOne(append, expected);
  };
}

/** @throws VersionConflict when the stream is not at `expected` and does not contain the events yet. */
async function mustBeAt({ connected, known }: Target, append: Append, expected: ExpectedVersion): Promise<void> {
  if (expected === 'any') return;
  const stream = await known.toEnd(append.stream);
  if (stream.version !== expected && !(await repetition(await connected(), append, stream))) throw new VersionConflict(append.stream, expected);
}

async function appendAt({ connected, known }: Target, append: Append, expected: number): Promise<AppendOutcome> {
  const { stream, events, data } = append;
  const connection = await connected();
  const repeated = await repetition(connection, append, await known.upTo(stream, expected));
  if (repeated) return repeated;
  try {
    const { nextExpectedRevision, position } = await connection.append(stream, expected === 0 ? 'no_stream' : BigInt(expected - 1), data);
    const version = versionOf(nextExpectedRevision);
    const written = events.map(({ id }, index) => ({ id, version: expected + index + 1 }));
    known.learn(stream, expected, written);
    return { version, position: position ? toSafeInteger(position.commit) : await positionAt(connection, stream, version), repeated: false };
  } catch (error) {
    if (errorKindOf(error) !== 'wrong-expected-version') throw refusal(stream, error);
    // Another writer has appended first, perhaps the same events.
    const done = await repetition(connection, append, await known.toEnd(stream));
    if (done) return done;
    throw new VersionConflict(stream, expected);
  }
}

/** Appends at the current version. With `any`, the server does not reliably detect repeated events. */
async function appendAtAny(target: Target, append: Append): Promise<AppendOutcome> {
  for (let attempt = 1; ; attempt++) {
    // After a conflict, the cache contains the stream up to its end at that time.
    const { version } = await target.known.upTo(append.stream, 1);
    try {
      return await appendAt(target, append, version);
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      if (attempt === maxAttempts) throw new VersionConflict(append.stream, 'any');
      await pause(Math.random() * Math.min(attempt, 20));
    }
  }
}

/** Serialises the writers of this process on each stream, so that they cause no conflicts. */
function oneByOnePerStream(): <T>(stream: string, work: () => Promise<T>) => Promise<T> {
  const latest = new Map<string, Promise<unknown>>();
  return (stream, work) => {
    const before = latest.get(stream) ?? Promise.resolve();
    const own = before.then(work, work);
    latest.set(stream, own);
    const leave = (): void => {
      if (latest.get(stream) === own) latest.delete(stream);
    };
    own.then(leave, leave);
    return own;
  };
}

/**
 * Result of the earlier append when the stream contains all of the events; null when it contains none.
 * @throws UnstorableEvent when it contains only some.
 */
async function repetition(connection: Connection, { stream, events }: Append, { versions }: KnownStream): Promise<AppendOutcome | null> {
  const there = events.map(({ id }) => versions.get(id)).filter((version) => version !== undefined);
  if (there.length === 0) return null;
  if (there.length < events.length) throw new UnstorableEvent(`Some events are in ${stream} already and some are not`);
  const version = Math.max(...there);
  return { version, position: await positionAt(connection, stream, version), repeated: true };
}

async function positionAt(connection: Connection, stream: string, version: number): Promise<Position> {
  const [event] = await connection.readStream(stream, { from: BigInt(version - 1), limit: 1 });
  if (!event) throw new Error(`${stream} has lost its event ${version}`);
  return positionOf(event);
}

function refusal(stream: string, error: unknown): unknown {
  if (errorKindOf(error) === tooLargeKind || sizeSaid.test(String(error)))
    return new AppendTooLarge(`An append to ${stream} is too large`, { cause: error });
  const unstorable = unstorableCodes.includes(statusCodeOf(error));
  return unstorable ? new UnstorableEvent(`EventStoreDB does not take an append to ${stream}`, { cause: error }) : error;
}

/** Most cached ids, about 10 MB; the least recently used streams are evicted first. */
const remembered = 100_000;

/** Versions of the events of a stream by id, complete up to `version`. */
interface KnownStream {
  version: number;
  versions: Map<string, number>;
}

type Numbered = Pick<RecordedEvent, 'id' | 'version'>;

interface KnownIds {
  /** The stream, cached at least up to `version`, or to its end when it is shorter. */
  upTo(stream: string, version: number): Promise<KnownStream>;
  /** The stream, cached to its end. */
  toEnd(stream: string): Promise<KnownStream>;
  /** Caches events that were read or written after `after`. */
  learn(stream: string, after: number, events: Numbered[]): void;
}

/**
 * Caches the event ids of streams, because the server compares ids only with events right after the expected version. The cache never becomes wrong,
 * because streams only grow.
 * @param read Events of a stream after a version.
 */
export function createKnownIds(read: (stream: string, after: number) => Promise<RecordedEvent[]>): KnownIds {
  const streams = new Map<string, KnownStream>();
  let total = 0;

  function use(stream: string): KnownStream {
    const known = streams.get(stream) ?? { version: 0, versions: new Map<string, number>() };
    streams.delete(stream);
    streams.set(stream, known);
    return known;
  }

  function extend(stream: string, known: KnownStream, events: Numbered[]): void {
    const added = follow(known, events);
    // The stream may have been evicted during the read.
    if (streams.get(stream) === known) total += added;
    for (const [name, oldest] of streams) {
      if (total <= remembered || oldest === known) break;
      streams.delete(name);
      total -= oldest.version;
    }
  }

  async function toEnd(stream: string): Promise<KnownStream> {
    const known = use(stream);
    extend(stream, known, await read(stream, known.version));
    return known;
  }

  return {
    toEnd,
    upTo: async (stream, version) => {
      const known = use(stream);
      return known.version >= version ? known : toEnd(stream);
    },
    learn: (stream, after, events) => {
      if (events.length > 0 && after <= (streams.get(stream)?.version ?? 0)) extend(stream, use(stream), events);
    },
  };
}

/** Caches the events that follow without a gap, and returns their number. */
function follow(known: KnownStream, events: Numbered[]): number {
  const before = known.version;
  for (const { id, version } of events) {
    if (version !== known.version + 1) continue;
    known.versions.set(id, version);
    known.version = version;
  }
  return known.version - before;
}
