import { createHash } from 'node:crypto';
import type OpenAI from 'openai';
import type { ChatCompletionChunk, ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions';
import { CallAssembler, type CallDelta } from './openai-calls.ts';
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
import { ThoughtTags } from './thought-tags.ts';

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
  // DeepSeek and Kimi refuse a tool's result unless the thoughts before the call come with it.
  let thoughtsAreWanted = false;
  // Some servers refuse options that they do not know; the first refusal is remembered.
  let usageIsAsked = true;
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
        // A provider that has opened its mouth is not tried again, so it has the time of one try.
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

/** Some gateways stream nothing, whatever is asked for, and some tell of failures with status 200. */
const isWholeAnswer = ({ headers }: Response): boolean => /^application\/(problem\+)?json/i.test(headers.get('content-type') ?? '');

/** An answer in one piece, as a stream of it. */
async function* wholeAnswer(response: Response, { APIError }: Sdk): AsyncIterable<ChatCompletionChunk> {
  const answer = (await response.json()) as ChatCompletionChunk & { error?: { code?: unknown } }; // servers differ from the type of the SDK
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

/** Mistral takes nine letters or digits as the id of a call and nothing else, and no server minds them. */
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
        // Some servers parse the arguments of earlier calls, and an empty text is no JSON.
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

/** Providers refuse an empty list. */
const toolsOf = ({ tools }: ModelRequest): { tools?: ChatCompletionTool[] } => (tools.length > 0 ? { tools: tools.map(toolOf) } : {});

const toolOf = ({ name, description, parameters }: ModelTool): ChatCompletionTool => ({
  type: 'function',
  function: { name, description, parameters },
});

/** By the lower-case word: some gateways pass on the words of the model behind them. */
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

/** Words of OpenRouter, Zhipu and DeepSeek for an answer that they had to break off. */
const failures: ReadonlySet<string> = new Set(['error', 'network_error', 'insufficient_system_resource']);

/** Null as long as the answer goes on, which some servers write as a word. @throws ModelFailure `model/away` where the server gave up. */
function reasonOf(word: string | null | undefined): FinishReason | null {
  const reason = word?.toLowerCase();
  if (!reason || reason === 'null') return null;
  if (failures.has(reason)) throw new ModelFailure('model/away', new Error(`The provider broke off: ${reason}`));
  return reasons[reason] ?? 'other';
}

/**
 * A delta as compatible servers send it: fields are null or missing, `content` is a list of parts at Mistral,
 * and thoughts are `reasoning_content` (DeepSeek, llama.cpp) or `reasoning` (Groq, OpenRouter, Ollama).
 */
interface Delta {
  content?: string | ContentPart[] | null;
  /** Where it has been trained to say no, OpenAI says so beside the content. */
  refusal?: string | null;
  reasoning_content?: string | null;
  reasoning?: string | { text?: string } | null;
  tool_calls?: CallDelta | (CallDelta | null)[] | null;
  /** A call as there was one an answer, before there were several. */
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

/** @throws ModelFailure `model/broken` where the stream ends without its end, or continues a call that has no name. */
async function* deltasOf(
  chunks: AsyncIterable<ChatCompletionChunk | null>,
  { tools }: ModelRequest,
  thoughtsAreWanted: () => void,
): AsyncIterable<ModelDelta> {
  const calls = new CallAssembler(tools.map(({ name }) => name));
  const tags = new ThoughtTags();
  let reason: FinishReason | null = null;
  let usage: Extract<ModelDelta, { kind: 'finish' }>['usage'] = null;
  for await (const chunk of chunks) {
    if (!chunk) continue;
    const choice: Choice | undefined = chunk.choices?.[0];
    usage = usageOf(chunk, choice) ?? usage;
    if (!choice) continue;
    const delta = (choice.delta ?? choice.message ?? {}) as Delta; // compatible servers differ from the type of the SDK
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
  // Gemini, Ollama and others say `stop` where they mean that tools are to be run.
  const isCalling = calls.count > 0 && (reason === 'stop' || reason === 'other');
  yield { kind: 'finish', reason: isCalling ? 'tool-calls' : reason, usage };
}

type Usage = ChatCompletionChunk['usage'];
/** A whole answer has a message in place of a delta; Kimi counts in here. */
type Choice = Partial<ChatCompletionChunk.Choice> & { message?: unknown; usage?: Usage };

/** Groq counts under a name of its own. A count that is missing or null is no count. */
function usageOf(chunk: ChatCompletionChunk & { x_groq?: { usage?: Usage } }, choice: Choice | undefined): TokenUsage | null {
  const { prompt_tokens, completion_tokens } = chunk.usage ?? chunk.x_groq?.usage ?? choice?.usage ?? {};
  if (typeof prompt_tokens !== 'number') return null;
  return { promptTokens: prompt_tokens, completionTokens: completion_tokens ?? 0 };
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
