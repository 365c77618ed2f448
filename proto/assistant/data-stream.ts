import { z } from 'zod';

/** A kind of part: the code at the beginning of its lines, and the schema of the JSON behind it. */
interface PartKind {
  code: string;
  value: z.ZodType;
}
type PartKinds = Readonly<Record<string, PartKind>>;

/** Any part of a stream: `{ type, value }`. */
type PartOf<K extends PartKinds> = { [T in keyof K & string]: { type: T; value: z.output<K[T]['value']> } }[keyof K & string];

/** Assembles parts from network chunks, which may split the bytes anywhere. */
interface PartDecoder<P> {
  /** Parts completed by these bytes. Parts before an invalid line are returned before MalformedStream is thrown. */
  push(bytes: Uint8Array): Iterable<P>;
  /** Yields the part in the last line when that line has no break. @throws MalformedStream when the line is incomplete. */
  end(): Iterable<P>;
}

/** Error of an invalid line; all lines before it were valid. */
export class MalformedStream extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`Not a part of the stream: ${reason}`, { cause });
  }
}

/** A stream of lines `code:JSON`, one part each. Empty lines are heartbeats. */
interface LineStream<P> {
  encode(part: P): string;
  /** Parses one line without its break. @throws MalformedStream */
  decode(line: string): P;
  decoder(): PartDecoder<P>;
  /** Yields the parts of a stream as they arrive. @throws MalformedStream */
  read(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<P, void, undefined>;
}

function lineStream<const K extends PartKinds>(kinds: K): LineStream<PartOf<K>> {
  type Part = PartOf<K>;
  const byCode = new Map(Object.entries(kinds).map(([type, kind]) => [kind.code, { type, ...kind }]));

  const decode = (line: string): Part => {
    const colon = line.indexOf(':');
    if (colon < 0) throw new MalformedStream('no code');
    const kind = byCode.get(line.slice(0, colon));
    if (!kind) throw new MalformedStream(`unknown code ${JSON.stringify(line.slice(0, Math.min(colon, 20)))}`);
    const parsed = kind.value.safeParse(jsonOf(line.slice(colon + 1), kind.type));
    if (!parsed.success) throw new MalformedStream(`${kind.type}: ${z.prettifyError(parsed.error)}`, parsed.error);
    return { type: kind.type, value: parsed.data } as Part; // as: the value was parsed by the schema of this kind
  };

  function* parts(lines: readonly string[]): Generator<Part, void, undefined> {
    for (const line of lines) if (line !== '') yield decode(line);
  }

  const decoder = (): PartDecoder<Part> => {
    const text = new TextDecoder();
    let begun = '';
    const whole = (more: string): Iterable<Part> => {
      const lines = (begun + more).split('\n');
      begun = lines.pop() ?? '';
      return parts(lines);
    };
    return {
      push(bytes) {
        const more = text.decode(bytes, { stream: true });
        // Chunks without a line break are collected, so that a long line is scanned once.
        if (more.includes('\n')) return whole(more);
        begun += more;
        return [];
      },
      end: () => whole(`${text.decode()}\n`),
    };
  };

  return {
    encode: ({ type, value }) => `${kinds[type]?.code}:${JSON.stringify(value)}\n`,
    decode,
    decoder,
    async *read(chunks) {
      const { push, end } = decoder();
      for await (const bytes of chunks) yield* push(bytes);
      yield* end();
    },
  };
}

function jsonOf(text: string, type: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MalformedStream(`${type} without JSON`, error);
  }
}

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

// Any parsed JSON value; only its presence is checked.
const json = z.custom<Json>((value) => value !== undefined, 'Must be there');
const jsonObject = z.custom<{ [name: string]: Json }>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'Must be an object',
);
const jsonList = z.custom<Json[]>(Array.isArray, 'Must be a list');

/** Finish reason of a model. */
export const finishReason = z.enum(['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other', 'unknown']);
export type FinishReason = z.output<typeof finishReason>;

/** Numbers of prompt and completion tokens. */
export const tokenUsage = z.object({ promptTokens: z.number(), completionTokens: z.number() });
export type TokenUsage = z.output<typeof tokenUsage>;

/** A source of an answer. */
export const source = z.object({ sourceType: z.literal('url'), id: z.string(), url: z.string(), title: z.string().optional() });
export type Source = z.output<typeof source>;

const toolCallId = z.string();
const toolName = z.string();

const text = { code: '0', value: z.string() };
const error = { code: '3', value: z.string() };

/** Parts of an answer by name (spec 4; data stream of the AI SDK, version 1). Clients refuse unknown codes. */
export const dataStreamParts = {
  text,
  data: { code: '2', value: jsonList },
  error,
  message_annotations: { code: '8', value: jsonList },
  tool_call: { code: '9', value: z.object({ toolCallId, toolName, args: jsonObject }) },
  tool_result: { code: 'a', value: z.object({ toolCallId, result: json }) },
  tool_call_streaming_start: { code: 'b', value: z.object({ toolCallId, toolName }) },
  tool_call_delta: { code: 'c', value: z.object({ toolCallId, argsTextDelta: z.string() }) },
  finish_message: { code: 'd', value: z.object({ finishReason, usage: tokenUsage.optional() }) },
  finish_step: { code: 'e', value: z.object({ finishReason, usage: tokenUsage.optional(), isContinued: z.boolean().default(false) }) },
  start_step: { code: 'f', value: z.object({ messageId: z.string() }) },
  reasoning: { code: 'g', value: z.string() },
  source: { code: 'h', value: source },
  redacted_reasoning: { code: 'i', value: z.object({ data: z.string() }) },
  reasoning_signature: { code: 'j', value: z.object({ signature: z.string() }) },
  file: { code: 'k', value: z.object({ mimeType: z.string(), data: z.string().describe('Base64') }) },
} as const;
export type DataStreamPart = PartOf<typeof dataStreamParts>;

/** Stream of `/chat` answers. */
export const dataStream = lineStream(dataStreamParts);

/** Response headers besides `content-type`: the id of the thread, and the version of the protocol. */
export const threadIdHeader = 'x-thread-id';
export const protocolHeader = { name: 'x-vercel-ai-data-stream', value: 'v1' } as const;
export const dataStreamContentType = 'text/plain; charset=utf-8';

const writtenText = z.object({ type: z.literal('text'), text: z.object({ value: z.string() }) });

/** Parts of the second stream format of AI SDK clients (spec 4), with whole messages and their thread. `/chat` never sends it. */
export const assistantStreamParts = {
  text,
  error,
  assistant_message: { code: '4', value: z.object({ id: z.string(), role: z.literal('assistant'), content: z.array(writtenText) }) },
  assistant_control_data: { code: '5', value: z.object({ threadId: z.string(), messageId: z.string() }) },
  data_message: { code: '6', value: z.object({ id: z.string().optional(), role: z.literal('data'), data: json }) },
} as const;
export type AssistantStreamPart = PartOf<typeof assistantStreamParts>;

export const assistantStream = lineStream(assistantStreamParts);
