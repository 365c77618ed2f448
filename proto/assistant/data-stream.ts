import { z } from 'zod';
import { lineStream, type PartOf } from './line-stream.ts';

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

// Lines hold parsed JSON, so only the presence of a value is checked.
const json = z.custom<Json>((value) => value !== undefined, 'Must be there');
const jsonObject = z.custom<{ [name: string]: Json }>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'Must be an object',
);
const jsonList = z.custom<Json[]>(Array.isArray, 'Must be a list');

/** Finish reason of a model. */
export const finishReason = z.enum(['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other', 'unknown']);
export type FinishReason = z.output<typeof finishReason>;

/** Tokens read and written. */
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

/** Headers besides `content-type`; the second names the protocol. */
export const threadIdHeader = 'x-thread-id';
export const protocolHeader = { name: 'x-vercel-ai-data-stream', value: 'v1' } as const;
export const dataStreamType = 'text/plain; charset=utf-8';

const writtenText = z.object({ type: z.literal('text'), text: z.object({ value: z.string() }) });

/** The other stream of AI SDK clients (spec 4): whole messages with their thread. `/chat` never sends it. */
export const assistantStreamParts = {
  text,
  error,
  assistant_message: { code: '4', value: z.object({ id: z.string(), role: z.literal('assistant'), content: z.array(writtenText) }) },
  assistant_control_data: { code: '5', value: z.object({ threadId: z.string(), messageId: z.string() }) },
  data_message: { code: '6', value: z.object({ id: z.string().optional(), role: z.literal('data'), data: json }) },
} as const;
export type AssistantStreamPart = PartOf<typeof assistantStreamParts>;

export const assistantStream = lineStream(assistantStreamParts);
