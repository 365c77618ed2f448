import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { appendNotifier } from './append-notifier.ts';
import { createAppend, createKnownIds } from './eventstoredb/append.ts';
import { errorKindOf, positionOf, recordedEventOf, snapshotStream } from './eventstoredb/calls.ts';
import { type Connection, openConnection } from './eventstoredb/client.ts';
import type { EventStore, Position, RecordedEvent, Snapshot } from './port.ts';

/** Snapshots as events of separate streams. The server keeps only the last event of each. */
function snapshotsIn(connected: () => Promise<Connection>): Pick<EventStore, 'readSnapshot' | 'writeSnapshot'> {
  async function latest(name: string): Promise<{ snapshot: Snapshot; revision: bigint } | null> {
    const [event] = await (await connected()).readStream(name, { from: 'end', limit: 1, backwards: true });
    if (!event) return null;
    // as: only `writeSnapshot` writes to these streams, whose names contain the schema of the state
    return { snapshot: event.data as unknown as Snapshot, revision: event.revision };
  }
  return {
    readSnapshot: async (stream, schema) => (await latest(snapshotStream(stream, schema)))?.snapshot ?? null,
    writeSnapshot: async (stream, schema, { version, state }) => {
      // Converted to JSON here, because a value without a JSON form would crash the client.
      const data: Record<string, unknown> = JSON.parse(JSON.stringify({ version, state }));
      const name = snapshotStream(stream, schema);
      const [connection, last] = [await connected(), await latest(name)];
      if (last && last.snapshot.version >= version) return;
      if (!last) await connection.keepLast(name);
      const event = { id: randomUUID(), contentType: 'application/json' as const, type: 'Snapshot', data, metadata: undefined };
      await connection.append(name, last ? last.revision : 'no_stream', [event]).catch((error: unknown) => {
        // Another process has just written a snapshot, which serves as well.
        if (errorKindOf(error) !== 'wrong-expected-version') throw error;
      });
    },
  };
}

/** Events per call when a long stream is read, so that each call stays within its timeout. */
const eventsPerRead = 1_000;
/** Number of concurrent stream reads. */
const readsAtOnce = 32;

export interface EventStoreDbOptions {
  /** Time limit of one call to the server, in milliseconds. */
  answerWithinMs?: number;
}

/**
 * The event log in EventStoreDB 22.6 or newer (KurrentDB has the same protocol); the server must contain only this log. An event's position is its
 * commit position. Connects at the first use, and reconnects after an outage.
 * @param url Connection string: esdb://host:2113?tls=false, or esdb+discover:// for a cluster; its user may read $all.
 */
export function eventstoredbEventStore(url: string, { answerWithinMs = 5_000 }: EventStoreDbOptions = {}): EventStore {
  let connection: Promise<Connection> | null = null;
  const connected = (): Promise<Connection> => {
    connection ??= openConnection(url, answerWithinMs);
    return connection;
  };
  const readFrom = async (stream: string, after: number, upTo = Number.POSITIVE_INFINITY): Promise<RecordedEvent[]> =>
    readStream(await connected(), stream, after, upTo);
  const known = createKnownIds(readFrom);
  const append = createAppend(connected, known);
  const read = async (stream: string, after = 0, upTo?: number): Promise<RecordedEvent[]> => {
    const events = await readFrom(stream, after, upTo);
    known.learn(stream, after, events);
    return events;
  };
  const notifier = appendNotifier((wake) => listenForAppends(connected, wake));
  return {
    append: async (stream, expected, events, companions) => {
      const appended = await append(stream, expected, events, companions);
      notifier.wake();
      return appended;
    },
    read,
    readMany: async (streams) => {
      const found = new Map<string, RecordedEvent[]>();
      for (let next = 0; next < streams.length; next += readsAtOnce) {
        const some = streams.slice(next, next + readsAtOnce);
        const events = await Promise.all(some.map((stream) => read(stream)));
        for (const [index, stream] of some.entries()) found.set(stream, events[index] ?? []);
      }
      return found;
    },
    find: async (id, stream) => {
      const version = (await known.toEnd(stream)).versions.get(id);
      if (version === undefined) return null;
      const [event] = await (await connected()).readStream(stream, { from: BigInt(version - 1), limit: 1 });
      return event ? recordedEventOf(event) : null;
    },
    readAll: async (after, limit) => readLog(await connected(), after, limit),
    head: async () => {
      const [last] = await (await connected()).readAll({ from: 'end', limit: 1, backwards: true });
      return last ? positionOf(last) : 0;
    },
    onAppended: notifier.subscribe,
    ...snapshotsIn(connected),
    close: async () => {
      await notifier.close();
      await connection?.then(
        (open) => open.close(),
        () => {},
      );
    },
  };
}

async function readStream(connection: Connection, stream: string, after: number, upTo: number): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (;;) {
    const from = after + events.length;
    const limit = Math.min(eventsPerRead, upTo - from);
    if (limit <= 0) return events;
    const page = await connection.readStream(stream, { from: BigInt(from), limit });
    events.push(...page.map(recordedEventOf));
    if (page.length < limit) return events;
  }
}

/** Reads one more event than wanted, because the server begins with the event at the position itself. */
async function readLog(connection: Connection, after: Position, limit: number): Promise<RecordedEvent[]> {
  const from = after > 0 ? { commit: BigInt(after), prepare: BigInt(after) } : 'start';
  const events = await connection.readAll({ from, limit: limit + 1 });
  return events
    .map(recordedEventOf)
    .filter(({ position }) => position > after)
    .slice(0, limit);
}

const firstBackoffMs = 100;
const longestBackoffMs = 5_000;

/** Calls `wake` for every appended event of the product, from any writer. A lost subscription is renewed, and `wake` is called for missed events. */
export function listenForAppends(connected: () => Promise<Connection>, wake: () => void): { close(): Promise<void> } {
  const closing = new AbortController();
  const running = (async () => {
    for (let backoffMs = firstBackoffMs; !closing.signal.aborted; backoffMs = Math.min(backoffMs * 2, longestBackoffMs)) {
      const subscribed = await listenOnce(connected, wake, closing.signal);
      if (subscribed) backoffMs = firstBackoffMs;
      await pause(backoffMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  })();
  return {
    close: () => {
      closing.abort();
      return running;
    },
  };
}

/** Subscribes once. Resolves when the subscription is lost or closed, with true if it existed. Never rejects, because outages are expected here. */
async function listenOnce(connected: () => Promise<Connection>, wake: () => void, closing: AbortSignal): Promise<boolean> {
  let subscribed = false;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  const tell = (): void => {
    subscribed = true;
    if (!closing.aborted) wake();
  };
  try {
    const subscription = (await connected()).subscribe();
    subscription.on('confirmation', tell).on('data', tell);
    for (const sign of ['error', 'end', 'close']) subscription.on(sign, end);
    closing.addEventListener('abort', end);
    if (closing.aborted) end();
    await ended;
    await subscription.unsubscribe();
  } catch {
    // The server is unavailable; the caller tries again after a pause.
  } finally {
    closing.removeEventListener('abort', end);
  }
  return subscribed;
}
