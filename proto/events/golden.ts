import type { DescFile, DescMessage } from '@bufbuild/protobuf';
import { isList, isObject, wrapperFile } from './message-plan.ts';
import { createWireCodec, eventMessages, type WireEvent } from './wire-codec.ts';

/** Sample of a stored event: type, schema version and payload. */
export interface EventSample {
  type: string;
  schema: number;
  data: Record<string, unknown>;
}

/** An event, and its encoded bytes in base64 as a release wrote them. */
export interface GoldenSample {
  event: WireEvent;
  wire: string;
}

/** The sample with nullable fields set to null and lists emptied. */
export function withEmptyFields(message: DescMessage, data: Record<string, unknown>): Record<string, unknown> {
  const fields = new Map(message.fields.map((field) => [field.jsonName, field]));
  const entries = Object.entries(data).map(([name, value]): [string, unknown] => {
    const part = fields.get(name)?.message;
    if (part && isList(part)) return [name, []];
    if (part?.file.name === wrapperFile) return [name, null];
    return [name, part && isObject(value) ? withEmptyFields(part, value) : value];
  });
  return Object.fromEntries(entries);
}

const id = '01935f3e-7c00-7000-8000-00000000000a';
const place = { id, stream: `sample-${id}`, version: 3, position: 2 ** 40 + 1, at: '2026-05-04T09:30:00.000Z' };
const signed = { actorId: id, commandId: id, requestHash: 'c0ffee', traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const unsigned = { actorId: null, commandId: id };

/** Returns `known` with entries for new samples, each in full and emptied. Existing entries never change, because they must stay readable. */
export function goldenSamplesOf(
  files: readonly DescFile[],
  samples: readonly EventSample[],
  known: Record<string, GoldenSample>,
): Record<string, GoldenSample> {
  const { encodeEvent } = createWireCodec(files);
  const messages = eventMessages(files);
  const golden = (event: WireEvent): GoldenSample => ({ event, wire: Buffer.from(encodeEvent(event)).toString('base64') });
  const made = samples.flatMap(({ type, schema, data }): [string, GoldenSample][] => {
    const message = messages.get(type);
    if (!message) throw new Error(`There is no message ${type} in proto/events/*.proto; give it one with a field for each field of its zod schema`);
    const name = `${type}.v${schema}`;
    return [
      [name, golden({ ...place, type, schema, data, meta: signed })],
      [`${name}.emptied`, golden({ ...place, type, schema, data: withEmptyFields(message, data), meta: unsigned })],
    ];
  });
  return { ...Object.fromEntries(made), ...known };
}
