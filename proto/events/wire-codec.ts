import type { DescFile, DescMessage } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { EventReader } from './event-reader.ts';
import { messagePlanOf, wrapperFile } from './message-plan.ts';

/** An event of the log. */
export interface WireEvent {
  /** UUID of the event. */
  id: string;
  stream: string;
  /** Version of the event in its stream, from 1. */
  version: number;
  /** Position in the log, from 1. */
  position: number;
  type: string;
  /** Schema version of the payload, from 1. */
  schema: number;
  data: Record<string, unknown>;
  /** Acting account, null for the system, and command. If known: hash of the request, W3C trace and span, role of the actor, bulk job, cause. */
  meta: {
    actorId: string | null;
    commandId: string;
    requestHash?: string;
    traceId?: string;
    spanId?: string;
    role?: string;
    jobId?: string;
    cause?: string;
  };
  /** Time of the event, ISO 8601 UTC with milliseconds. */
  at: string;
}

/** An event with its payload still encoded. */
export interface WireEnvelope extends Omit<WireEvent, 'data'> {
  /** The encoded message of `waystory.events.v1` that `type` names. */
  payload: Uint8Array;
}

/** Error for an event type of a newer release. Its bytes may be passed on unchanged. */
export class UnknownWireEvent extends Error {
  readonly code = 'wire/unknown-event';
  readonly envelope: WireEnvelope;
  constructor(envelope: WireEnvelope) {
    super(`${envelope.type} at position ${envelope.position} is of a newer release`);
    this.envelope = envelope;
  }
}

/** Error for bytes that no release could have written as an event. */
export class MalformedWireEvent extends Error {
  readonly code = 'wire/malformed';
}

/** Error for an event that does not fit the messages of this release, for example one that a newer release wrote. */
export class UnencodableEvent extends Error {
  readonly code = 'wire/unencodable';
}

/** Encodes and decodes events without loss. */
export interface WireCodec {
  /** Encodes an event. @throws UnencodableEvent instead of dropping data. */
  encodeEvent(event: WireEvent): Uint8Array;
  /**
   * Decodes an event; fields that a newer release added are dropped.
   * @throws UnknownWireEvent when its type has no message.
   * @throws MalformedWireEvent
   */
  decodeEvent(bytes: Uint8Array): WireEvent;
  /** Decodes the envelope without its payload, also of events of a newer release. @throws MalformedWireEvent */
  decodeEnvelope(bytes: Uint8Array): WireEnvelope;
}

/** Payload messages by event type. A message nested in another is no payload. */
export function eventMessages(files: readonly DescFile[]): Map<string, DescMessage> {
  const messages = files.filter(({ name }) => name !== 'envelope' && name !== wrapperFile).flatMap((file) => file.messages);
  const parts = new Set(files.flatMap((file) => file.messages.flatMap(({ fields }) => fields.map((field) => field.message))));
  return new Map(messages.filter((message) => !parts.has(message)).map((message) => [message.name, message]));
}

/** Fields of an envelope, all optional, with the metadata flattened. */
type Sealed = Omit<WireEnvelope, 'meta'> & { [K in keyof WireEvent['meta']]-?: NonNullable<WireEvent['meta'][K]> };

/** Returns a reader of envelopes, which reads their fields by number. */
function unsealer(message: DescMessage): (reader: EventReader) => WireEnvelope {
  const plan = messagePlanOf(message);
  const number = Object.fromEntries(message.fields.map((field) => [field.jsonName, field.number])) as Record<keyof Sealed, number>; // as: a test ties the message to this type
  return (reader) => {
    const slots = plan.readSlots(reader, reader.len);
    // as: the plan reads each field with the type of its descriptor
    const of = <K extends keyof Sealed>(name: K): Sealed[K] | undefined => slots[number[name]] as Sealed[K] | undefined;
    const id = of('id');
    const stream = of('stream');
    const version = of('version');
    const position = of('position');
    if (id === undefined || stream === undefined || version === undefined || position === undefined)
      throw new TypeError('It has no place in the log');
    const type = of('type');
    const schema = of('schema');
    const payload = of('payload');
    if (type === undefined || schema === undefined || payload === undefined) throw new TypeError('It has no payload');
    const at = of('at');
    const commandId = of('commandId');
    if (at === undefined || commandId === undefined) throw new TypeError('It does not say where it came from');
    const meta: WireEvent['meta'] = { actorId: of('actorId') ?? null, commandId };
    const requestHash = of('requestHash');
    const traceId = of('traceId');
    const spanId = of('spanId');
    const role = of('role');
    const jobId = of('jobId');
    const cause = of('cause');
    if (requestHash !== undefined) meta.requestHash = requestHash;
    if (traceId !== undefined) meta.traceId = traceId;
    if (spanId !== undefined) meta.spanId = spanId;
    if (role !== undefined) meta.role = role;
    if (jobId !== undefined) meta.jobId = jobId;
    if (cause !== undefined) meta.cause = cause;
    return { id, stream, version, position, type, schema, at, meta, payload };
  };
}

function read<T>(bytes: Uint8Array, as: (reader: EventReader) => T): T {
  try {
    return as(new EventReader(bytes));
  } catch (error) {
    throw new MalformedWireEvent(`No event can be read from these ${bytes.length} bytes`, { cause: error });
  }
}

/** One writer for all events, which are encoded in sequence, so that its buffer grows only once. */
const writer = new BinaryWriter();

function write(type: string, fill: () => void): Uint8Array {
  try {
    fill();
  } catch (error) {
    writer.finish();
    throw new UnencodableEvent(`${type} does not fit its message: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
  return writer.finish();
}

/** A codec for the events of these files, which include `envelope.proto`. */
export function createWireCodec(files: readonly DescFile[]): WireCodec {
  const envelope = files.flatMap(({ messages }) => messages).find(({ name }) => name === 'Envelope');
  const payloadField = envelope?.fields.find(({ jsonName }) => jsonName === 'payload');
  if (!envelope || !payloadField) throw new Error('There is no Envelope with a payload');
  const envelopePlan = messagePlanOf(envelope);
  const plans = new Map(Array.from(eventMessages(files), ([type, message]) => [type, messagePlanOf(message)]));
  const unseal = unsealer(envelope);
  const decodeEnvelope = (bytes: Uint8Array): WireEnvelope => read(bytes, unseal);
  return {
    encodeEvent({ data, meta, ...rest }) {
      const plan = plans.get(rest.type);
      if (!plan) throw new UnencodableEvent(`There is no message ${rest.type}`);
      return write(rest.type, () => {
        envelopePlan.write(writer, { ...rest, ...meta, actorId: meta.actorId ?? undefined });
        writer.tag(payloadField.number, WireType.LengthDelimited).fork();
        plan.write(writer, data);
        writer.join();
      });
    },
    decodeEvent(bytes) {
      const envelope = decodeEnvelope(bytes);
      const { id, stream, version, position, type, schema, at, meta, payload } = envelope;
      const plan = plans.get(type);
      if (!plan) throw new UnknownWireEvent(envelope);
      const data = read(payload, (reader) => plan.read(reader, reader.len));
      // Properties are listed instead of spread, because every consumer runs this line for every event.
      return { id, stream, version, position, type, schema, at, meta, data };
    },
    decodeEnvelope,
  };
}
