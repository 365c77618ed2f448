import { decodeEvent, encodeEvent } from '@waystory/proto/events/wire.ts';
import type { KafkaMessage, Message } from 'kafkajs';
import type { Position, RecordedEvent } from '../../event-store/port.ts';
import { spanContextOf, traceparentOf } from '../../tracing/port.ts';

/** A message with an explicit partition. */
export type PartitionedMessage = Message & { partition: number };

/**
 * The timestamp of a record is its log position. Kafka indexes timestamps, so it finds the first record after a position exactly, without a clock.
 * Timestamps have 16 digits, because the client compares them as strings to find a batch's largest.
 */
const timestampOf = (position: Position): string => String(position).padStart(16, '0');

/** Encodes an event as a record: the key is the stream, the value the wire format. Headers serve routing without decoding. */
export function messageOf(event: RecordedEvent, partitions: number): PartitionedMessage & { value: Buffer } {
  // `inlined` is dropped, because only consumers of the database need it.
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

/** A heartbeat, which carries no event: every event of this partition up to `position` precedes it. */
export const heartbeatOf = (position: Position, partition: number): PartitionedMessage => ({
  partition,
  key: null,
  value: null,
  timestamp: timestampOf(position),
});

/** Position of an event or a heartbeat. */
export const positionOf = ({ timestamp }: KafkaMessage): Position => Number(timestamp);

/** Type of a record's event, read from its header; undefined for a heartbeat. */
export const typeOf = ({ headers }: KafkaMessage): string | undefined => headers?.type?.toString();

/** Cache of decoded events. Consumers with a shared reader receive the same message objects, so each message is decoded once. */
const decoded = new WeakMap<KafkaMessage, RecordedEvent>();

/**
 * Decodes the event of a record at this position; null for a heartbeat.
 * @throws UnknownWireEvent for an event of a newer release, MalformedWireEvent
 */
export function eventOf(message: KafkaMessage, position: Position): RecordedEvent | null {
  if (!message.value) return null;
  const event = decoded.get(message) ?? decodeEvent(message.value);
  // A topic that overwrites timestamps with the broker's time would break every search.
  if (event.position !== position) throw new Error(`The record of ${event.type} at ${event.position} has timestamp ${message.timestamp}`);
  decoded.set(message, event);
  return event;
}

const seed = 0x9747b28c;
const factor = 0x5bd1e995;

/**
 * Partition of a key among `partitions`. The hash is murmur2 over UTF-8, the default of Kafka's own producers. Other producers and stream processors
 * therefore agree on the partition of a stream. The hash must never change, because it preserves the order of a stream.
 */
export const partitionFor = (key: string, partitions: number): number => (murmur2(Buffer.from(key)) & 0x7fffffff) % partitions;

function murmur2(bytes: Buffer): number {
  let hash = seed ^ bytes.length;
  const whole = bytes.length & ~3;
  for (let at = 0; at < whole; at += 4) {
    const mixed = Math.imul(bytes.readInt32LE(at), factor);
    hash = Math.imul(hash, factor) ^ Math.imul(mixed ^ (mixed >>> 24), factor);
  }
  if (bytes.length > whole) {
    let rest = 0;
    for (let at = bytes.length - 1; at >= whole; at--) rest = (rest << 8) | bytes.readUInt8(at);
    hash = Math.imul(hash ^ rest, factor);
  }
  hash = Math.imul(hash ^ (hash >>> 13), factor);
  return hash ^ (hash >>> 15);
}
