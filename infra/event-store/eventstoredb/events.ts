import { randomUUID } from 'node:crypto';
import type { EventData } from '@eventstore/db-client';
import { AppendTooLarge, type EventMeta, type NewEvent, type Position, type RecordedEvent, UnstorableEvent } from '../port.ts';
import type { StoredEvent } from './client.ts';

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
 * Encodes events for the client. Each gets a new id beside ours, because the server reports success for a known id, whoever wrote it. With new ids,
 * success means that this append was stored.
 * @throws UnstorableEvent, AppendTooLarge before anything is sent, because stored companions would stay alone.
 */
export function encoded(stream: string, events: NewEvent[]): EventData[] {
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

/** The server's revisions begin at 0, versions at 1. */
export const versionOf = (revision: bigint): number => inNumbers(revision + 1n);

/** Commit position of an event in the log. It is unique, because each event is a separate record. */
export function positionOf({ position, streamId, revision }: Pick<StoredEvent, 'position' | 'streamId' | 'revision'>): Position {
  if (!position) throw new Error(`Event ${revision} of ${streamId} came without its position: EventStoreDB 22.6 or newer is needed`);
  return inNumbers(position.commit);
}

/** Positions count bytes of the log, so a number suffices for 9 petabytes. */
export function inNumbers(value: bigint): number {
  if (value < 0n || value > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError(`${value} cannot be told exactly`);
  return Number(value);
}

export function recorded(event: StoredEvent): RecordedEvent {
  const { metadata, data, streamId, type } = event;
  if (!isOurs(metadata) || !event.isJson) throw new Error(`${streamId} holds an event (${event.id}) that the product did not write`);
  const { id, schema, at, meta } = metadata;
  // as: data is an object whenever the metadata are ours, because `encoded` wrote both together
  const own = data as Record<string, unknown>;
  return { id, type, schema, data: own, meta, at, stream: streamId, version: versionOf(event.revision), position: positionOf(event) };
}

function isOurs(metadata: unknown): metadata is Metadata {
  return typeof metadata === 'object' && metadata !== null && 'id' in metadata && 'schema' in metadata && 'at' in metadata && 'meta' in metadata;
}
