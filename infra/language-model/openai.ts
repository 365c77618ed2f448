import { createHash } from 'node:crypto';
import type OpenAI from 'openai';
import type { ChatCompletionChunk, ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions';
import { CallAssembler, type CallDelta, ThinkTagSeparator } from './openai-calls.ts';
import {
  type FinishReason,
  type LanguageModel,
  type ModelDelta,
  ModelFailure,
  type ModelMessage,
  type ModelRequest,
  type ModelTool,
  type TokenUsage,
} from './port.ts';

export interface OpenAiOptions {
  /** Base URL of `/chat/completions`, with the version: `https://api.openai.com/v1`. */
  baseUrl: string;
  apiKey: string;
  model: string;
  /** Replaces the global `fetch`, for an endpoint within the same process. */
  fetch?: typeof fetch;
  limits?: Partial<Limits>;
}

/** Timeouts, milliseconds. */
interface Limits {
  /** Until the first piece; reasoning models take long. */
  firstPiece: number;
  /** Between two pieces. */
  silence: number;
}

const usualLimits: Limits = { firstPiece: 45_000, silence: 20_000 };
/** Retries by the SDK with exponential back-off from 0.5 seconds and jitter, or after the provider's `Retry-After`. */
const retries = 2;

/** A model on any server with OpenAI's chat completions, the protocol that gateways and local servers share. */
export function openAiModel({ baseUrl, apiKey, model, fetch: own, limits }: OpenAiOptions): LanguageModel {
  const { firstPiece, silence } = { ...usualLimits, ...limits };
  const options = { baseURL: baseUrl, apiKey, maxRetries: retries, timeout: firstPiece, logLevel: 'off', ...(own && { fetch: own }) } as const;
  const send = own ?? fetch;
  let opening: Promise<{ sdk: Sdk; client: OpenAI }> | undefined;
  // True once the server has sent `reasoning_content`, because DeepSeek and Kimi refuse a tool's result without the reasoning before its call.
  let thoughtsAreWanted = false;
  // False once the server has refused `stream_options`, because some servers refuse unknown options.
  let usageIsAsked = true;
  return {
    async ask(signal) {
      // A plain request, so that a health check need not load the SDK.
      const answer = await send(`${baseUrl}/models`, { headers: { authorization: `Bearer ${apiKey}` }, signal }).catch((error: unknown) => {
        throw new ModelFailure(signal.aborted ? 'model/slow' : 'model/away', error);
      });
      await answer.body?.cancel();
      if (!answer.ok) throw failureOfStatus(answer.status, new Error(`The list of models answers ${answer.status}`));
    },
    async *stream(request, signal) {
      // The SDK is loaded with the first request: it takes half the memory of a fresh process, and most processes send none.
      opening ??= import('openai').then((sdk) => ({ sdk, client: new sdk.OpenAI(options) }));
      const { sdk, client } = await opening;
      const patience = new AbortController();
      const until = patienceOf(patience);
      const either = AbortSignal.any([signal, patience.signal]);
      try {
        until.wait(firstPiece * (retries + 1));
        const open = () =>
          client.chat.completions
            .create(
              {
                model,
                stream: true,
                ...(usageIsAsked && { stream_options: { include_usage: true } }),
                messages: request.messages.map((message) => messageOf(message, thoughtsAreWanted)),
                ...toolsOf(request),
              },
              { signal: either },
            )
            .withResponse();
        const { data, response } = await open().catch((error: unknown) => {
          if (!usageIsAsked || !refusesUsage(error, sdk)) throw error;
          usageIsAsked = false;
          return open();
        });
        // The deadline of one attempt: an answer that has begun is not retried.
        until.wait(firstPiece);
        const chunks = isWholeAnswer(response) ? wholeAnswer(response, sdk) : data;
        for await (const delta of deltasOf(chunks, request, () => (thoughtsAreWanted = true))) {
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

/** True for a complete JSON answer, because some gateways never stream, and some send failures with status 200. */
const isWholeAnswer = ({ headers }: Response): boolean => /^application\/(problem\+)?json/i.test(headers.get('content-type') ?? '');

/** Yields a complete JSON answer as a stream of one chunk. */
async function* wholeAnswer(response: Response, { APIError }: Sdk): AsyncIterable<ChatCompletionChunk> {
  const answer = (await response.json()) as ChatCompletionChunk & { error?: { code?: unknown } }; // as: servers differ from the SDK's type
  const status = Number(answer.error?.code);
  if (answer.error) throw new APIError(status >= 400 && status < 600 ? status : undefined, answer.error, undefined, response.headers);
  yield answer;
}

const refusesUsage = (error: unknown, { APIError }: Sdk): boolean =>
  error instanceof APIError && (error.status === 400 || error.status === 422) && /stream_options|include_usage/.test(error.message);

function patienceOf(controller: AbortController) {
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => clearTimeout(timer);
  const wait = (milliseconds: number): void => {
    end();
    timer = setTimeout(() => controller.abort(), milliseconds);
  };
  return { wait, end };
}

/** Mistral requires nine letters or digits as the id of a call; other servers accept that. */
const wireId = (id: string): string => {
  const digits = BigInt(`0x${createHash('sha256').update(id).digest('hex')}`).toString(36);
  return digits.slice(0, 9);
};

function messageOf(message: ModelMessage, thoughtsAreWanted: boolean): ChatCompletionMessageParam {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.content };
    case 'tool':
      return { role: 'tool', tool_call_id: wireId(message.toolCallId), content: message.content };
    case 'assistant': {
      const calls = message.toolCalls.map(({ id, name, arguments: text, extra }) => ({
        id: wireId(id),
        type: 'function' as const,
        // Some servers parse earlier arguments, and an empty text is no JSON.
        function: { name, arguments: text || '{}' },
        ...(extra !== undefined && { extra_content: extra }),
      }));
      return {
        role: 'assistant',
        content: message.content || null,
        ...(thoughtsAreWanted && message.reasoning && { reasoning_content: message.reasoning }),
        ...(calls.length > 0 && { tool_calls: calls }),
      };
    }
    default:
      return message satisfies never;
  }
}

/** Tools of a request; without the field for an empty list, because providers refuse one. */
const toolsOf = ({ tools }: ModelRequest): { tools?: ChatCompletionTool[] } => (tools.length > 0 ? { tools: tools.map(toolOf) } : {});

const toolOf = ({ name, description, parameters }: ModelTool): ChatCompletionTool => ({
  type: 'function',
  function: { name, description, parameters },
});

/** Finish reasons by lower-case word, because some gateways pass on the words of their upstream model. */
const reasons: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  complete: 'stop',
  eos: 'stop',
  eos_token: 'stop',
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  model_context_window_exceeded: 'length',
  content_filter: 'content-filter',
  content_filtered: 'content-filter',
  guardrail_intervened: 'content-filter',
  prohibited_content: 'content-filter',
  refusal: 'content-filter',
  safety: 'content-filter',
  sensitive: 'content-filter',
  tool_call: 'tool-calls',
  tool_calls: 'tool-calls',
  tool_use: 'tool-calls',
  function_call: 'tool-calls',
};

/** Finish reasons of OpenRouter, Zhipu and DeepSeek for an answer that the provider aborted. */
const failures: ReadonlySet<string> = new Set(['error', 'network_error', 'insufficient_system_resource']);

/**
 * Finish reason; null while the answer continues, for which some servers send the text `null`.
 * @throws ModelFailure `model/away` when the server gave up.
 */
function reasonOf(word: string | null | undefined): FinishReason | null {
  const reason = word?.toLowerCase();
  if (!reason || reason === 'null') return null;
  if (failures.has(reason)) throw new ModelFailure('model/away', new Error(`The provider broke off: ${reason}`));
  return reasons[reason] ?? 'other';
}

/**
 * A delta of compatible servers. Fields may be null or missing; Mistral sends `content` as a list of parts.
 * Thoughts are `reasoning_content` (DeepSeek, llama.cpp) or `reasoning` (Groq, OpenRouter, Ollama).
 */
interface Delta {
  content?: string | ContentPart[] | null;
  /** OpenAI sends a model's refusal beside the content. */
  refusal?: string | null;
  reasoning_content?: string | null;
  reasoning?: string | { text?: string } | null;
  tool_calls?: CallDelta | (CallDelta | null)[] | null;
  /** The legacy form with a single call. */
  function_call?: CallDelta['function'];
}
interface ContentPart {
  type: string;
  text?: string;
  thinking?: ContentPart[];
}

const textOf = (content: Delta['content']): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('');
const thoughtsOf = ({ content, reasoning_content, reasoning }: Delta): string => {
  if (Array.isArray(content)) return content.map(({ thinking }) => textOf(thinking)).join('');
  const thoughts = reasoning_content || reasoning || '';
  return typeof thoughts === 'string' ? thoughts : (thoughts.text ?? '');
};
const callsOf = ({ tool_calls, function_call }: Delta): CallDelta[] => {
  const calls = [tool_calls ?? []].flat().filter((call) => call !== null);
  return calls.length === 0 && function_call ? [{ index: 0, function: function_call }] : calls;
};

/** @throws ModelFailure `model/broken` for a stream without a finish reason, or a call without a name; `model/away` when the provider gave up. */
async function* deltasOf(
  chunks: AsyncIterable<ChatCompletionChunk | null>,
  { tools }: ModelRequest,
  thoughtsAreWanted: () => void,
): AsyncIterable<ModelDelta> {
  const calls = new CallAssembler(tools.map(({ name }) => name));
  const tags = new ThinkTagSeparator();
  let reason: FinishReason | null = null;
  let usage: Extract<ModelDelta, { kind: 'finish' }>['usage'] = null;
  for await (const chunk of chunks) {
    if (!chunk) continue;
    const choice: Choice | undefined = chunk.choices?.[0];
    usage = usageOf(chunk, choice) ?? usage;
    if (!choice) continue;
    const delta = (choice.delta ?? choice.message ?? {}) as Delta; // as: compatible servers differ from the SDK's type
    if (delta.reasoning_content) thoughtsAreWanted();
    const thoughts = thoughtsOf(delta);
    if (thoughts) yield { kind: 'reasoning', text: thoughts };
    yield* tags.take(textOf(delta.content) || (delta.refusal ?? ''));
    for (const call of callsOf(delta)) yield* calls.take(call);
    reason = reasonOf(choice.finish_reason) ?? reason;
  }
  if (!reason) throw new ModelFailure('model/broken', new Error('The stream ended in the middle of an answer'));
  yield* tags.end();
  yield* calls.end();
  // Gemini, Ollama and others send `stop` when tools are to be called.
  const isCalling = calls.count > 0 && (reason === 'stop' || reason === 'other');
  yield { kind: 'finish', reason: isCalling ? 'tool-calls' : reason, usage };
}

type Usage = ChatCompletionChunk['usage'];
/** A whole answer has a message instead of a delta; Kimi sends token counts here. */
type Choice = Partial<ChatCompletionChunk.Choice> & { message?: unknown; usage?: Usage };

/** Token counts; Groq sends them in `x_groq`. Missing and null counts are ignored. */
function usageOf(chunk: ChatCompletionChunk & { x_groq?: { usage?: Usage } }, choice: Choice | undefined): TokenUsage | null {
  const { prompt_tokens, completion_tokens } = chunk.usage ?? chunk.x_groq?.usage ?? choice?.usage ?? {};
  if (typeof prompt_tokens !== 'number') return null;
  return { promptTokens: prompt_tokens, completionTokens: completion_tokens ?? 0 };
}

function failureOf(error: unknown, { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError }: Sdk): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (error instanceof APIUserAbortError || error instanceof APIConnectionTimeoutError) return new ModelFailure('model/slow', error);
  if (error instanceof APIConnectionError) return new ModelFailure('model/away', error);
  // An error inside a stream has no status.
  if (!(error instanceof APIError) || error.status === undefined) return new ModelFailure('model/broken', error);
  return failureOfStatus(error.status, error);
}

function failureOfStatus(status: number, error: Error): ModelFailure {
  if (status === 429) return new ModelFailure('model/busy', error);
  return new ModelFailure(status >= 500 ? 'model/away' : 'model/refused', error);
}
