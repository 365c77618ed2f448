import { formatAssistantStreamPart, formatDataStreamPart, parseAssistantStreamPart, parseDataStreamPart, processDataStream } from '@ai-sdk/ui-utils';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AssistantStreamPart,
  assistantStream,
  type assistantStreamParts,
  type DataStreamPart,
  dataStream,
  dataStreamParts,
  finishReason,
  type Json,
  MalformedStream,
} from './data-stream.ts';

/** Random text, including lone surrogates and line breaks. */
const text = fc.string({
  unit: fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.constantFrom('\n', '\r', '\ud83c', '\u2028', '"', '\\', ':')),
});
const json = fc.jsonValue({ noUnicodeString: false }).map((value) => JSON.parse(JSON.stringify(value)) as Json); // as: any JSON
const list = fc.array(json, { maxLength: 3 });
const object = fc
  .dictionary(text, json, { maxKeys: 3, noNullPrototype: true })
  .map((value) => JSON.parse(JSON.stringify(value)) as { [name: string]: Json }); // as: any JSON
const usage = fc.record({ promptTokens: fc.nat(), completionTokens: fc.nat() });
const reason = fc.constantFrom(...finishReason.options);
const maybeUsage = { requiredKeys: ['finishReason', 'isContinued'] as never }; // as: keys of the records below

const values: Record<keyof typeof dataStreamParts, fc.Arbitrary<unknown>> = {
  text,
  data: list,
  error: text,
  message_annotations: list,
  tool_call: fc.record({ toolCallId: text, toolName: text, args: object }),
  tool_result: fc.record({ toolCallId: text, result: json }),
  tool_call_streaming_start: fc.record({ toolCallId: text, toolName: text }),
  tool_call_delta: fc.record({ toolCallId: text, argsTextDelta: text }),
  finish_message: fc.record({ finishReason: reason, usage }, { requiredKeys: ['finishReason'] }),
  finish_step: fc.record({ finishReason: reason, usage, isContinued: fc.boolean() }, maybeUsage),
  start_step: fc.record({ messageId: text }),
  reasoning: text,
  source: fc.record({ sourceType: fc.constant('url'), id: text, url: fc.webUrl(), title: text }, { requiredKeys: ['sourceType', 'id', 'url'] }),
  redacted_reasoning: fc.record({ data: text }),
  reasoning_signature: fc.record({ signature: text }),
  file: fc.record({ mimeType: fc.constantFrom('image/png', 'text/plain'), data: fc.base64String() }),
};
const types = Object.keys(values) as (keyof typeof values)[]; // as: the keys are those of `values`
const partOf = (type: keyof typeof values): fc.Arbitrary<DataStreamPart> => values[type].map((value) => ({ type, value }) as DataStreamPart); // as: a value of its kind
const anyPart = fc.oneof(...types.map(partOf));

/** The line that the AI SDK's writer produces. */
const theirs = ({ type, value }: DataStreamPart): string => formatDataStreamPart(type, value as never); // as: their types are narrower than their output
const lineOf = (encoded: string): string => encoded.replace(/\n$/, '');

/** Random chunks of the bytes. */
const pieces = (bytes: Uint8Array): fc.Arbitrary<Uint8Array[]> =>
  fc.array(fc.nat({ max: bytes.length }), { maxLength: 12 }).map((cuts) => {
    const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
    return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
  });
const streamed = fc
  .array(anyPart, { maxLength: 8 })
  .chain((parts) => fc.tuple(fc.constant(parts), pieces(new TextEncoder().encode(parts.map(dataStream.encode).join('')))));

async function* arriving(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

async function readByUs(chunks: readonly Uint8Array[]): Promise<DataStreamPart[]> {
  const parts: DataStreamPart[] = [];
  for await (const part of dataStream.read(arriving(chunks))) parts.push(part);
  return parts;
}

/** Parts that the AI SDK's reader finds in a stream. */
async function readByThem(chunks: readonly Uint8Array[]): Promise<unknown[]> {
  const found: unknown[] = [];
  const note = (value: unknown): void => void found.push(value);
  await processDataStream({
    stream: ReadableStream.from(chunks) as ReadableStream<Uint8Array>, // as: Node's types differ from the browser's
    onTextPart: note,
    onReasoningPart: note,
    onReasoningSignaturePart: note,
    onRedactedReasoningPart: note,
    onSourcePart: note,
    onFilePart: note,
    onDataPart: note,
    onErrorPart: note,
    onToolCallStreamingStartPart: note,
    onToolCallDeltaPart: note,
    onToolCallPart: note,
    onToolResultPart: note,
    onMessageAnnotationsPart: note,
    onFinishMessagePart: note,
    onFinishStepPart: note,
    onStartStepPart: note,
  });
  return found;
}

describe('data stream part', () => {
  test.each(types)('of type %s is encoded and decoded as by the AI SDK', (type) => {
    fc.assert(
      fc.property(partOf(type), (part) => {
        const ours = dataStream.encode(part);
        expect(ours).toBe(theirs(part));
        expect(ours.indexOf('\n')).toBe(ours.length - 1);
        expect(parseDataStreamPart(lineOf(ours))).toEqual(part);
        expect(dataStream.decode(lineOf(theirs(part)))).toEqual(part);
      }),
    );
  });

  test('has the same code as in the AI SDK, which has no further codes', () => {
    const codes = Object.values(dataStreamParts).map(({ code }) => code);
    expect(new Set(codes).size).toBe(types.length);
    for (let byte = 32; byte < 127; byte++) {
      const code = String.fromCharCode(byte);
      const isTheirs = !codeRefused(() => parseDataStreamPart(`${code}:0`));
      expect({ code, known: codes.includes(code as never) }).toEqual({ code, known: isTheirs }); // as: codes are literals
    }
  });

  test.each([
    ['without a code', 'hello'],
    ['of the assistant stream', '5:{"threadId":"t","messageId":"m"}'],
    ['of an unknown code', '7:[]'],
    ['that breaks off', '0:"hel'],
    ['with a value of another kind', '0:12'],
    ['without arguments', '9:{"toolCallId":"t","toolName":"add_day"}'],
    ['without a result', 'a:{"toolCallId":"t"}'],
    ['with arguments that are no object', '9:{"toolCallId":"t","toolName":"add_day","args":[1]}'],
    ['that is a comment', ': ping'],
  ])('%s is refused', (_, line) => {
    expect(() => dataStream.decode(line)).toThrow(MalformedStream);
  });
});

const codeRefused = (parse: () => unknown): boolean => {
  try {
    parse();
    return false;
  } catch (error) {
    return String(error).includes('Invalid code') || String(error).includes('No separator');
  }
};

describe('data stream', () => {
  test('yields the same parts for any chunk boundaries, also in the AI SDK', async () => {
    await fc.assert(
      fc.asyncProperty(streamed, async ([parts, chunks]) => {
        const { push, end } = dataStream.decoder();
        expect([...chunks.flatMap((chunk) => [...push(chunk)]), ...end()]).toEqual(parts);
        expect(await readByUs(chunks)).toEqual(parts);
        expect(await readByThem(chunks)).toEqual(parts.map(({ value }) => value));
      }),
    );
  });

  test('accepts empty lines as heartbeats, and an end without a line break', () => {
    const { push, end } = dataStream.decoder();
    const said = [...push(new TextEncoder().encode('\n0:"a"\n\n\n0:"b"')), ...end()];
    expect(said).toEqual([
      { type: 'text', value: 'a' },
      { type: 'text', value: 'b' },
    ]);
  });

  test('that ends early yields its complete parts, then throws MalformedStream', async () => {
    const said: DataStreamPart[] = [];
    const read = async () => {
      for await (const part of dataStream.read(arriving([new TextEncoder().encode('0:"a"\n0:"b"\n0:"c')]))) said.push(part);
    };
    await expect(read()).rejects.toThrow(MalformedStream);
    expect(said.map(({ value }) => value)).toEqual(['a', 'b']);
  });

  test('yields the text of a line of 1 MB that arrives in chunks of 10 bytes', () => {
    const { push, end } = dataStream.decoder();
    const long = 'x'.repeat(1_000_000);
    const bytes = new TextEncoder().encode(dataStream.encode({ type: 'text', value: long }));
    const parts: DataStreamPart[] = [];
    for (let at = 0; at < bytes.length; at += 10) parts.push(...push(bytes.subarray(at, at + 10)));
    expect([...parts, ...end()]).toEqual([{ type: 'text', value: long }]);
  });
});

const assistantValues: Record<keyof typeof assistantStreamParts, fc.Arbitrary<unknown>> = {
  text,
  error: text,
  assistant_message: fc.record({
    id: text,
    role: fc.constant('assistant'),
    content: fc.array(fc.record({ type: fc.constant('text'), text: fc.record({ value: text }) }), { maxLength: 3 }),
  }),
  assistant_control_data: fc.record({ threadId: text, messageId: text }),
  data_message: fc.record({ id: text, role: fc.constant('data'), data: json }, { requiredKeys: ['role', 'data'] }),
};

test.each(Object.entries(assistantValues))('Assistant stream encodes a part of type %s as the AI SDK does, and decodes it', (type, value) => {
  fc.assert(
    fc.property(value, (of) => {
      const part = { type, value: of } as AssistantStreamPart; // as: a value of its kind
      const ours = assistantStream.encode(part);
      expect(ours).toBe(formatAssistantStreamPart(type as 'text', of as string)); // as: one of their types with a value of its kind
      expect(parseAssistantStreamPart(lineOf(ours))).toEqual(part);
      expect(assistantStream.decode(lineOf(ours))).toEqual(part);
    }),
  );
});
