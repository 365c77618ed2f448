import { readFileSync } from 'node:fs';
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { EnvelopeSchema } from '../gen/events/envelope_pb.ts';
import { upcast } from '../kit/event.ts';
import type { GoldenSample } from './golden.ts';
import { arbitraryObjects, findVocabularies, readSamples } from './payload-fixture.ts';
import {
  decodeEnvelope,
  decodeEvent,
  encodeEvent,
  eventFiles,
  MalformedWireEvent,
  UnencodableEvent,
  UnknownWireEvent,
  type WireEvent,
} from './wire.ts';
import { eventMessages } from './wire-codec.ts';

const vocabularies = await findVocabularies();
const messages = eventMessages(eventFiles);
const samples = readSamples();
const golden = JSON.parse(readFileSync(new URL('../gen/events/golden.json', import.meta.url), 'utf8')) as Record<string, GoldenSample>; // as: written by golden.ts

const id = '0193c9a0-5d2e-7000-8000-000000000001';
const event = (type: string, data: Record<string, unknown>, more: Partial<WireEvent> = {}): WireEvent => {
  const meta = { actorId: id, commandId: id };
  return { id, stream: `itinerary-${id}`, version: 2, position: 7, type, schema: 1, data, meta, at: '2026-05-04T09:30:00.000Z', ...more };
};
const roundTrip = (sent: WireEvent): WireEvent => decodeEvent(encodeEvent(sent));

const line = fc.string({ unit: 'binary', maxLength: 60 });
const known = { actorId: fc.option(line), commandId: line, requestHash: line, traceId: line, spanId: line };
const meta = fc.record(known, { requiredKeys: ['actorId', 'commandId'], noNullPrototype: true });
const number = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const eventsOf = (type: string, schema: z.ZodObject): fc.Arbitrary<WireEvent> =>
  fc.record(
    {
      id: line,
      stream: line,
      version: number,
      position: number,
      type: fc.constant(type),
      schema: number,
      data: arbitraryObjects(schema.shape),
      meta,
      at: line,
    },
    { noNullPrototype: true },
  );
const schemas = vocabularies.flatMap((vocabulary) => Object.entries(vocabulary.schemas));

describe.each(schemas)('wire format of %s', (type, schema) => {
  test('preserves the whole event in a round trip', () => {
    fc.assert(fc.property(eventsOf(type, schema), (sent) => void expect(roundTrip(sent)).toStrictEqual(sent)));
  });

  test('is plain protobuf, readable and writable by other libraries', () => {
    const message = messages.get(type) ?? expect.fail(`no message ${type}`);
    fc.assert(
      fc.property(eventsOf(type, schema), (sent) => {
        const envelope = fromBinary(EnvelopeSchema, encodeEvent(sent));
        const payload = fromBinary(message, envelope.payload ?? new Uint8Array());
        expect([envelope.$unknown, payload.$unknown]).toEqual([undefined, undefined]);
        expect(decodeEvent(toBinary(EnvelopeSchema, { ...envelope, payload: toBinary(message, payload) }))).toStrictEqual(sent);
      }),
    );
  });
});

describe('wire format of stored samples', () => {
  test.each(samples.map((sample) => [`${sample.type} of version ${sample.schema}`, sample] as const))('%s round trip is lossless', (_, sample) => {
    const received = roundTrip(event(sample.type, sample.data, { schema: sample.schema }));
    expect(received).toMatchObject(sample);
    const vocabulary = vocabularies.find((one) => sample.type in one.schemas) ?? expect.fail(`no event ${sample.type}`);
    const data = upcast(vocabulary, received);
    expect(vocabulary.schemas[sample.type]?.parse(data)).toMatchObject(data);
  });

  test('has golden bytes for each sample, in full and with empty fields', () => {
    const names = samples.flatMap(({ type, schema }) => [`${type}.v${schema}`, `${type}.v${schema}.emptied`]);
    expect(Object.keys(golden).toSorted()).toEqual(names.toSorted());
  });

  test.each(Object.entries(golden))('%s of earlier releases is still readable', (_, { event: written, wire }) => {
    expect(decodeEvent(Buffer.from(wire, 'base64'))).toStrictEqual(written);
  });
});

describe('wire format of a patch', () => {
  const changed = (changes: object) => roundTrip(event('ItineraryRewritten', { changes })).data;
  test.each<[string, object]>([
    ['an empty patch', {}],
    ['a field cleared', { description: null }],
    ['a field written', { description: 'Slow days' }],
    ['an empty text', { title: '', description: '' }],
    ['a missing list', { title: 'A' }],
    ['an empty list', { highlights: [] }],
    ['a list with empty texts', { highlights: ['', ''] }],
    ['a full list', { highlights: ['a', 'b', 'a'], countryIds: [id] }],
  ])('preserves %s in a round trip', (_, changes) => {
    expect(changed(changes)).toStrictEqual({ changes });
  });

  test('keeps zero as a number, and omits a field without a value', () => {
    const data = { stopId: id, changes: { durationMinutes: 0, travelTimeMinutes: null } };
    expect(roundTrip(event('StopRewritten', { ...data, changes: { ...data.changes, title: undefined } })).data).toStrictEqual(data);
  });

  test('keeps every digit of large and fractional numbers', () => {
    const position = Number.MAX_SAFE_INTEGER;
    expect(roundTrip(event('StopMoved', { index: -position }, { position, version: position }))).toMatchObject({
      position,
      data: { index: -position },
    });
    const changes = { coordinates: { latitude: 5e-324, longitude: -179.99999999999997 }, relevance: 0.1 + 0.2 };
    expect(roundTrip(event('PlaceUpdated', { changes })).data).toStrictEqual({ changes });
  });
});

describe('wire codec for events of a newer release', () => {
  const sent = event('StopAccepted', { stopId: id });
  /** Appends field 1000, which no message has. */
  const withMore = (bytes: Uint8Array) => new BinaryWriter().raw(bytes).tag(1000, WireType.LengthDelimited).string('more').finish();

  test('reports an unknown type with its envelope', () => {
    const envelope = fromBinary(EnvelopeSchema, encodeEvent(sent));
    const bytes = toBinary(EnvelopeSchema, { ...envelope, type: 'StopLiked' });
    const { data: _, ...rest } = { ...sent, type: 'StopLiked', payload: envelope.payload };
    expect(decodeEnvelope(bytes)).toEqual(rest);
    expect(() => decodeEvent(bytes)).toThrow(UnknownWireEvent);
    expect(() => decodeEvent(bytes)).toThrow(expect.objectContaining({ code: 'wire/unknown-event', envelope: rest }));
  });

  test.each(['NullableText', 'Coordinates', 'Envelope', 'StopChanges', 'toString'])(
    'refuses the event type %s, which is no payload message, in both directions',
    (type) => {
      const bytes = toBinary(EnvelopeSchema, { ...fromBinary(EnvelopeSchema, encodeEvent(sent)), type });
      expect(() => decodeEvent(bytes)).toThrow(UnknownWireEvent);
      expect(() => encodeEvent({ ...sent, type })).toThrow(UnencodableEvent);
    },
  );

  test('drops unknown fields of envelope and payload', () => {
    const envelope = fromBinary(EnvelopeSchema, encodeEvent(sent));
    const bytes = toBinary(EnvelopeSchema, { ...envelope, payload: withMore(envelope.payload ?? new Uint8Array()) });
    expect(decodeEvent(withMore(bytes))).toStrictEqual(sent);
  });

  test('decodes a newer schema version of a known type', () => {
    expect(roundTrip({ ...sent, schema: 9 }).schema).toBe(9);
  });
});

describe('event encoder refuses', () => {
  const moved = { stopId: id, dayIds: [], index: 0 };
  test.each<[string, WireEvent, string]>([
    ['an unknown type', event('StopLiked', {}), 'There is no message StopLiked'],
    ['an unknown field', event('StopMoved', { ...moved, pace: 2 }), 'StopMoved does not fit its message: StopMoved has no field for pace'],
    ['an unknown field of a part', event('StopRewritten', { changes: { pace: 2 } }), 'StopChanges has no field for pace'],
    ['null in a field that is not nullable', event('StopMoved', { ...moved, index: null }), 'StopMoved.index takes a safe integer, not null'],
    ['a fraction for an integer', event('StopMoved', { ...moved, index: 0.5 }), 'StopMoved.index takes a safe integer'],
    ['an integer above the safe integers', event('StopMoved', { ...moved, index: 2 ** 53 }), 'StopMoved.index takes a safe integer'],
    ['NaN', event('PlaceUpdated', { changes: { relevance: Number.NaN } }), 'PlaceChanges.relevance takes a finite number'],
    ['a text for a list', event('StopMoved', { ...moved, dayIds: id }), 'StopMoved.dayIds takes a list'],
    ['a number in a list', event('StopMoved', { ...moved, dayIds: [1] }), 'StopMoved.dayIds takes well-formed text'],
    ['a lone surrogate', event('StopMoved', { ...moved, stopId: '\ud83d' }), 'StopMoved.stopId takes well-formed text'],
    ['a list for an object', event('StopRewritten', { changes: [] }), 'StopRewritten.changes takes an object'],
  ])('%s', (_, sent, message) => {
    expect(() => encodeEvent(sent)).toThrow(UnencodableEvent);
    expect(() => encodeEvent(sent)).toThrow(message);
    expect(roundTrip(event('StopMoved', moved)).data).toEqual(moved);
  });

  test('metadata that has no field in the envelope', () => {
    const sent = event('StopMoved', moved, { meta: { actorId: null, commandId: id, ...{ device: 'watch' } } });
    expect(() => encodeEvent(sent)).toThrow('Envelope has no field for device');
  });
});

describe('malformed event bytes are reported', () => {
  test('when the end is missing', () => {
    for (const { wire } of Object.values(golden)) {
      const bytes = Buffer.from(wire, 'base64');
      for (let end = 0; end < bytes.length; end += 1) expect(() => decodeEvent(bytes.subarray(0, end))).toThrow(MalformedWireEvent);
    }
  });

  test('as malformed or unknown when random bytes changed, unless they decode as another event', () => {
    const wires = Object.values(golden).map(({ wire }) => wire);
    const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.constantFrom(...wires), changes, (wire, changed) => {
        const bytes = Buffer.from(wire, 'base64');
        for (const [at, value] of changed) bytes[at % bytes.length] = value;
        try {
          decodeEvent(bytes);
        } catch (error) {
          expect(error instanceof MalformedWireEvent || error instanceof UnknownWireEvent).toBe(true);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  const { payload: _, ...rest } = fromBinary(EnvelopeSchema, encodeEvent(event('StopMoved', {})));
  const withPayload = (fill: (writer: BinaryWriter) => BinaryWriter, type = 'StopMoved') =>
    toBinary(EnvelopeSchema, { ...rest, type, payload: fill(new BinaryWriter()).finish() });
  /** Field 2, length-delimited: days in StopMoved, changes in StopRewritten. */
  const second = (writer: BinaryWriter) => writer.tag(2, WireType.LengthDelimited).fork();

  test.each<[string, Uint8Array, string]>([
    ['a field of the envelope is of another kind', new BinaryWriter().tag(1, WireType.Varint).uint32(5).finish(), 'Envelope.id is of another kind'],
    ['a field is of another kind', withPayload((writer) => writer.tag(1, WireType.Varint).uint32(5)), 'StopMoved.stopId is of another kind'],
    ['an integer is too large', withPayload((writer) => writer.tag(3, WireType.Varint).int64(2n ** 53n)), 'StopMoved.index takes a safe integer'],
    [
      'an element is of another kind',
      withPayload((writer) => second(writer).tag(1, WireType.Varint).uint32(5).join()),
      'StopMoved.dayIds holds something',
    ],
    [
      'an element ends too late',
      withPayload((writer) => second(writer).uint32(10).uint32(4).join().raw(Buffer.from('text'))),
      'StopMoved.dayIds ends within',
    ],
    [
      'a field ends after its message',
      withPayload((writer) => second(writer).tag(1, WireType.LengthDelimited).uint32(4).join().raw(Buffer.from('text')), 'StopRewritten'),
      'StopChanges ends within a field',
    ],
    [
      'a text is not UTF-8',
      withPayload((writer) => writer.tag(1, WireType.LengthDelimited).bytes(new Uint8Array([0xff]))),
      'encoded data was not valid',
    ],
  ])('when %s', (_, bytes, message) => {
    expect(() => decodeEvent(bytes)).toThrow(MalformedWireEvent);
    const cause = expect.objectContaining({ message: expect.stringContaining(message) });
    expect(() => decodeEvent(bytes)).toThrow(expect.objectContaining({ code: 'wire/malformed', cause }));
  });

  test('except for a list with unknown fields of a newer release, which is decoded', () => {
    const bytes = withPayload((writer) => second(writer).tag(9, WireType.Varint).uint32(5).tag(1, WireType.LengthDelimited).string(id).join());
    expect(decodeEvent(bytes).data).toStrictEqual({ dayIds: [id] });
  });
});
