import { decodeEnvelope, decodeEvent, encodeEvent } from '@waystory/proto/events/wire.ts';
import type { IHeaders, KafkaMessage, Message } from 'kafkajs';
import { z } from 'zod';
import { errorText } from '../error-text.ts';
import type { ParkedEvent, ToPark } from '../port.ts';
import { type Entry, errorOf, type Fact, type ParkedFact } from './state.ts';

/** Names the write that a record belongs to, so that its writer knows it again. */
const writeHeader = 'write';

const text = (header: IHeaders[string]): string | undefined => (Array.isArray(header) ? undefined : header?.toString());
const requested = z.object({ consumer: z.string(), stream: z.string() });

export const toFact = (id: string, consumer: string, { record, error }: ToPark): Fact => ({
  kind: 'event',
  id,
  value: {
    consumer,
    stream: record.event.stream,
    eventId: record.event.id,
    partition: record.partition,
    offset: record.offset,
    event: encodeEvent(record.event),
    error: error === undefined ? null : errorText(error),
    parkedAt: new Date().toISOString(),
  },
});

/** What an entry is for those who asked. An event that only a newer release can read comes without its data. */
export function parkedEvent(entry: Entry): ParkedEvent {
  const { id, consumer, partition, offset, parkedAt } = entry;
  const { payload: _, ...envelope } = decodeEnvelope(entry.event);
  const event = isReadable(entry) ? decodeEvent(entry.event) : { ...envelope, data: {} };
  return { id, consumer, record: { partition, offset, event }, error: errorOf(entry), parkedAt };
}

/** Whether this release knows what the event says. */
export function isReadable({ event }: Pick<ParkedFact, 'event'>): boolean {
  try {
    decodeEvent(event);
    return true;
  } catch {
    return false;
  }
}

/** The record of a fact. An event is the value alone, as on the bus; what belongs to its being parked is in the headers. */
export function messageOf({ kind, id, value }: Fact, write: string): Message {
  const message = { key: `${kind}:${id}`, partition: 0, headers: { [writeHeader]: write } };
  if (value === null) return { ...message, value: null };
  if (value === true) return { ...message, value: 'true' };
  if (typeof value === 'string') return { ...message, value };
  if (!('event' in value)) return { ...message, value: JSON.stringify(value) };
  const { consumer, partition, offset, error, parkedAt } = value;
  const headers = { consumer, partition, offset: String(offset), parkedAt, ...(error !== null && { error }) };
  return { ...message, headers: { ...message.headers, ...headers }, value: Buffer.from(value.event) };
}

/** The write that a record belongs to. */
export const writeOf = ({ headers }: KafkaMessage): string | undefined => text(headers?.[writeHeader]);

/** The fact of a record; null when it has none that this release knows. */
export function factOf({ key, value, headers = {} }: KafkaMessage): Fact | null {
  const [, kind, id] = key?.toString().match(/^(\w+):(.+)$/) ?? [];
  if (id === undefined) return null;
  switch (kind) {
    case 'event':
      return value ? eventFact(id, value, headers) : { kind, id, value };
    case 'error':
      return { kind, id, value: value?.toString() ?? null };
    case 'discard':
      return { kind, id, value: value && true };
    case 'request':
      return value ? requestFact(id, value) : { kind, id, value };
    default:
      return null;
  }
}

function requestFact(id: string, value: Buffer): Fact | null {
  try {
    return { kind: 'request', id, value: requested.parse(JSON.parse(value.toString())) };
  } catch {
    return null;
  }
}

function eventFact(id: string, value: Buffer, headers: IHeaders): Fact | null {
  const [consumer, partition, offset, parkedAt] = ['consumer', 'partition', 'offset', 'parkedAt'].map((name) => text(headers[name]));
  if (consumer === undefined || partition === undefined || offset === undefined || parkedAt === undefined) return null;
  // A copy: the value is a view of everything that was fetched with it.
  const event = Uint8Array.from(value);
  try {
    const { stream, id: eventId } = decodeEnvelope(event);
    return {
      kind: 'event',
      id,
      value: { consumer, stream, eventId, partition, offset: Number(offset), event, error: text(headers.error) ?? null, parkedAt },
    };
  } catch {
    return null;
  }
}
