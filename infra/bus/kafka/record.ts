import { decodeEvent, encodeEvent } from '@waystory/proto/events/wire.ts';
import type { KafkaMessage, Message } from 'kafkajs';
import type { Position, RecordedEvent } from '../../event-store/port.ts';
import { spanContextOf, traceparentOf } from '../../tracing/trace-context.ts';
import { partitionFor } from './partition.ts';

/** A message for a partition chosen by us. */
export type PlacedMessage = Message & { partition: number };

/**
 * The timestamp of a record is its position in the log: Kafka indexes timestamps, so "after position p" is found exactly and by no clock.
 * In 16 digits because the client finds the largest of a batch by comparing texts.
 */
const timestampOf = (position: Position): string => String(position).padStart(16, '0');

/** The event as a record: key is the stream, value the event on the wire; headers are for those who route without decoding. */
export function messageOf(event: RecordedEvent, partitions: number): PlacedMessage & { value: Buffer } {
  // Where its documents were stored is the database's own affair.
  const { inlined: _, ...onTheWire } = event;
  const { stream, type, schema, meta, position } = event;
  const bytes = encodeEvent(onTheWire);
  const span = spanContextOf(meta);
  return {
    partition: partitionFor(stream, partitions),
    key: stream,
    value: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    headers: {
      type,
      schema: String(schema),
      ...(meta.traceId !== undefined && { 'trace-id': meta.traceId }),
      ...(span && { traceparent: traceparentOf(span) }),
    },
    timestamp: timestampOf(position),
  };
}

/** A record without an event: everything up to `position` that belongs to this partition is before it. */
export const heartbeatOf = (position: Position, partition: number): PlacedMessage => ({
  partition,
  key: null,
  value: null,
  timestamp: timestampOf(position),
});

/** Position of an event or a heartbeat. */
export const positionOf = ({ timestamp }: KafkaMessage): Position => Number(timestamp);

/** Type of the event of a record, undefined for a heartbeat; told without reading the event. */
export const typeOf = ({ headers }: KafkaMessage): string | undefined => headers?.type?.toString();

/** Consumers that share a reader get the same messages; each is decoded once. */
const decoded = new WeakMap<KafkaMessage, RecordedEvent>();

/**
 * The event of a record at this position, null for a heartbeat.
 * @throws UnknownWireEvent for an event of a newer release, MalformedWireEvent
 */
export function eventOf(message: KafkaMessage, position: Position): RecordedEvent | null {
  if (!message.value) return null;
  const event = decoded.get(message) ?? decodeEvent(message.value);
  // A topic whose records get the broker's time would lead every search astray.
  if (event.position !== position) throw new Error(`The record of ${event.type} at ${event.position} has timestamp ${message.timestamp}`);
  decoded.set(message, event);
  return event;
}
