import type OpenAI from 'openai';
import type { ChatCompletionChunk, ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions';
import { newId } from '../identifier.ts';
import {
  type FinishReason,
  type LanguageModel,
  type ModelDelta,
  ModelFailure,
  type ModelMessage,
  type ModelRequest,
  type ModelTool,
} from './port.ts';

export interface OpenAiOptions {
  /** Address below which `/chat/completions` is, with its version: `https://api.openai.com/v1`. */
  baseUrl: string;
  apiKey: string;
  model: string;
  /** In place of the network, for an endpoint in this process. */
  fetch?: typeof fetch;
  limits?: Partial<Limits>;
}

/** Milliseconds. */
interface Limits {
  /** Until the first piece: models that think take their time. */
  firstPiece: number;
  /** Between one piece and the next. */
  silence: number;
}

const usualLimits: Limits = { firstPiece: 45_000, silence: 20_000 };
/** After the first try; the SDK waits half a second, then twice as long, with jitter, or as long as the provider says. */
const retries = 2;

/** Any server that speaks OpenAI's chat completions, which is what gateways and local servers have in common. */
export function openAiModel({ baseUrl, apiKey, model, fetch: own, limits }: OpenAiOptions): LanguageModel {
  const { firstPiece, silence } = { ...usualLimits, ...limits };
  const options = { baseURL: baseUrl, apiKey, maxRetries: retries, timeout: firstPiece, logLevel: 'off', ...(own && { fetch: own }) } as const;
  const send = own ?? fetch;
  let opening: Promise<{ sdk: Sdk; client: OpenAI }> | undefined;
  return {
    async ask(signal) {
      // Without the SDK, which whoever only asks need not load.
      const answer = await send(`${baseUrl}/models`, { headers: { authorization: `Bearer ${apiKey}` }, signal }).catch((error: unknown) => {
        throw new ModelFailure(signal.aborted ? 'model/slow' : 'model/away', error);
      });
      await answer.body?.cancel();
      if (!answer.ok) throw failureOfStatus(answer.status, new Error(`The list of models answers ${answer.status}`));
    },
    async *stream(request, signal) {
      // Loaded with the first question: it takes as much memory as the half of a process at its start, and most processes ask nothing.
      opening ??= import('openai').then((sdk) => ({ sdk, client: new sdk.OpenAI(options) }));
      const { sdk, client } = await opening;
      const patience = new AbortController();
      const until = patienceOf(patience);
      const either = AbortSignal.any([signal, patience.signal]);
      try {
        until.wait(firstPiece * (retries + 1));
        const chunks = await client.chat.completions.create(
          { model, stream: true, stream_options: { include_usage: true }, messages: request.messages.map(messageOf), ...toolsOf(request) },
          { signal: either },
        );
        // A provider that has opened its mouth is not tried again, so it has the time of one try.
        until.wait(firstPiece);
        for await (const delta of deltasOf(chunks)) {
          until.wait(silence);
          yield delta;
        }
      } catch (error) {
        signal.throwIfAborted();
        throw patience.signal.aborted ? new ModelFailure('model/slow', error) : failureOf(error, sdk);
      } finally {
        until.end();
      }
    },
  };
}

type Sdk = typeof import('openai');

function patienceOf(controller: AbortController) {
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => clearTimeout(timer);
  const wait = (milliseconds: number): void => {
    end();
    timer = setTimeout(() => controller.abort(), milliseconds);
  };
  return { wait, end };
}

function messageOf(message: ModelMessage): ChatCompletionMessageParam {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.content };
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
    case 'assistant': {
      const calls = message.toolCalls.map(({ id, name, arguments: text }) => ({
        id,
        type: 'function' as const,
        function: { name, arguments: text },
      }));
      return { role: 'assistant', content: message.content || null, ...(calls.length > 0 && { tool_calls: calls }) };
    }
    default:
      return message satisfies never;
  }
}

/** Providers refuse an empty list. */
const toolsOf = ({ tools }: ModelRequest): { tools?: ChatCompletionTool[] } => (tools.length > 0 ? { tools: tools.map(toolOf) } : {});

const toolOf = ({ name, description, parameters }: ModelTool): ChatCompletionTool => ({
  type: 'function',
  function: { name, description, parameters },
});

const reasons: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content-filter',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
};

/** Some servers send what a model thinks beside what it says, under this name. */
type Delta = ChatCompletionChunk.Choice.Delta & { reasoning_content?: string | null };

/** @throws ModelFailure `model/broken` where the stream ends without its end, or names a call that it has not begun. */
async function* deltasOf(chunks: AsyncIterable<ChatCompletionChunk>): AsyncIterable<ModelDelta> {
  const calls = new Map<number, string>();
  let reason: FinishReason | null = null;
  let usage: Extract<ModelDelta, { kind: 'finish' }>['usage'] = null;
  for await (const chunk of chunks) {
    if (chunk.usage) usage = { promptTokens: chunk.usage.prompt_tokens, completionTokens: chunk.usage.completion_tokens };
    const choice = chunk.choices?.[0];
    if (!choice) continue;
    const { content, reasoning_content, tool_calls = [] }: Delta = choice.delta ?? {};
    if (reasoning_content) yield { kind: 'reasoning', text: reasoning_content };
    if (content) yield { kind: 'text', text: content };
    for (const call of tool_calls) yield* callDeltas(call, calls);
    if (choice.finish_reason) reason = reasons[choice.finish_reason] ?? 'other';
  }
  if (!reason) throw new ModelFailure('model/broken', new Error('The stream ended in the middle of an answer'));
  // Some servers say `stop` where they mean that tools are to be run.
  yield { kind: 'finish', reason: calls.size > 0 && reason === 'stop' ? 'tool-calls' : reason, usage };
}

function* callDeltas(call: ChatCompletionChunk.Choice.Delta.ToolCall, calls: Map<number, string>): Iterable<ModelDelta> {
  const { name, arguments: text } = call.function ?? {};
  let callId = calls.get(call.index);
  if (!callId) {
    if (!name) throw new ModelFailure('model/broken', new Error('A tool call has no name'));
    callId = call.id || newId();
    calls.set(call.index, callId);
    yield { kind: 'call', callId, name };
  }
  if (text) yield { kind: 'arguments', callId, text };
}

function failureOf(error: unknown, { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError }: Sdk): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (error instanceof APIUserAbortError || error instanceof APIConnectionTimeoutError) return new ModelFailure('model/slow', error);
  if (error instanceof APIConnectionError) return new ModelFailure('model/away', error);
  // An error within a stream that has begun has no status.
  if (!(error instanceof APIError) || error.status === undefined) return new ModelFailure('model/broken', error);
  return failureOfStatus(error.status, error);
}

function failureOfStatus(status: number, error: Error): ModelFailure {
  if (status === 429) return new ModelFailure('model/busy', error);
  return new ModelFailure(status >= 500 ? 'model/away' : 'model/refused', error);
}
