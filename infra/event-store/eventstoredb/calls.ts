import { randomUUID } from 'node:crypto';
import type { EventData } from '@eventstore/db-client';
import { EngineUnavailable, isNetworkError } from '../../errors.ts';
import { answeredWithin } from '../../waiting.ts';
import { AppendTooLarge, type EventMeta, type NewEvent, type Position, type RecordedEvent, UnstorableEvent } from '../port.ts';
import type { StoredEvent } from './client.ts';

/** Most concurrent calls: the server accepts 100 per connection, and subscriptions need some of them. */
const atOnce = 64;
/** Time beyond the client's own deadline, milliseconds, for steps without a deadline, such as finding a cluster's leader. */
const graceMs = 1_000;

/** gRPC status codes of an unavailable, slow or stopping server: cancelled, deadline, aborted, internal, unavailable. */
const awayCodes: readonly unknown[] = [1, 4, 10, 13, 14];
/** gRPC status code of exhausted resources. Too many calls are a temporary cause; too large a call is not. */
const exhausted = 8;
const tooLarge = /message (exceeds|larger)/i;
/** Messages of client errors without a code: a connection dropped during a call, or no reachable node of the cluster. */
const awayMessages = /^(Channel has been shut down|Failed to discover)/;

/** Runs a call to the server with bounded concurrency and a time limit. */
export type Calls = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Bounds the concurrent calls of one connection.
 * @param answerWithinMs Longest wait for a slot, and then for the answer, milliseconds.
 * @throws EngineUnavailable when the server is unavailable or exceeds the timeout.
 */
export function boundedCalls(answerWithinMs: number): Calls {
  let running = 0;
  const waiting = new Set<() => void>();
  const turn = async (): Promise<void> => {
    if (running < atOnce) {
      running++;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const go = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.delete(go);
      reject(noAnswer(answerWithinMs));
    }, answerWithinMs);
    waiting.add(go);
    await promise;
  };
  const done = (): void => {
    const [next] = waiting;
    if (!next) running--;
    else {
      waiting.delete(next);
      next();
    }
  };
  return async (call) => {
    await turn();
    try {
      return await within(call(), answerWithinMs + graceMs);
    } catch (error) {
      throw asEventStoreDbError(error);
    } finally {
      done();
    }
  };
}

const noAnswer = (ms: number): EngineUnavailable => new EngineUnavailable('EventStoreDB', new Error(`No answer within ${ms} ms`));

const within = <T>(work: Promise<T>, ms: number): Promise<T> => answeredWithin(ms, work, () => noAnswer(ms));

/** gRPC status code of an error. */
export const statusCodeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Kind of an error, from the client's `type`. */
export const errorKindOf = (error: unknown): unknown => (error instanceof Error && 'type' in error ? error.type : undefined);

/** Converts errors of an unavailable or slow server to EngineUnavailable; other errors pass unchanged. */
function asEventStoreDbError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = statusCodeOf(error);
  const busy = code === exhausted && !tooLarge.test(error.message);
  const away = busy || isNetworkError(error) || awayCodes.includes(code) || errorKindOf(error) === 'not-leader' || awayMessages.test(error.message);
  return away ? new EngineUnavailable('EventStoreDB', error) : error;
}

/** Metadata of an event beside its type and data. */
interface Metadata {
  id: string;
  schema: number;
  at: string;
  meta: EventMeta;
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** The server's default limit of an append, bytes. Newer servers also count types and metadata. */
const mostBytes = 1_048_576;
/** A NUL or lone surrogate in JSON's notation, which read models could not store. */
const unstorableText = /(?<!\\)(\\\\)*\\u(0000|d[89a-f])/;

/**
 * Encodes events for the client. Each gets a second, random id for the server, because the server reports success for a known id, regardless of the
 * writer. With a random id, success means that this append was stored.
 * @throws UnstorableEvent, AppendTooLarge before any call, because companions would otherwise be stored without the append.
 */
export function encodeEvents(stream: string, events: NewEvent[]): EventData[] {
  if (events.length === 0) throw new UnstorableEvent(`Nothing to append to ${stream}`);
  if (new Set(events.map(({ id }) => id)).size < events.length) throw new UnstorableEvent(`Two events for ${stream} have the same id`);
  let bytes = 0;
  return events.map(({ id, type, schema, data, meta, at }) => {
    if (!uuid.test(id)) throw new UnstorableEvent(`An event of ${stream} has the id ${id}, which is no UUID`);
    const metadata = { id, schema, at, meta } satisfies Metadata;
    const text = written(stream, { type, data, metadata });
    bytes += Buffer.byteLength(text);
    if (bytes > mostBytes) throw new AppendTooLarge(`An append to ${stream} has more than ${mostBytes} bytes`);
    if (unstorableText.test(text)) {
      throw new UnstorableEvent(`An event of ${stream} has a character that cannot be stored`);
    }
    return { id: randomUUID(), contentType: 'application/json', type, data, metadata };
  });
}

/** A value without a JSON form would crash the client. */
function written(stream: string, event: unknown): string {
  try {
    return JSON.stringify(event);
  } catch (error) {
    throw new UnstorableEvent(`An event of ${stream} cannot be written as JSON`, { cause: error });
  }
}

/** Version of an event by its revision; revisions of the server begin at 0, versions at 1. */
export const versionOf = (revision: bigint): number => toSafeInteger(revision + 1n);

/** Commit position of an event in the log. It is unique, because each event is a separate record. */
export function positionOf({ position, streamId, revision }: Pick<StoredEvent, 'position' | 'streamId' | 'revision'>): Position {
  if (!position) throw new Error(`Event ${revision} of ${streamId} came without its position: EventStoreDB 22.6 or newer is needed`);
  return toSafeInteger(position.commit);
}

/** Converts a position to a number. Positions count bytes of the log, so a number is exact up to 9 petabytes. */
export function toSafeInteger(value: bigint): number {
  if (value < 0n || value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`${value} cannot be told exactly`);
  return Number(value);
}

export function recordedEventOf(event: StoredEvent): RecordedEvent {
  const { metadata, data, streamId, type } = event;
  if (!isOurs(metadata) || !event.isJson) throw new Error(`${streamId} holds an event (${event.id}) that the product did not write`);
  const { id, schema, at, meta } = metadata;
  // as: data is an object whenever the metadata are ours, because `encodeEvents` wrote both together
  const own = data as Record<string, unknown>;
  return { id, type, schema, data: own, meta, at, stream: streamId, version: versionOf(event.revision), position: positionOf(event) };
}

function isOurs(metadata: unknown): metadata is Metadata {
  return typeof metadata === 'object' && metadata !== null && 'id' in metadata && 'schema' in metadata && 'at' in metadata && 'meta' in metadata;
}

const snapshotPrefix = 'snapshot-';

/** Name of the stream of snapshots, by the snapshotted stream and the state's schema. */
export const snapshotStream = (stream: string, schema: string): string => `${snapshotPrefix}${schema}-${stream}`;

/** Regular expression of the product's streams, without the server's own streams and snapshots. */
export const productStreamPattern = `^(?!\\$|${snapshotPrefix})`;
